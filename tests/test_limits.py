"""What is too much is refused in a sentence that names the limit."""

import re
from pathlib import Path

import pytest

from balance import limits
from balance.error_messages import checked
from balance.errors import BalanceError
from balance.games.dominion.table.options import Options as Dominion
from balance.games.valeria.table.options import Options as Valeria
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

SHOWN = {
    "MOST_GAMES": "10^10",
    "MAX_SEED": "2^63 - 1",
    "MOST_BYTES": "10 MB",
    "MOST_TOML_BYTES": "1 MB",
    "MOST_WORKBOOK_BYTES": "20 MB",
    "MOST_ARRAY_BYTES": "200 MB",
    "MOST_WEIGHT": "10^9",
}
DOCS = Path(__file__).parents[1] / "docs/reference/trust.md"
DOMINION = {"name": "x", "game": "dominion", "players": 2, "bots": "random"}


def refusal(values):
    with pytest.raises(BalanceError) as error:
        prepare(checked(Scenario, values, "x.toml"))
    return str(error.value)


@pytest.mark.parametrize(
    ("key", "value", "limit"),
    [("games", 10**18, "10000000000 or less"), ("games", 10**30, r"between -2\^64 and 2\^64"),
     ("players", 40, "is for 2, 3, 4 players|is for 1, 2, 3, 4 players"),
     ("players", 10**9, "100 or less"), ("seed", 2**63, "9223372036854775807 or less"),
     ("bots", ["random"] * 101, "at most 100"), ("name", "x" * 101, "100 characters at most"),
     ("bots", "planner:" + "9" * 5000, "that takes a number|from 1 to 1,000,000"),
     ("bots", [{"bot": "random", "label": "x" * 101}], "100 characters at most"),
     ("bots", [{"bot": "random", "label": "a\nb"}], "a text of one line"),
     ("bots", [{"bot": "random", "weights": {"a": 1e308}}], "1000000000.0 or less"),
     ("grid", {"max_rounds": list(range(1, 10**5))}, "at most 200 variants"),
     ("grid", {"a": list(range(20)), "b": list(range(20))}, "400 variants, where a run has"),
     ("variants", [{"name": f"v{n}", "players": 3} for n in range(1000)], "at most 200"),
     ("variants", [{"name": "..", "players": 3}], "a letter or a digit"),
     ("variants", [{"name": "v" * 501, "players": 3}], "500 characters at most"),
     ("until", "halfwidth<" + "9" * 400, "below 1,000"),
     ("require", ["seat_gap < 2pp"] * 1001, "at most 1000"),
     ("question", "x" * 10_001, "10,000 characters at most"),
     ("set", {"a.b": 1, "a": {"b": 2}}, "is there twice"),
     ("set", {"cards.smithy.cost": 10**9}, "from 0 to 99"),
     ("set", {"cards.smithy.pile_2p": 10**6}, "from 1 to 60"),
     ("set", {"cards.smithy.name": "x" * 10**4}, "2,000 at most"),
     ("set", {"cards.smithy.name": "x" * 101}, "a line of 100 characters at most"),
     ("set", {"cards.smithy.name": "\x1b[31m"}, "control characters"),
     ("table", {"max_rounds": 10**9}, "200 or less"),
     ("table", {"extra_coins": [10**9]}, "99 or less")],
)  # fmt: skip
def test_absurd_values_are_refused_with_the_limit_named(key, value, limit):
    said = refusal({**DOMINION, key: value})
    assert re.search(limit, said), said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("cell", "value", "limit"),
    [("citizens.knight.cost", 10**9, "from 0 to 99"), ("citizens.knight.count", 10**6, "0 to 9999"),
     ("domains.shattered_hand.worker", 100, "from 0 to 99"), ("start_gold", 10**9, "99 or less"),
     ("dukes.reese_the_firebrand.scoring", "999 vp per icon[role=worker]", ""),
     ("citizens.knight.effect_active", "1000 gold", "from 1 to 999")],
)  # fmt: skip
def test_absurd_numbers_of_valeria_are_refused_with_the_limit_named(cell, value, limit):
    values = {"name": "x", "game": "valeria", "players": 2, "bots": "random", "set": {cell: value}}
    if limit:
        assert limit in refusal(values)
    else:
        values["set"]["domains.shattered_hand.worker"] = 99
        assert "99 points to a Duke" not in refusal(values)
        assert "expected 32,767 at most" in refusal(values)


def test_every_limit_stands_in_the_docs():
    text = DOCS.read_text(encoding="utf-8")
    for name, value in vars(limits).items():
        if name.isupper():
            shown = SHOWN.get(name, f"{value:,}" if isinstance(value, int) else f"{value:g}")
            assert f"| {shown} " in text, f"{name} = {shown}"


def test_options_of_games_are_bounded():
    for options, values in (
        (Valeria, {"start_gold": 10**9}), (Valeria, {"extra_gold": [-1]}),
        (Dominion, {"solo_target": 9}), (Dominion, {"max_rounds": 201}),
    ):  # fmt: skip
        with pytest.raises(BalanceError, match="expected"):
            checked(options, values, "[table]")
