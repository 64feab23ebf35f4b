"""How commands are declared: arguments that several share, and what becomes of them."""

import inspect
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cached_property, partial, update_wrapper
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, get_args, get_origin

import typer

from balance.app.arguments import (
    Argument,
    StudyArguments,
    as_names,
    overrides_of,
)
from balance.cli import completion
from balance.limits import MAX_SEED
from balance.scenario.python_arguments import spelled_out

if TYPE_CHECKING:
    from balance.app.output import Output
    from balance.app.report_files import ReportFiles
    from balance.runner.run import Run


class FormatName(StrEnum):
    """How answers are printed."""

    TEXT = "text"
    JSON = "json"


# Arguments by their place
ScenarioName = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A scenario file, or the name of a ready scenario.",
        autocompletion=completion.complete_scenarios,
    ),
]
ScenarioNames = Annotated[
    list[str],
    typer.Argument(
        metavar="SCENARIO...",
        help="Scenario files, or names of ready scenarios.",
        autocompletion=completion.complete_scenarios,
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The name of a game, or the folder of your own.",
        autocompletion=completion.complete_games,
    ),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="The name or folder of a game (default: all games).",
        autocompletion=completion.complete_games,
    ),
]
RunFolder = Annotated[
    Path,
    typer.Argument(
        metavar="RUN", help="A folder written by `run`.", autocompletion=completion.complete_runs
    ),
]
RunName = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        help="A folder written by `run`, or a scenario that was run.",
        autocompletion=completion.complete_runs,
    ),
]

# Options that several commands have with defaults of their own
RandomSeed = Annotated[int, Argument("Random seed.", least=0, most=MAX_SEED)]
Quiet = Annotated[bool, Argument("Print only what is wrong or undecided.", short="-q")]


class FormatOption(TypedDict, total=False):
    """How an answer is printed."""

    format: Annotated[
        FormatName,
        Argument("How the answer is printed: as text, or as JSON for programs.", "text|json"),
    ]


class TableOptions(FormatOption, total=False):
    """How an answer with tables is printed."""

    verbose: Annotated[
        bool, Argument("Print whole tables; otherwise an answer has at most 40 lines.", short="-v")
    ]


class PageOptions(TableOptions, total=False):
    """How an answer with a page is printed."""

    open: Annotated[bool, Argument("Open the report in the browser.")]


class ReportOptions(PageOptions, total=False):
    """How a report is printed, and what is written beside its page."""

    tables: Annotated[
        bool,
        Argument("Also write the tables as CSV and Parquet, and the report as Markdown and JSON."),
    ]
    figures: Annotated[bool, Argument("Also write the figures as SVG and PNG.")]
    pdf: Annotated[bool, Argument("Also write the report as PDF; needs a browser or weasyprint.")]
    one_page: Annotated[
        bool, Argument("Also write the findings on one side of A4, one-page.html; with --pdf, too.")
    ]
    xlsx: Annotated[bool, Argument("Also write the tables as a workbook, report.xlsx.")]
    sqlite: Annotated[
        bool,
        Argument("Also write tables, records and their dictionary as a database, report.sqlite."),
    ]


class NoReport(ReportOptions, total=False):
    """How a report is printed, if there is one."""

    no_report: Annotated[
        bool,
        Argument("Only play and store: no page, no findings.", see="guides/analyse-records.md"),
    ]


class StudyCommand(StudyArguments, ReportOptions, total=False):
    """What commands with a question of their own, and a page, are asked for."""


_COMPLETIONS: dict[str, Callable[..., list[str]]] = {
    "bots": completion.complete_bots,
    "tiers": completion.complete_bots,
    "designs": completion.designs,
    "set": completion.settings,
    "game": completion.complete_games,
    "bot": completion.bot,
    "scenario": completion.complete_scenarios,
}


