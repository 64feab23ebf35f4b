"""One name, one thing: no two public classes of the package have the same name."""

import ast
from collections import defaultdict

from tests.conftest import ROOT


def test_no_two_classes_have_one_name():
    homes = defaultdict(list)
    for path in sorted((ROOT / "balance").rglob("*.py")):
        if "games" in path.relative_to(ROOT).parts:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
