"""Set-ups of described games: named ones, cards in play, and drawn ones."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.session import Session
from balance.errors import BalanceError
from balance.games.described import described_game
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

ROOT = Path(__file__).parents[3]
DOCKS = "examples/games/docks"
QUIET = (
    "rowboat", "skiff", "smack", "trawler", "barge", "cog", "brig", "carrack", "gondola", "yacht",
    "houseboat", "steamer",
)  # fmt: skip


def records(table: Mapping[str, Any], changed: Mapping[str, object]) -> NDArray[Any]:
    scenario = {
        "name": "some", "game": DOCKS, "bots": ["random"], "players": 2, "games": 60, "seed": 3,
        "table": table, "set": changed,
    }  # fmt: skip
    cell = prepare(Scenario.model_validate(scenario).at(ROOT / "some.toml")).cells[0]
    return Batches(cell.match).play(0, 60)


def test_a_set_up_plays_as_if_there_were_no_copy_of_the_others() -> None:
    boats = [card.id for card in load_game(DOCKS, ROOT).build_table(
        load_game(DOCKS, ROOT).options(), 2, {}, ROOT).cards]  # fmt: skip
    without = {f"boats.{boat}.count": 0 for boat in boats if boat not in QUIET}
    named = records({"setup": "quiet_waters"}, {})
    assert np.array_equal(named, records({}, without))
    assert np.array_equal(named, records({"boats": list(QUIET)}, {}))
    assert not np.array_equal(named, records({}, {}))
    assert np.array_equal(records({"setup": "all_boats"}, {}), records({}, {}))


def test_a_drawn_set_up_has_as_many_cards_as_are_to_be_drawn() -> None:
    game = load_game(DOCKS, ROOT)
    table = game.build_table(game.options(), 2, {}, ROOT)
    notes = {piece.id: piece.note for piece in table.cards}
    assert game.setups.sample is not None
    seen = set()
    for seed in range(30):
        setup = game.setups.sample(Random(seed), 2)
        of_kind = [
            word
            for boat in setup.pieces
            for word in notes[boat].split(", ")
            if word.startswith("kind ")
        ]
        assert {kind: of_kind.count(kind) for kind in of_kind} == {
            f"kind {kind}": 3 for kind in ("fishing", "trade", "pirate", "pleasure")
        }
        drawn = game.build_table(game.options(**setup.options), 2, {}, ROOT).array[0]
        assert (drawn.copies[: len(table.cards)] > 0).sum() == 12
        seen |= {setup.pieces}
    assert len(seen) > 20
    assert [piece.name for piece in game.setups.named()] == [
        "All boats", "Quiet waters", "Pirate bay", "Random",
    ]  # fmt: skip


def test_the_set_ups_that_a_game_names_are_recommended_but_not_the_random_one() -> None:
    game = load_game(DOCKS, ROOT)
    known = game.setups.recommended(2)
    assert list(known) == ["All boats", "Quiet waters", "Pirate bay"]
    quiet = game.build_table(game.options(**known["Quiet waters"]), 2, {}, ROOT)
    assert (quiet.array[0].copies[: len(quiet.cards)] > 0).sum() == 12


def test_the_random_set_up_is_drawn_for_every_game() -> None:
    game = load_game(DOCKS, ROOT)
    table = game.build_table(game.options(setup="random"), 2, {}, ROOT)
    kind_of = [piece.note.split(", ")[1] for piece in table.cards]
    times = np.zeros(len(table.cards), np.int64)
    session = Session(game, table, seed=3)
    for deal in range(400):
        session.begin(deal, (0, 1))
        zone = table.array[0].zones[0]
        copies = session.state.cards[zone.cell : zone.cell + len(table.cards)]
        drawn = np.flatnonzero(copies)
        assert sorted(kind_of[card] for card in drawn) == sorted(
            f"kind {kind}" for kind in ("fishing", "trade", "pirate", "pleasure") for _ in range(3)
        )
        assert (copies[drawn] == table.array[0].copies[drawn]).all()
        times[drawn] += 1
    of_kind = np.array([kind_of.count(kind) for kind in kind_of])
    spread = np.sqrt(400 * (3 / of_kind) * (1 - 3 / of_kind))
    assert (abs(times - 400 * 3 / of_kind) < 4 * spread).all()


def game_with(folder: Path, text: str) -> None:
    (folder / "cards.csv").write_text("id,name,kind\none,One,a\ntwo,Two,a\nthree,Three,b\n")
    (folder / "game.toml").write_text(f"""
name = "Some"
players = [2]
sheets = {{ cards = "cards.csv" }}
turn = "gain 1 coin"
each_player = {{ coins = 0 }}
endings = {{ over = "after round when round = 2" }}
score = {{ coins = "coins" }}
zones = {{ deck = {{ starts_with = "cards" }} }}
{text}
""")
    described_game(folder / "game.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[setups.some]\ncards = ['one', 'twoo']",
         "setups.some.cards: there is no card 'twoo': did you mean 'two'?"),
        ("[setups.some]\ncard = ['one']",
         "setups.some.card: no zone starts with the cards of such a sheet: did you mean 'cards'?"),
        ("[draw]\ncards = 4", "draw.cards: expected 4 cards; there are 3"),
        ("[draw]\ncards = { for_each = 'kind', count = 2 }",
         "draw.cards: expected 2 cards with kind b; there are 1"),
        ("[draw]\ncards = { for_each = 'kinds' }",
         "draw.cards.for_each: there is no column 'kinds': did you mean 'kind'?"),
        ("[draw]\nmarket = 1", "draw.market: no zone starts with the cards of such a sheet"),
    ],
)  # fmt: skip
def test_wrong_set_ups_are_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BalanceError) as error:
        game_with(tmp_path, text)
    assert said in str(error.value)


def test_unknown_cards_and_set_ups_of_a_scenario_are_named() -> None:
    with pytest.raises(BalanceError, match="boats: there is no card 'rowbot': did you mean 'rowb"):
        records({"boats": ["rowbot"]}, {})
    with pytest.raises(BalanceError, match="quiet_water"):
        records({"setup": "quiet_water"}, {})