class Command:
    """A command made of a function: an option of each `Argument`, of its own or of a group.

    The function is called with values as Python has them, such as lists of names, and of a group
    with those alone that were typed.  Its options are worked out when typer asks for them: of one
    command, not of all.
    """

    def __init__(self, function: Callable[..., None]) -> None:
        update_wrapper(self, function, ("__module__", "__name__", "__qualname__", "__doc__"))
        self._function = function

    def __call__(self, debug: bool = False, **typed: Any) -> None:  # `main` looks for --debug
        """Call the function with what was typed."""
        parameters, own = self._parameters, inspect.signature(self._function).parameters
        values = {
            name: _read(value, parameters[name].annotation)
            for name, value in typed.items()
            if name in own or not (value is None or value is False)  # 0 is equal to False
        }
        self._refuse_early(values)
        self._call(values)

    def _call(self, values: Mapping[str, Any]) -> None:
        self._function(**values)

    def _refuse_early(self, values: Mapping[str, Any]) -> None:
        """Refuse what can be known before numba, games and reports are loaded, which takes long."""
        files_of(values).check()
        scenario, games = self._parameters.get("scenario"), self.arguments.get("games")
        if scenario is not None and scenario.annotation == ScenarioName:  # not the name of a game
            from balance.app.refusals import check_early

            fewest = (games.fewest_deals, games.is_of_entry) if games is not None else (0, False)
            check_early(values["scenario"], overrides_of(values), values.get("games"), *fewest)

    @cached_property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return spelled_out(self._function).parameters

    @property
    def arguments(self) -> dict[str, Argument | None]:
        """What is asked for, by name, for the page of commands."""
        return {name: _declared(one.annotation)[1] for name, one in self._parameters.items()}

    @cached_property
    def _options(self) -> list[inspect.Parameter]:
        debug = inspect.Parameter(
            "debug", inspect.Parameter.KEYWORD_ONLY, default=False,
            annotation=Annotated[
                bool, typer.Option("--debug", help="Show the traceback of an error.")
            ],
        )  # fmt: skip
        return [*map(_as_option, self._parameters.values()), debug]

    @property
    def __signature__(self) -> inspect.Signature:
        """Its options, as typer reads them."""
        return inspect.Signature(self._options)

    @property
    def __annotations__(self) -> dict[str, Any]:  # type: ignore[override]
        """Their types, as typer reads them."""
        return {option.name: option.annotation for option in self._options}


command = Command


class _Answered(Command):
    """A command of a function that says what it asks for, and does nothing."""

    def __init__(self, function: Callable[..., None], answer: str) -> None:
        super().__init__(function)
        self.answer = answer

    def _call(self, values: Mapping[str, Any]) -> None:
        module, _, name = self.answer.rpartition(".")
        answer = getattr(import_module(f"balance.app.commands.{module}"), name)
        own = set(inspect.signature(self._function).parameters) - {"scenario", "games"}
        if answer(**arguments_for(answer, values, own)) is False:
            raise typer.Exit(1)


def answered(answer: str) -> Callable[[Callable[..., None]], Command]:
    """Make a command that a function of `balance.app.commands` answers, such as ``train.train``.

    It gets what was typed by the names of its parameters; see `arguments_for`.  Where it returns
    False, the exit code is 1.
    """
    return lambda function: _Answered(function, answer)


def arguments_for(
    answer: Callable[..., Any], values: Mapping[str, Any], own: Collection[str] = ()
) -> dict[str, Any]:
    """Return the arguments of a function, or the fields of a data class, from what was typed.

    By their names: ``is_quick`` is --quick, ``name`` the scenario, game or bot, ``settings`` --set,
    a data class is made of its fields, and what was not typed is None, or as its default says.

    Parameters
    ----------
    own : collection of str
        Names of values that are passed on to a function with ``**named``.
    """
    known = {
        "settings": values.get("set") or {}, "command": typed_command(), "output": output(values),
        "name": next((values[one] for one in ("scenario", "game", "bot") if one in values), None),
        **values,
    }  # fmt: skip
    found: dict[str, Any] = {}
    parameters = inspect.signature(answer, eval_str=True, follow_wrapped=False).parameters
    for name, one in parameters.items():
        key = name.removeprefix("is_")
        if one.kind is one.VAR_KEYWORD:
            found |= {name: value for name, value in values.items() if name in own}
        elif name == "overrides":
            found[name] = overrides_of(values)
        elif key in known:
            is_names = one.annotation == tuple[str, ...]
            found[name] = as_names(known[key]) if is_names else known[key]
        elif is_dataclass(one.annotation):
            options: Any = one.annotation
            found[name] = options(**arguments_for(options, values))
        elif one.default is one.empty and one.kind is not one.VAR_POSITIONAL:
            found[name] = None
    return found


def _declared(annotation: Any) -> tuple[Any, Argument | None]:
    """Return the type of a parameter, and how it is asked for if typer does not know it itself."""
    if get_origin(annotation) is not Annotated:
        return annotation, None
    python, argument = get_args(annotation)
    return python, argument if isinstance(argument, Argument) else None


