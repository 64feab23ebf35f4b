"""Comments at the end of lines: each says something of its own line."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"  # (?!fmt|noqa|type:)(.+)$")


def test_neighbouring_lines_do_not_share_a_comment() -> None:
    shared = []
    for path in sorted((ROOT / "balance").rglob("*.py")):
        before = None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = COMMENT.search(line)
            if found and before and found[1] == before[1]:
                shared.append(f"{path.relative_to(ROOT)}, line {number}: {found[1]}")
            before = found
    assert shared == []
