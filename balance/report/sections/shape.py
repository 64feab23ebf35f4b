"""The shape of games: how long they stay open, who leads when, which are worth opening."""

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import SHARE
from balance.analysis.game_shape import (
    CLOSE,
    DECIDED,
    GameFlow,
    by_round,
    game_flow,
    in_numbers,
    leaders,
    side_by_side,
    worth_opening,
)
from balance.analysis.win_chances import (
    FEWEST_DEALS,
    FEWEST_GAMES,
    WinChances,
    calibrated,
    errors,
    win_chances,
)
from balance.report.number_format import with_interval
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Section, Style, Table
from balance.report.sections.shape_drawn import pictures_of
from balance.runner.trajectories import Trajectories, why_no_trajectories, why_not

MOST_CELLS = 24  # side by side
_KINDS = {"dramatic": "most dramatic", "long": "longest", "lopsided": "most lopsided"}


def build(data: ReportData) -> Section | None:
    """Return the section on the shape of games; None where no games were followed."""
    told = _told_of(data)
    if told is None:
        return _untold(data)
    assert told.trajectories is not None
    found = win_chances(told.trajectories)
    if not len(found.starts):
        return _few(told.trajectories)
    course = game_flow(found)
    numbers, lead = in_numbers(found, course, data.rounds), leaders(found)
    rounds = by_round(found, told.trajectories.names)
    tables = [_shape(numbers, found), _leading(lead)]
    if found.is_modelled:
        tables.append(_calibration(found))
    tables += _rounds(rounds, told.trajectories)
    tables.append(_opening(found, course, told.trajectories))
    followed = [one for one in data.variants if one.trajectories is not None][:MOST_CELLS]
    if len(followed) > 1:
        tables.insert(1, _cells(followed))
    return Section(
        "shape",
        f"Shape of the game: {told.name}" if data.is_comparison else "Shape of the game",
        _finding(numbers, lead, found, data.rounds),
        tuple(tables),
        tuple(pictures_of(found, rounds, told.trajectories.names, data.rounds)),
        _warning(found),
        _verdicts(numbers, data.rounds, found),
    )


def _told_of(data: ReportData) -> CellResult | None:
    """Return the variant told of: as of the course of games, else the first that was followed."""
    about = data.about("pace")
    if about is not None and about.trajectories is not None:
        return about
    return next((one for one in data.variants if one.trajectories is not None), None)


def _untold(data: ReportData) -> Section | None:
    """Return the section that says why no games were followed, if bots are the reason."""
    match = data.baseline.match
    reason = why_not(match)
    if not reason or why_no_trajectories(match) != reason:
        return None
    return Section("shape", "Shape of the game", f"Nothing can be told: {reason}.", (), ())


def _few(trajectories: Trajectories) -> Section:
    finding = f"None of the {len(trajectories.numbers):,} games that were followed ended."
    return Section("shape", "Shape of the game", finding, (), ())


def _warning(found: WinChances) -> str:
    if found.is_modelled:
        return ""
    return (
        f"With {len(found.starts):,} games there is nothing to say of chances to win: "
        f"{FEWEST_GAMES} games of {FEWEST_DEALS} deals are the fewest."
    )


def _shape(numbers: pd.DataFrame, found: WinChances) -> Table:
    note = (
        f"The first {len(found.starts):,} games, followed round by round; what a secret goal would "
        "give counts as points at every moment."
    )
    if found.is_modelled:
        note += (
            " The favourite is the seat with the best chance to win, from the model below. Decided "
            f"at: the share of the rounds after which the winner's chance stayed at "
            f"{100 * DECIDED:g}% or more. A comeback: from the middle of the game on the winner "
            "was once down to half of an equal share. Drama: the mean root of what the winner's "
            "chance lacked to the favourite's, while it was behind. Uncertainty: 100% is that all "
            "are equal, 0% that the favourite is sure to win."
        )
    frame = numbers.assign(
        middle=[_of_games(row) for _, row in numbers.iterrows()],
        key=numbers.index,
    )
    return Table("shape", "The shape of games in numbers", frame, (
        Column("", "measure"),
        Column("mean", "", Style.AMOUNT, told="mean of games, with 95% interval by deal"),
        Column("median; range of nine in ten", "middle", is_brief=False),
        Column("games", "games", Style.COUNT),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    ), note)  # fmt: skip


def _of_games(row: pd.Series) -> str:
    """Return the median of games, and the range of the nine tenths in the middle."""
    if pd.isna(row["median"]):
        return ""
    low, middle, high = (
        f"{100 * row[key]:.0f}%" if row["unit"] == SHARE else f"{row[key]:.3g}"
        for key in ("p5", "median", "p95")
    )
    return f"{middle}; {low} to {high}"


def _cells(followed: list[CellResult]) -> Table:
    return Table("shape_cells", "The shape of games, side by side", side_by_side(followed), (
        Column("cell", "cell"),
        Column("rounds", "rounds_", Style.MEAN),
        Column("decided at", "decided_", Style.PERCENT),
        Column("open until the last round", "last_round_", Style.PERCENT, is_brief=False),
        Column("comebacks", "comeback_", Style.PERCENT),
        Column("leader at half time wins", "leader_", Style.PERCENT),
        Column("games", "games", Style.COUNT, is_brief=False),
        Column("deals", "rounds_deals", Style.COUNT, is_brief=False),
    ), "Comebacks are from half of an equal share: from less, with more players.")  # fmt: skip


