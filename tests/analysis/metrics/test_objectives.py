"""Strength of objectives, on made-up records with known answers."""

from balance.analysis.metrics.fold_sums import tally
from balance.analysis.metrics.objectives import applies, table
from tests.analysis.conftest import MakeMatch, MakeRecords


def test_dealt_kept_and_points_are_told_apart(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, objectives=["sun", "moon", "star", "comet", "void"])
    records = make_records(
        match,
        [[1, 0]] * 3 + [[0, 1]],
        dealt=[[[0, 1], [2, 3]]] * 4,
        kept=[[0, 2], [0, 2], [1, 3], [1, 2]],
        fulfilled=[[10, 1], [20, 2], [3, 3], [4, 4]],
        scores=[[50, 40], [60, 40], [70, 40], [30, 40]],
    )
    rows = table(tally(records, match), match).set_index("id")
    assert rows.index.tolist() == ["sun", "moon", "star", "comet"]  # void was never dealt
    assert rows["objective"].tolist() == ["Sun", "Moon", "Star", "Comet"]
    assert rows["seats_dealt"].tolist() == [4, 4, 4, 4]
    assert rows["seats_kept"].tolist() == [2, 2, 3, 1]
    assert rows["keep_value"].tolist() == [0.5, 0.5, 0.75, 0.25]
    assert rows["dealt_value"].tolist() == [0.75, 0.75, 0.25, 0.25]
    assert rows["kept_value"].tolist() == [1, 0.5, 1 / 3, 0]
    assert rows.loc["sun", "points_value"] == 15
    assert rows.loc["sun", "score_value"] == 55
    assert "forced_value" not in rows


def test_assigned_objectives_of_a_variant_stand_beside(
    make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, objectives=["sun", "moon"])
    records = make_records(match, [[1, 0]] * 4, dealt=[[[0, 1], [1, 0]]] * 4, kept=[[0, 1]] * 4)
    free = tally(records, match)
    assigned = tally(
        make_records(match, [[0, 1]] * 4, dealt=[[[0, -1], [1, -1]]] * 4, kept=[[0, 1]] * 4), match
    )
    assert assigned.is_assigned
    assert not free.is_assigned
    rows = table(free, match, assigned)
    assert rows["kept_value"].tolist() == [1, 0]
    assert rows["forced_value"].tolist() == [0, 1]


def test_a_game_without_objectives_is_not_asked(make_match: MakeMatch) -> None:
    assert not applies(make_match())
    assert applies(make_match(objectives=["sun"]))
