"""What bots score, take and keep, on made-up records with known answers."""

import numpy as np

from balance.analysis.metrics.bots import applies, cards, objectives, parts, tally
from tests.analysis.conftest import MakeMatch, MakeRecords


def test_each_bot_is_followed_through_the_rotations(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(2, ["fox", "cat"], cards=["axe", "bow"], objectives=["sun", "moon", "star"])
    # Rotation 0 seats the fox first, rotation 1 the cat: what the fox does is always the same.
    fox, cat = {"taken": [2, 0], "parts": [9, 1]}, {"taken": [0, 1], "parts": [4, 0]}
    records = make_records(
        match, [[1, 0], [0, 1]] * 20,
        scores=[[10, 4], [4, 10]] * 20,
        parts=[[fox["parts"], cat["parts"]], [cat["parts"], fox["parts"]]] * 20,
        taken=[[fox["taken"], cat["taken"]], [cat["taken"], fox["taken"]]] * 20,
        available=[[1, 0], [1, 1]] * 20,  # the bow of the first game was taken all the same
        dealt=[[[0, 1], [1, 2]], [[1, 2], [0, 1]]] * 20,
        kept=[[0, 1], [2, 0]] * 20,
        fulfilled=[[1, 0], [3, 1]] * 20,
    )  # fmt: skip
    sums = tally(records, match)
    assert sums.problem(sums, 20) == ""
    rows = parts(sums, match)
    assert rows[["bot", "part", "value", "deals"]].to_numpy().tolist() == [
        ["fox", "points", 9, 20], ["fox", "goal", 1, 20],
        ["cat", "points", 4, 20], ["cat", "goal", 0, 20],
    ]  # fmt: skip
    rows = cards(sums, match)
    assert rows[["bot", "id", "bot_copies_value"]].to_numpy().tolist() == [
        ["fox", "axe", 2], ["fox", "bow", 0], ["cat", "axe", 0], ["cat", "bow", 1]
    ]  # fmt: skip
    rows = objectives(sums, match).set_index(["bot", "id"])
    np.testing.assert_array_equal(rows["keep_value"], [1, 0, np.nan, np.nan, 0.5, 0.5])
    np.testing.assert_array_equal(rows["fulfilled_value"], [1, *[np.nan] * 3, 0, 1])
    np.testing.assert_array_equal(rows["points_value"], [1, *[np.nan] * 3, 0, 3])


def test_a_bot_with_two_seats_counts_both_and_a_card_that_was_not_there_counts_nothing(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(3, ["twice", "twice", "once"], cards=["axe", "bow"])
    records = make_records(
        match, [[1, 0, 0]] * 30,
        taken=[[[1, 0], [3, 0], [0, 0]], [[0, 0], [1, 0], [3, 0]], [[3, 0], [0, 0], [1, 0]]] * 10,
        available=[[1, 0]] * 30,
    )  # fmt: skip
    rows = cards(tally(records, match), match)
    assert rows[["bot", "id", "bot_copies_value"]].to_numpy().tolist() == [
        ["twice", "axe", 2], ["once", "axe", 0]
    ]  # fmt: skip


def test_games_that_points_did_not_decide_have_no_parts(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(2, ["fox", "cat"], unscored=["full"])
    records = make_records(
        match, [[1, 0], [0, 1]] * 20, ending=[0, 1] * 20, parts=[[[5, 0], [7, 0]]] * 40
    )
    assert parts(tally(records, match), match)["value"].tolist() == [5, 7]


def test_one_bot_in_all_seats_has_nothing_to_be_compared_with(make_match: MakeMatch) -> None:
    assert not applies(make_match(2))
    assert applies(make_match(2, ["fox", "cat"]))
