"""Records as Parquet."""

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pyarrow.dataset import dataset

from balance.analysis import records
from balance.analysis.records import join_records, record_columns, write_records
from tests.analysis.conftest import MakeMatch, MakeRecords


def test_a_row_says_what_one_seat_had_of_one_game(
    tmp_path: Path, make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, lineup=["x", "y"], cards=["axe", "bow"], objectives=["sun", "moon"])
    records = make_records(
        match, [[60, 0], [30, 30]], scores=[[9, 4], [5, 5]], rounds=[3, 4], ending=[1, 0],
        parts=[[[8, 1], [4, 0]], [[5, 0], [5, 0]]],
        dealt=[[[0, 1], [1, -1]]] * 2, kept=[[1, 1], [0, -1]],
        available=[[1, 1], [1, 0]],
        taken=[[[2, 0], [0, 1]], [[0, 0], [1, 0]]],
        rounds_taken=[[[5, 0], [0, 2]], [[0, 0], [4, 0]]],
    )  # fmt: skip
    write_records(records, match, tmp_path / "games.parquet")
    rows = pd.read_parquet(tmp_path / "games.parquet")
    assert rows["number"].tolist() == [0, 0, 1, 1]
    assert rows["deal"].tolist() == [0, 0, 0, 0]
    assert rows["rotation"].tolist() == [0, 0, 1, 1]
    assert rows["seat"].tolist() == [1, 2, 1, 2]
    assert rows["bot"].tolist() == ["x", "y", "y", "x"]
    assert rows["win"].tolist() == [1, 0, 0.5, 0.5]
    assert rows["score"].tolist() == [9, 4, 5, 5]
    assert rows["part_points"].tolist() == [8, 4, 5, 5]
    assert rows["part_goal"].tolist() == [1, 0, 0, 0]
    assert rows["ending"].tolist() == ["full", "full", "empty", "empty"]
    assert rows["dealt_1"].tolist() == ["sun", "moon", "sun", "moon"]
    assert rows["dealt_2"].isna().tolist() == [False, True, False, True]
    assert rows["kept"].tolist()[:3] == ["moon", "moon", "sun"]
    assert rows["kept"].isna().tolist() == [False, False, False, True]
    assert rows["taken_axe"].tolist() == [2, 0, 0, 1]
    assert rows["taken_bow"].fillna(-1).tolist() == [0, 1, -1, -1]
    assert rows["round_axe"].fillna(-1).tolist() == [2.5, -1, -1, 4]


def test_scores_as_the_last_round_began_stand_beside_the_final_ones(
    tmp_path: Path, make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, last_round=True)
    records = make_records(match, [[1, 0]], scores=[[9, 4]], before_last=[[3, 4]])
    write_records(records, match, tmp_path / "games.parquet")
    rows = pd.read_parquet(tmp_path / "games.parquet")
    assert rows["before_last"].tolist() == [3, 4]
    write_records(make_records(make_match(), [[1, 0]]), make_match(), tmp_path / "games.parquet")
    assert "before_last" not in pd.read_parquet(tmp_path / "games.parquet").columns


def test_the_rival_of_a_player_alone_stands_in_columns_of_its_own(
    tmp_path: Path, make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(1, objectives=["sun", "moon"], rival="Dark Lord")
    records = make_records(match, [[60], [0]], scores=[[9, 4], [5, 7]], kept=[[0, 1], [1, -1]])
    write_records(records, match, tmp_path / "games.parquet")
    rows = pd.read_parquet(tmp_path / "games.parquet")
    assert rows["score"].tolist() == [9, 5]
    assert rows["rival_score"].tolist() == [4, 7]
    assert rows["rival_kept"].tolist()[0] == "moon"
    assert rows["rival_kept"].isna().tolist() == [False, True]


def test_a_game_without_cards_and_objectives_has_no_such_columns(
    tmp_path: Path, make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2)
    write_records(make_records(match, [[1, 0]]), match, tmp_path / "games.parquet")
    names = pd.read_parquet(tmp_path / "games.parquet").columns
    assert "kept" not in names
    assert not any(name.startswith("taken_") for name in names)


def test_cards_in_a_record_of_a_table_without_cards_have_no_columns(
    tmp_path: Path, make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2, cards=["axe"])
    match = replace(match, game_table=replace(match.game_table, cards=()))
    write_records(make_records(match, [[1, 0]]), match, tmp_path / "games.parquet")
    rows = pd.read_parquet(tmp_path / "games.parquet")
    assert len(rows) == 2
    assert not any(str(name).startswith("taken_") for name in rows)


def test_parts_have_columns_of_their_own_in_any_alphabet_or_none_if_they_do_not_exist(
    tmp_path: Path, make_match: MakeMatch, make_records: MakeRecords
) -> None:
    match = make_match(seats=2)
    for parts, columns in (
        (("монеты", "урожай"), ["part_монеты", "part_урожай"]),
        (("Gold!", "gold?"), ["part_gold_", "part_gold__2"]),
        (("gold", ""), ["part_gold"]),
    ):
        one = replace(match, game=replace(match.game, parts=parts))
        records = make_records(one, [[1, 0]], parts=[[[8, 1], [4, 0]]])
        write_records(records, one, tmp_path / "seat=7.parquet")
        rows = dataset(tmp_path / "seat=7.parquet").to_table().to_pandas()
        assert [name for name in rows if str(name).startswith("part_")] == columns
        assert rows[columns].values.tolist() == [[8, 1][: len(columns)], [4, 0][: len(columns)]]
        assert [each["name"] for each in record_columns(one)] == list(rows)


def test_many_games_are_written_piece_by_piece(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make_match: MakeMatch,
    make_records: MakeRecords,
) -> None:
    monkeypatch.setattr(records, "GAMES_AT_ONCE", 4)
    match = make_match(seats=2, cards=["axe"])
    taken = np.arange(20).reshape(10, 2, 1) % 3
    write_records(make_records(match, [[1, 0]] * 10, taken=taken), match, tmp_path / "g.parquet")
    rows = pd.read_parquet(tmp_path / "g.parquet")
    assert rows["number"].tolist() == [game for game in range(10) for _ in range(2)]
    assert rows["taken_axe"].fillna(0).tolist() == taken.ravel().tolist()


@pytest.mark.parametrize("cuts", [(0, 10), (0, 3, 10), (0, 1, 2, 7, 9, 10)])
def test_joined_files_are_the_same_to_the_byte_however_they_were_cut(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make_match: MakeMatch,
    make_records: MakeRecords,
    cuts: tuple[int, ...],
) -> None:
    monkeypatch.setattr(records, "GAMES_AT_ONCE", 4)
    match = make_match(seats=2, lineup=["x", "y"], cards=["axe", "bow"], objectives=["sun", "moon"])
    games = make_records(
        match, [[60, 0]] * 10, taken=np.arange(40).reshape(10, 2, 2) % 3,
        available=np.arange(20).reshape(10, 2) % 2, ending=[0] * 9 + [1],
        kept=[[0, -1]] * 6 + [[1, 0]] * 4,
    )  # fmt: skip
    whole, joined, parts = tmp_path / "whole", tmp_path / "joined", []
    write_records(games, match, whole)
    for first, last in itertools.pairwise(cuts):
        parts.append(tmp_path / f"{first}")
        write_records(games[first:last], match, parts[-1])
    join_records(parts, match, joined)
    assert joined.read_bytes() == whole.read_bytes()