def _as_option(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter as typer takes it."""
    python, argument = _declared(parameter.annotation)
    name, kind = parameter.name, inspect.Parameter.KEYWORD_ONLY
    if argument is None:
        return parameter.replace(kind=kind)
    flags = [f"--{name.rstrip('_').replace('_', '-')}"]
    settings: dict[str, Any] = {"help": argument.help, "metavar": argument.metavar}
    default = parameter.default
    if python is bool:
        flags += [argument.short] if argument.short else []
    elif python is FormatName:
        default = FormatName.TEXT
    elif argument.least is not None:
        settings |= whole_number(argument.least, argument.most)
    settings["autocompletion"] = _COMPLETIONS.get(name)
    return parameter.replace(
        kind=kind,
        default=default,
        annotation=Annotated[_typed(python), typer.Option(*flags, **settings)],
    )


def _typed(python: Any) -> Any:
    """Return the command line's type for a Python type."""
    kinds = [get_origin(kind) for kind in get_args(python)]
    if Mapping in kinds:
        return list[str] | None
    if Sequence in kinds:
        return str | None
    if os.PathLike in kinds:
        return Path | None
    return str | None if str in get_args(python) else python


def _read(value: Any, annotation: Any) -> Any:
    """Return what was typed as Python has it: lists of names, settings."""
    python, argument = _declared(annotation)
    if isinstance(value, Path | None) or argument is None or _typed(python) == python:
        return value
    if float in get_args(python):  # a number, or a text that says more
        return value
    if isinstance(value, list):
        from balance.scenario.overrides import read_settings

        return read_settings(value)
    return split_names(value, keep_empty=True)


def whole_number(low: int, high: int) -> dict[str, Any]:
    """Return the settings of an option that takes a whole number in a range."""

    def parse(text: str | int) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise typer.BadParameter(f"{text}: expected a whole number from {low} to {high:,}.")
        return number

    return {"metavar": "N", "parser": parse}  # not min and max: the help would print these numbers


def output(given: Mapping[str, Any]) -> "Output":
    """Return how a command prints its answer, from its options."""
    from balance.app.output import Output

    return Output(
        typed_command(), given.get("format") == FormatName.JSON,
        bool(given.get("verbose")), bool(given.get("open")), files_of(given),
    )  # fmt: skip


def files_of(given: Mapping[str, Any]) -> "ReportFiles":
    """Return which files are written beside a report, from a command's options."""
    from balance.app.report_files import ReportFiles

    return ReportFiles(**{one.name: bool(given.get(one.name)) for one in fields(ReportFiles)})


def reporter(given: Mapping[str, Any]) -> "Callable[[Run], None]":
    """Return the function that reports on a run, from a command's options.

    Raises
    ------
    typer.BadParameter
        If no report is wanted, but a form of it.
    """
    from balance.app.commands.report import report_nothing, report_on
    from balance.app.report_files import ReportFiles

    shown = output(given)
    if not given.get("no_report"):
        return partial(report_on, output=shown)
    for name in ("open", *(one.name for one in fields(ReportFiles))):
        if given.get(name):
            raise typer.BadParameter(
                "it needs a report; leave out --no-report.", param_hint=f"--{name}"
            )
    return partial(report_nothing, output=shown)


def typed_command() -> str:
    """Return the command line as it was typed."""
    from balance import portable

    return portable.command_line(["balance", *sys.argv[1:]])


def split_names(text: str | None, keep_empty: bool = False) -> tuple[str, ...]:
    """Return the names of a comma-separated list.

    Parameters
    ----------
    keep_empty : bool
        Whether to keep empty names, so that an error can name them.

    Raises
    ------
    typer.BadParameter
        If the name of a file has a comma.
    """
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    for first, end in combinations(range(len(names) + 1), 2):
        file = ",".join(names[first:end]).partition(":")[0]
        if "," in file and os.path.isfile(file):
            raise typer.BadParameter(
                f"{file}: commas separate names here; give the file a name without one."
            )
    return names if keep_empty else tuple(filter(None, names))


def read_points(text: str) -> float:
    """Return percentage points such as ``1pp`` as a share.

    Raises
    ------
    typer.BadParameter
        If it is none, or not between 0 and 50.
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(?:pp)?\s*", text)
    if match is None or not 0 < float(match[1]) <= 50:
        raise typer.BadParameter(f"{text}: expected percentage points above 0, up to 50, as 1pp.")
    return float(match[1]) / 100


def read_share(text: str) -> float:
    """Return a share such as ``25%``, or percentage points such as ``1pp``, as a part of one.

    Raises
    ------
    typer.BadParameter
        If it is none, or not between -100 and 100.
    """
    match = re.fullmatch(r"\s*(-?(?:\d+(?:\.\d+)?|\.\d+))\s*(?:%|pp)?\s*", text)
    if match is None or not -100 < float(match[1]) < 100:
        raise typer.BadParameter(f"{text}: expected a share below 100%, as 25%, or one as 1pp.")
    return float(match[1]) / 100
