"""What cards go with, on made-up records with known answers."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from balance.analysis.metrics.cards import applies, table, tally
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.engine.layout import WIN
from balance.scenario.match import Match
from tests.analysis.conftest import MakeMatch, MakeRecords


def table_of(records: NDArray[Any], match: Match) -> pd.DataFrame:
    """Return the table of cards in some games."""
    return table(tally(records, match), tally_folds(records, match), match)


def random_records(make_records: MakeRecords, match: Match, games: int, seed: int) -> NDArray[Any]:
    """Return games in which cards are taken at random and nothing comes of it."""
    rng = np.random.default_rng(seed)
    seats, kinds = match.game_table.num_seats, len(match.game_table.cards)
    taken = rng.poisson(0.6, (games, seats, kinds))
    available = np.ones((games, kinds), int)
    available[:, -1] = rng.integers(0, 2, games)
    taken *= available[:, None, :]
    return make_records(
        match, np.eye(seats, dtype=int)[rng.integers(0, seats, games)],
        taken=taken, available=available, rounds_taken=taken * 3,
    )  # fmt: skip


def test_every_number_of_a_small_example_is_as_counted_by_hand(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, cards=["sword", "shield", "crown"])
    records = make_records(
        match,
        [[1, 0], [1, 0], [0, 1], [0, 1]],
        available=[[1, 1, 0], [1, 1, 0], [1, 0, 0], [1, 0, 0]],
        taken=[
            [[2, 0, 0], [0, 0, 0]],
            [[1, 1, 0], [1, 0, 0]],
            [[0, 0, 0], [0, 0, 0]],
            [[3, 0, 0], [1, 0, 0]],
        ],
        rounds_taken=[
            [[5, 0, 0], [0, 0, 0]],
            [[4, 6, 0], [2, 0, 0]],
            [[0, 0, 0], [0, 0, 0]],
            [[9, 0, 0], [4, 0, 0]],
        ],
    )
    rows = table_of(records, match).set_index("id")
    assert rows.index.tolist() == ["sword", "shield"]  # the crown never was available
    sword, shield = rows.loc["sword"], rows.loc["shield"]
    assert (sword["games"], sword["seats_with"], sword["copies"]) == (4, 5, 8)
    assert sword["taken_value"] == 0.75
    assert sword["copies_value"] == 2
    assert sword["seats_value"] == 5 / 8
    assert sword["held_value"] == 8 / 5
    assert sword["winners_value"] == 1  # 2, 1, 0 and 1
    assert sword["others_value"] == 1  # 0, 1, 0 and 3
    assert sword["with_value"] == 3 / 5
    assert sword["without_value"] == 1 / 3
    assert sword["difference_value"] == pytest.approx(3 / 5 - 1 / 3)
    assert sword["round_value"] == 3
    assert shield["available_value"] == 0.5
    assert shield["with_value"] == 1
    assert shield["without_value"] == 1 / 3
    assert (sword["card"], sword["kind"], sword["note"]) == ("Sword", "Card", "1 coin")


def test_a_card_that_helps_nobody_shows_no_difference(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=4, cards=["a", "b", "c", "d", "e"])
    held = 0
    for seed in range(40):
        rows = table_of(random_records(make_records, match, 400, seed), match)
        held += int(((rows["difference_low"] < 0) & (rows["difference_high"] > 0)).sum())
    assert 180 <= held <= 198  # of 200, about 190


def test_a_difference_from_a_handful_of_seats_has_no_interval(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, cards=["all", "most"])
    rng = np.random.default_rng(1)
    winners = rng.integers(0, 2, 600)
    taken = np.ones((600, 2, 2), int)
    taken[np.arange(20), 1 - winners[:20], 0] = 0  # twenty losers without it: it looks all but sure
    taken[np.arange(40), 1 - winners[:40], 1] = 0
    records = make_records(match, np.eye(2, dtype=int)[winners], taken=taken)
    few, more = table_of(records, match).to_dict("records")
    assert few["difference_value"] > 0.5
    assert np.isnan([few["difference_low"], few["difference_high"], few["q"]]).all()
    assert more["difference_low"] > 0.4
    assert more["q"] < 0.001


def test_a_card_that_wins_is_found_among_others(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, cards=["luck", "dud", "rare"])
    records = random_records(make_records, match, 2000, seed=1)
    better = records["taken"][:, :2, 0].argmax(axis=1)
    helped = np.random.default_rng(2).random(2000) < 0.4
    records["wins"][helped, :2] = np.eye(2, dtype=int)[better[helped]] * WIN
    luck, dud, _ = table_of(records, match).to_dict("records")
    assert luck["difference_low"] > 0.05
    assert luck["q"] < 0.001
    assert dud["q"] > 0.01
    assert luck["winners_low"] > luck["others_high"]


@pytest.mark.parametrize("lineup", [(), ("a", "b")])
def test_sums_are_the_same_however_games_are_gathered(
    make_match: MakeMatch,
    make_records: MakeRecords,
    lineup: tuple[str, ...],
) -> None:
    match = make_match(seats=2, lineup=lineup, cards=["a", "b"])
    records = random_records(make_records, match, 100, seed=3)
    whole = tally(records, match).arrays()
    few = (tally(records[:34], match) + tally(records[34:], match)).arrays()
    assert all((few[name] == whole[name]).all() for name in whole)


def test_a_card_that_was_taken_was_available(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, cards=["a"])
    records = make_records(match, [[1, 0]] * 3, taken=[[[1], [0]]] * 3)
    assert table_of(records, match).loc[0, "games"] == 3


def test_a_game_without_cards_is_not_asked(make_match: MakeMatch) -> None:
    assert not applies(make_match())
    assert applies(make_match(cards=["a"]))


def test_wins_go_by_how_many_copies_a_seat_took(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, cards=["sword", "crown"])
    records = make_records(
        match,
        [[1, 0], [1, 0], [0, 1], [0, 1]],
        available=np.ones((4, 2), int),
        taken=[
            [[2, 1], [0, 0]],
            [[1, 0], [1, 0]],
            [[0, 0], [4, 1]],
            [[3, 0], [1, 0]],
        ],
    )
    sword, crown = table_of(records, match).to_dict("records")
    assert [sword[f"dose_{dose}_value"] for dose in (1, 2, 3)] == [2 / 3, 1, 1 / 2]
    assert crown["dose_1_value"] == crown["with_value"] == 1
    assert np.isnan([crown["dose_2_value"], crown["dose_3_low"]]).all()
    assert sword["never_value"] == 0
    assert crown["never_value"] == 0.5
    assert crown["never_low"] < 0.5 < crown["never_high"]
