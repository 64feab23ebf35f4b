"""Write the parts of reference pages that the program knows: commands, tables, self-test.

A page has a line `<!-- generated: NAME -->` where such a part belongs.  Commands come from the
command line's declarations, tables from the schemas of reports that were made up for the tests.
"""

import inspect
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

import balance
from balance.app.arguments import Argument
from balance.cli.main import COMMANDS, app
from balance.report.schema import FIRST, PARTS, schema_of
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, variant
from tests.report.made_up_sections import all_sections

_OF_ALL = {"help", "debug"}  # options of every command
# Names of what was made up, and what the page says instead.
_GENERAL = {r"^cards_(card|bonus)": "cards_<kind>", r"^shape_rounds_\d+": "shape_rounds_<n>"}
_WORDS = {"Goals": "objectives", "Goal": "objective", "the Dark Lord": "the rival"}
_VARIANTS = ("baseline", "forced", "short", "long")  # that are heads of columns
_OFTEN = 4  # tables from which on a column of the same meaning is listed once, for all
_PLAIN = " | | | "  # in place of what only estimates have
_HEAD = "| column | means | estimator | per | unit or type |\n|---|---|---|---|---|"
_COPIES = " against copies of itself, seats rotated"
_PLACE = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)

Tables = dict[tuple[str, str], dict[str, Any]]


@cache
def all_tables() -> tuple[Tables, dict[str, str]]:
    """Return what schemas say of all tables, by section and name, and of estimators."""
    data = report_data(*(variant(make_match(2), 40, name) for name in _VARIANTS))
    found: Tables = {}
    estimators: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        for section in all_sections():
            schema = schema_of(data, [section], Path(folder))
            estimators = schema["estimators"]
            for name, table in schema["tables"].items():
                place = section.name, _replaced(name, _GENERAL)
                known = found.setdefault(place, {**table, "columns": {}, "estimates": {}})
                for column in table["columns"]:
                    column["meaning"] = _replaced(column["meaning"], _WORDS)
                    known["columns"].setdefault(column["name"], column)
                known["estimates"] |= table["estimates"]
    return {place: one for place, one in found.items() if one["columns"]}, estimators


def _replaced(text: str, words: Mapping[str, str]) -> str:
    for pattern, other in words.items():
        text = re.sub(pattern, other, text)
    return text


def rows_of(table: Mapping[str, Any]) -> dict[str, str]:
    """Return the rows of a table on the page by what stands first: a column, or an estimate."""
    rows = {}
    for name, column in table["columns"].items():
        of = [
            prefix for prefix in table["estimates"]
            if name.startswith(prefix) and name.removeprefix(prefix) in PARTS
        ]  # fmt: skip
        prefix = max(of, key=len, default=None)
        means, age = column["meaning"], f" (since {column['since']})" if "since" in column else ""
        if prefix is None:
            rows[f"`{name}`"] = f"{means}{age}{_PLAIN}{column['type']}"
        elif name == f"{prefix}value":
            one, means = table["estimates"][prefix], means.removesuffix(f", {PARTS['value']}")
            rows[f"`{prefix}*`"] = (
                f"{means}{age} | {one['estimator']} | {one['per']} | {one['unit']}"
            )
    return rows


def tables() -> str:
    """Return the tables of reports and studies, column by column."""
    known, estimators = all_tables()
    rows = {place: rows_of(table) for place, table in known.items()}
    count = Counter((each, text) for one in rows.values() for each, text in one.items())
    shared: dict[str, str] = {}
    for (each, text), times in count.most_common():
        if times >= _OFTEN and _PLAIN in text:
            shared.setdefault(each, text)
    lines = ["## Estimators", "", "| estimator | is |", "|---|---|"]
    lines += [f"| {name} | {text} |" for name, text in estimators.items()]
    lines += ["", "## Columns of many tables", "", "| column | means | type |", "|---|---|---|"]
    lines += [
        f"| {each} | {text.replace(_PLAIN, ' | ')} |" for each, text in sorted(shared.items())
    ]
    alike = defaultdict(list)  # tables of a section with the same columns
    for (of, name), table in known.items():
        alike[of, table["since"], tuple(rows[of, name].items())].append(name)
    section = ""
    for (of, age, texts), names in sorted(alike.items(), key=lambda one: (one[0][0], one[1])):
        lines += [] if of == section else ["", f"## Section {of}"]
        section = of
        own = [f"| {each} | {text} |" for each, text in texts if shared.get(each) != text]
        others = ", ".join(each for each, text in texts if shared.get(each) == text)
        lines += ["", f"### {', '.join(f'`{name}`' for name in sorted(names))}", ""]
        lines += [] if age == FIRST else [f"Since version {age}.", ""]
        lines += [f"Columns of many tables: {others}.", ""] if others else []
        lines += [_HEAD, *own] if own else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def all_commands() -> dict[str, Any]:
    """Return the commands of click by name, those of `new` too."""
    found: dict[str, Any] = dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    return found | {f"new {name}": each for name, each in found.pop("new").commands.items()}


