import json
import os
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import pytest

from tests.mutants.__main__ import sample
from tests.mutants.forks import in_forks
from tests.mutants.operators import mutants_of
from tests.mutants.planting import mutants_in
from tests.mutants.results import Result, read_reviewed, table, wrongly_judged
from tests.mutants.targets import ROOT, TARGETS

RULE = """
from enum import IntEnum
class Good(IntEnum):
    GOLD = 0
    MAGIC = 1
MOST = 5

def pay(goods: list[int], seat: int, price: int) -> bool:
    \"\"\"Pay, if it can be paid.\"\"\"
    if goods[Good.GOLD] < price and seat != MOST:
        return False
    goods[Good.GOLD] -= price
    move(seat, price)
    return price > 0
"""


@pytest.fixture(scope="module")
def texts():
    names: dict[str, object] = {}
    exec(RULE, names)
    return [mutant.text for mutant in mutants_of(RULE, "rule.py", names)]


@pytest.mark.parametrize(
    "text",
    [
        "if <<goods[Good.GOLD] < price -> goods[Good.GOLD] <= price>> and seat != MOST:",
        "if goods[<<Good.GOLD -> Good.MAGIC>>] < price and seat != MOST:",
        "if goods[Good.GOLD] < price and seat != <<MOST -> MOST + 1>>:",
        "if <<goods[Good.GOLD] < price and seat != MOST -> goods[Good.GOLD] < price or "
        "seat != MOST>>:",
        "if <<goods[Good.GOLD] < price and seat != MOST -> not (goods[Good.GOLD] < price and "
        "seat != MOST)>>:",
        "return <<False -> True>>",
        "<<goods[Good.GOLD] -= price -> nothing>>",
        "<<goods[Good.GOLD] -= price -> goods[Good.GOLD] += price>>",
        "<<move(seat, price) -> nothing>>",
        "<<move(seat, price) -> move(price, seat)>>",
        "return <<price > 0 -> price >= 0>>",
        "return price > <<0 -> 1>>",
        "return <<price > 0 -> True>>",
    ],
)
def test_a_rule_can_be_wrong_in_many_ways(texts, text):
    assert text in texts


def test_each_mistake_has_a_name_of_its_own(texts):
    assert max(Counter(texts).values()) == 1


def test_the_same_statement_twice_is_numbered():
    rule = "def draw(deck):\n    deck.pop()\n    deck.pop()\n"
    first, second = mutants_of(rule, "rule.py", {})
    assert (first.text, second.text) == (
        "<<deck.pop() -> nothing>>",
        "<<deck.pop() -> nothing>> #2",
    )


def test_a_larger_sample_holds_a_smaller_one():
    mutants = {
        file: [SimpleNamespace(key=f"{file} {i}") for i in range(count)]
        for file, count in (("a", 30), ("b", 70), ("c", 1))
    }
    some, more = ({mutant.key for mutant in sample(mutants, size, seed=1)} for size in (20, 40))
    assert some < more
    assert Counter(key[0] for key in some) == {"a": 6, "b": 14, "c": 1}
    assert some != {mutant.key for mutant in sample(mutants, 20, seed=2)}


@pytest.mark.system
def test_work_in_a_fork_changes_nothing_here():
    kept: list[int] = []

    def work(job, send):
        kept.append(job)
        send(sum(kept))

    forks = list(in_forks(iter([1, 2, 3]), work, workers=2))
    assert sorted((fork.job, *fork.said, fork.exitcode) for fork in forks) == [
        (1, 1, 0),
        (2, 2, 0),
        (3, 3, 0),
    ]
    assert kept == []


def result(key, verdict):
    return Result(key, "balance/games/x/rule.py", "comparison", 1, verdict, None, 1, 0.1)


def test_what_is_judged_to_be_no_mistake_is_counted_apart():
    results = [result(str(i), "caught") for i in range(17)]
    results += [result("a", "survived"), result("b", "survived"), result("c", "never run")]
    told = table(results, {"a": "No game can tell."}, {"balance/games/x/rule.py": 40})
    assert "| x/rule.py | 40 | 20 | 17 | 1 | 2 | 89.5 % (" in told
    assert ") | 85.0 % (" in told
    assert wrongly_judged(results, {"a": "No game can tell.", "3": "So it seemed."}) == ["3"]


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_judged_mutants_are_there_and_have_reasons(target):
    keys = {mutant.key for file in target.sources() for mutant in mutants_in(ROOT, file)}
    judged = read_reviewed(target.reviewed)
    assert not judged.keys() - keys
    assert all(len(reason) > 20 for reason in judged.values())


@pytest.mark.system
def test_planted_mistakes_are_caught_and_holes_found(tmp_path):
    out = tmp_path / "toy.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", "toy", "--out", out],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": ""},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    verdicts = {
        each["key"].split(" ", 1)[1]: each["verdict"]
        for each in map(json.loads, out.read_text().splitlines())
    }
    assert verdicts["winner: if <<hands[seat] > hands[best] -> hands[seat] >= hands[best]>>:"] == (
        "caught"
    )
    assert verdicts["winner: for seat in <<range(len(hands)) -> range(1, len(hands))>>:"] == (
        "survived"
    )
    assert verdicts["is_shared: return hands.count(hands[best]) > <<1 -> 2>>"] == "never run"
    assert "caught by another test" in done.stdout