def _leading(lead: pd.DataFrame) -> Table:
    frame = lead.assign(after=[f"{100 * moment:.0f}% of the rounds" for moment in lead["moment"]])
    return Table("shape_leaders", "What it is worth to lead", frame, (
        Column("who leads in points after", "after"),
        Column("wins", "", Style.PERCENT, told="win rate of the seat that leads alone"),
        Column("equal share", "fair", Style.FAIR, is_brief=False),
        Column("games with one leader", "led", Style.COUNT),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    ), "A leader who always wins makes the rest of the game idle; one who wins no more than an "
       "equal share, the beginning.")  # fmt: skip


def _calibration(found: WinChances) -> Table:
    score, gain = errors(found)
    shown = pd.Series({**score.spread("score_"), **gain.spread("gain_")})
    return Table("shape_calibration", "Are the chances to win right?", calibrated(found), (
        Column("chance told", "chance"),
        Column("mean chance", "expected", Style.FAIR),
        Column("won", "", Style.PERCENT, told="how often those won who were given such a chance"),
        Column("positions", "positions", Style.COUNT),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    ), "Each game is foretold by a model fitted on the other half of the deals: of points as if "
       "the game ended now, of all that is measured beside them, of the seat and of the time. Its "
       f"Brier score is {with_interval(shown, 'score_', Style.MEAN)}, "
       f"{with_interval(shown, 'gain_', Style.PERCENT)} below that of equal chances (100% would "
       "be foresight).", is_folded=True)  # fmt: skip


def _rounds(rounds: pd.DataFrame, trajectories: Trajectories) -> list[Table]:
    """Return a table for points, and one for each thing measured."""
    found = []
    for place, thing in enumerate(("points", *trajectories.names)):
        frame = rounds[rounds["thing"] == thing].reset_index(drop=True)
        name = thing[:1].upper() + thing[1:]
        columns = (
            Column("after round", "round", Style.COUNT),
            Column("winners", "winners_", Style.MEAN),
            Column("others", "others_", Style.MEAN),
            Column("games", "games", Style.COUNT),
        )
        note = "Of games that last so long, as far as a tenth of them do."
        found.append(
            Table(f"shape_rounds_{place}", f"{name}, by round", frame, columns, note, True)
        )
    return found


def _told(numbers: pd.DataFrame, key: str, style: Style) -> str:
    row = numbers.loc[key]
    assert isinstance(row, pd.Series)
    return with_interval(row, "", style)


def _opening(found: WinChances, course: GameFlow, trajectories: Trajectories) -> Table:
    frame = worth_opening(found, course)
    frame = frame.assign(
        kind=frame["kind"].map(_KINDS),
        command=[trajectories.replay_of(number) for number in frame["game"]],
    )
    columns = [Column("", "kind"), Column("game", "game"), Column("what happened", "what")]
    if frame["command"].any():
        columns.append(Column("told by", "command", is_brief=False))
    return Table(
        "shape_games", "Games worth opening", frame, tuple(columns),
        f"Of the {len(found.starts):,} games that were followed.",
    )  # fmt: skip


def _finding(
    numbers: pd.DataFrame, lead: pd.DataFrame, found: WinChances, target: tuple[int, int] | None
) -> str:
    def told(key: str, style: Style) -> str:
        return _told(numbers, key, style)

    text = ""
    if target is not None:
        text += (
            f"{told('in_target', Style.PERCENT)} of games take {target[0]} to {target[1]} rounds; "
            f"{told('too_short', Style.PERCENT)} are shorter, {told('too_long', Style.PERCENT)} "
            "longer. "
        )
    half = lead.iloc[len(lead) // 2]
    text += (
        f"Who leads in points at half time wins {with_interval(half, '', Style.PERCENT)} (an equal "
        f"share is {100 * half['fair']:.0f}%). "
    )
    if found.is_modelled:
        text += (
            f"A game is decided after {told('decided', Style.PERCENT)} of its rounds; "
            f"{told('last_round', Style.PERCENT)} are open until the last one, and "
            f"{told('comeback', Style.PERCENT)} are won by a comeback. "
        )
    return text + (
        f"{told('close', Style.PERCENT)} of games end within {CLOSE} points, and the lead changes "
        f"{told('lead_changes', Style.MEAN)} times."
    )


def _verdicts(
    numbers: pd.DataFrame, target: tuple[int, int] | None, found: WinChances
) -> tuple[KeyFinding, ...]:
    said = []
    if target is not None:
        share = _told(numbers, "in_target", Style.PERCENT)
        said.append(
            KeyFinding(f"{share} of games take {target[0]} to {target[1]} rounds.", "shape", 55.0)
        )
    if found.is_modelled:
        decided = _told(numbers, "decided", Style.PERCENT)
        late = _told(numbers, "last_round", Style.PERCENT)
        said.append(
            KeyFinding(
                f"A game is decided after {decided} of its rounds on average; {late} of games "
                "stay open until the last round.",
                "shape",
                50.0,
            )
        )
    return tuple(said)
