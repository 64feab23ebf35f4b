"""One name, one thing: no two public classes or functions of the package have the same name."""

import ast
from collections import defaultdict

from tests.conftest import ROOT

INTERFACES = {
    "tally", "applies", "table",  # of a metric
    "by_seat", "endings", "outcomes", "parts", "scores", "strengths",  # tables that metrics share
    "build", "findings_of", "key_findings_of", "pictures_of",  # of a section
    "build_table",  # of a game
    "plan",  # the command, and the bot `planner`
}  # fmt: skip


def homes(kind, *without):
    """Return the files of each public definition, by its name, without those of some packages."""
    found = defaultdict(list)
    for path in sorted((ROOT / "balance").rglob("*.py")):
        name = path.relative_to(ROOT / "balance")
        if name.parts[0] in ("games", *without) or "starter_game" in name.parts:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, kind) and not node.name.startswith("_"):
                found[node.name].append(name.as_posix())
    return {name: files for name, files in found.items() if len(files) > 1}


def test_no_two_classes_have_one_name():
    assert homes(ast.ClassDef) == {}


def test_functions_of_one_name_are_one_interface():
    """A command has its name in `cli` and `api` as well as where it is carried out."""
    assert set(homes(ast.FunctionDef, "cli", "api")) == INTERFACES


def test_a_ban_has_one_name_in_the_state_and_the_rules_of_each_game():
    for folder in sorted((ROOT / "balance" / "games").glob("*/services/experiments.py")):
        game = folder.parent.parent
        assert '("banned"' in (game / "layout.py").read_text(encoding="utf-8"), game.name
        rules = [path for path in (game / "rules").glob("*.py") if ".banned" in path.read_text()]
        assert {path.stem for path in rules} > {"setup"}, game.name
