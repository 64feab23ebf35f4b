"""Reports of runs in which nothing differs, nobody wins, or hardly anything was played."""

import re
from pathlib import Path

import pytest

from balance.app.commands.report import metrics_for, report_data
from balance.report.number_format import NOTHING
from balance.report.page import sections_of
from balance.report.section import Section
from balance.runner import batches, takings, trajectories
from balance.runner.run import read_run
from balance.selftest.toy_studies import HERE, TOY
from tests.program import run_here

EVEN = "table.sides = 1\ntable.goals = [0, 0, 0]\n"  # all throws and goals are the same
SHUNNED = "set.cards.charm.price = 99\nset.cards.bell.price = 99\n"
KINDS = {
    "all shared": EVEN,
    "all won by one seat": "table.sides = 1\ntable.first = 500\n",
    "one game": "games = 1\n",
    "one deal of two games": 'games = 2\nbots = ["thrifty", "random"]\n',
    "nothing taken": SHUNNED,
    "nothing taken and all shared": EVEN + SHUNNED,
    "scores below 0": 'set.cards.charm.price = 300\nbots = "random"\n',
    "all cut off": "",
    "some cut off": "variants = [{name = 'three', players = 3}]\n",
}
LIMITS = {"all cut off": 1, "some cut off": 7}  # decisions; a player makes three in a game
MORE = {
    "with experiments": 'designs = ["all"]\nhalfwidth = 20.0\n',
    "with two cells": "grid.'cards.crown.price' = [1, 9]\nrounds = [1, 2]\n"
    'sections = ["seats", "pace", "shape", "skill", "objectives", "cards", "comparison"]\n',
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BALANCE_TRUST", str(HERE))
    return tmp_path


def report_of(folder: Path, text: str) -> tuple[str, tuple[Section, ...]]:
    """Run a scenario of the toy game of 260 games; return the text and sections of its report."""
    lines = {"games": "games = 260\n", "bots": 'bots = "thrifty"\n'}
    lines = {key: line for key, line in lines.items() if f"{key} =" not in text}
    (folder / "toy.toml").write_text(
        f'name = "toy"\ngame = "{(HERE / TOY).as_posix()}"\nplayers = 2\nseed = 1\n'
        f"{''.join(lines.values())}{text}",
        encoding="utf-8",
    )
    done = run_here("run", "toy.toml", folder=folder)
    assert done.returncode == 0, done.stderr
    (page,) = folder.rglob("index.html")
    seen = re.sub(r"(?s)<(style|script).*?</\1>", " ", page.read_text(encoding="utf-8"))
    run = read_run(page.parent, metrics_for)
    return re.sub(r"<[^>]+>", " ", seen), sections_of(report_data(run))


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        (kind, more) for kind in KINDS for more in MORE
        # experiments need one bot in all seats, and a scenario has variants or a grid
        if (kind, more) not in [
            ("one deal of two games", "with experiments"), ("some cut off", "with two cells")
        ]
    ],
)  # fmt: skip
def test_a_degenerate_run_has_a_report_whose_sentences_have_numbers(
    folder, monkeypatch, kind, more
):
    for module in (batches, takings, trajectories):
        monkeypatch.setattr(module, "MAX_DECISIONS", LIMITS.get(kind, module.MAX_DECISIONS))
    text, sections = report_of(folder, KINDS[kind] + MORE[more])
    assert not re.findall(r"(?<![\w-])(?:nan|inf|None)(?! of these)(?![\w-])", text)
    said = [one.text for section in sections for one in (*section.findings, *section.key_findings)]
    assert said
    assert not [one for one in said if NOTHING in one]
