"""What `balance diff` puts first where a card was changed."""

import json
from pathlib import Path

from tests.program import run_here


def test_the_changed_card_comes_before_what_is_clearer(toy_file: Path) -> None:
    folder = toy_file.parent
    for words in ("--out was", "--out now --set cards.charm.price=6"):
        played = f"run {toy_file.name} --games 2000 {words}"
        done = run_here(*played.split(), folder=folder)
        assert done.returncode == 0, done.stderr
    done = run_here("diff", "was", "now", "--format", "json", folder=folder)
    rows = json.loads(done.stdout)["tables"][0]["rows"]
    changed = [row["is_changed"] for row in rows]
    assert set(changed) == {True, False}
    assert changed == sorted(changed, reverse=True)
    assert {row["id"] for row in rows if row["is_changed"]} == {"charm"}
    said = " ".join(run_here("diff", "was", "now", folder=folder).stdout.split())
    assert said.index("Players take the Charm in ") < said.index("estimates differ by more")
    assert "Changed: " in said