def commands() -> str:
    """Return all commands, a table for each panel of `balance --help`."""
    parts = []
    for panel, names in COMMANDS.items():
        listed = list(names)
        if panel == "Look and check":
            listed += [name for name in all_commands() if name.startswith("new ")]
        parts += [f"### {panel}", "", *_table_of_commands(listed), ""]
    return "\n".join(parts).rstrip()


def _table_of_commands(names: Iterable[str]) -> list[str]:
    rows = []
    for name in names:
        command = all_commands()[name]
        words = [
            each.metavar if each.required else f"[{each.metavar}]"
            for each in command.params if each.param_type_name == "argument"
        ]  # fmt: skip
        needed = [
            f"{each.opts[0]} {each.metavar}" for each in command.params
            if each.param_type_name == "option" and each.required
        ]  # fmt: skip
        usage = " ".join(["balance", name, *words, *needed]).replace("|", r"\|")
        first = inspect.cleandoc(command.help).split("\n\n")[0]
        rows.append(f"| `{usage}` | {_linked(first.rstrip('.'))} |")
    return ["| command | does |", "|---|---|", *rows]


def shared_options() -> str:
    """Return the options that several commands have in common."""
    return _table_of_options(True)


def other_options() -> str:
    """Return the options that a single command has."""
    return _table_of_options(False)


def _table_of_options(is_shared: bool) -> str:
    rows = [
        f"| {flags} | {', '.join(commands)} | {text} |"
        for (flags, text), commands in _rows_of_options().items()
        if (len(commands) > 1) == is_shared
    ]
    return "\n".join(["| option | commands | means |", "|---|---|---|", *rows])


def _rows_of_options() -> dict[tuple[str, str], list[str]]:
    """Return for each row of the table of options its commands."""
    rows = defaultdict(list)
    for name, command in all_commands().items():
        declared = arguments_of(command)
        for option in command.params:
            if option.param_type_name != "option" or option.name in _OF_ALL or option.hidden:
                continue
            argument = declared.get(option.name)
            flags = ", ".join(f"`{one}`" for one in option.opts)
            if not option.is_flag:
                value = (option.metavar or "TEXT").replace("|", r"\|")
                flags = f"`{option.opts[0]} {value}`"
            see = argument.see if isinstance(argument, Argument) else ""
            rows[flags, _text(option.help, see) + _default(option.default)].append(name)
    return rows


def arguments_of(command: Any) -> dict[str, object]:
    """Return the arguments that a command declares, by name."""
    function = inspect.unwrap(command.callback, stop=lambda one: hasattr(one, "arguments"))
    return getattr(function, "arguments", {})


def _default(value: object) -> str:
    if type(value) in (int, float) and value:
        return f" (default: {value:,})".replace(".0)", ")")
    return f" (default: {value})" if type(value) is str and value else ""


def _text(text: str, see: str) -> str:
    text = _linked(text.rstrip("."))
    if not see:
        return text
    page, _, heading = see.partition("#")
    name = PurePosixPath(page).stem.replace("-", " ") if page else "below"
    target = f"../{see}" if page else f"#{heading}"
    return f"{text}: [{name}]({target})"


def _linked(text: str) -> str:
    """Return a text on one line, its pages as links."""
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"docs/([\w/-]+)\.md", r"[\1](../\1.md)", text)


def selftest() -> str:
    """Return the figures of the last `make selftest`."""
    file = Path(balance.__file__).parent / "data" / "selftest.json"
    checks = json.loads(file.read_text(encoding="utf-8"))["checks"]
    return "\n".join(["| check | nominal | measured |", "|---|---|---|", *_rows_of_checks(checks)])


def _rows_of_checks(checks: Iterable[dict[str, str]]) -> Iterator[str]:
    """Yield the rows of the table; one for all bots that are like their copies."""
    copies = []
    for one in checks:
        if one["check"].endswith(_COPIES):
            copies.append([int(each.replace(",", "")) for each in one["found"].split(" of ")])
        else:
            yield f"| {one['check']} | {one['wanted']} | {one['found']} |"
    differ, games = map(sum, zip(*copies, strict=True))
    bots = f"{len(copies)} bots against copies of themselves, seats rotated"
    yield f"| {bots} | 0 games differ | {differ} of {games:,} |"


PARTS_OF_PAGES: dict[str, Callable[[], str]] = {
    one.__name__: one for one in (commands, shared_options, other_options, tables, selftest)
}


def generated(markdown: str) -> str:
    """Return a page with its generated parts."""
    return _PLACE.sub(lambda found: PARTS_OF_PAGES[found[1]](), markdown)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Write the generated parts of a page."""
    return generated(markdown)
