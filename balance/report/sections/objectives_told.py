"""What the section on objectives says in words."""

from dataclasses import dataclass

import pandas as pd

from balance.analysis.comparison.differences import ESTABLISHED, NUMBER
from balance.analysis.objectives.sources import ObjectiveSource
from balance.analysis.objectives.strength import FAIR, STRONG, UNKNOWN, WEAK
from balance.report.nouns import plural
from balance.report.number_format import count, percent, points, with_interval
from balance.report.section import KeyFinding, Style
from balance.scenario.match import Match


@dataclass(frozen=True)
class About:
    """What all parts of the section have to know.

    Attributes
    ----------
    match : Match
    how : str
        Which win rates objectives are judged by: "forced", else "dealt".
    fair : float
    band : float
        How far from the fair rate one may lie.
    free, forced : Way or None
        See `analysis.objective_ways.ways`.
    """

    match: Match
    how: str
    fair: float
    band: float
    free: ObjectiveSource | None
    forced: ObjectiveSource | None

    @property
    def name(self) -> str:
        """What the game calls an objective."""
        return self.match.game.objective or "objective"

    @property
    def bar(self) -> str:
        """What win rates are held against: a player alone has no fair share."""
        return "the win rate of all games" if self.match.game_table.rival else "a fair win rate"

    @property
    def in_forced(self) -> str:
        """In which games points, ratings and pairs were seen."""
        return f"where each {self.name} is forced" if self.forced else "where bots choose"


def finding_of(
    rows: pd.DataFrame,
    indices: pd.DataFrame,
    chosen: pd.DataFrame,
    pairs: pd.DataFrame,
    cells: pd.DataFrame,
    about: About,
) -> str:
    """Return what a designer should know, a line for each matter.

    Parameters
    ----------
    rows : DataFrame
        Of `objective_strength.strengths`.
    indices : DataFrame
        Of `objective_strength.index`.
    chosen : DataFrame
        Of `objective_strength.choice`.
    pairs : DataFrame
        Of `meetings.objective_pair_table`.
    cells : DataFrame
        Of `objective_cells.by_cell`.
    about : About
    """
    known = rows.dropna(subset=f"{about.how}_value")
    if known.empty:
        return f"No {about.name} was {about.how}."
    lines = [
        " ".join([_strength(known, about), *_bands(known, about), *_spread(indices, about)]),
        *_split(known, about),
        *choice_told(chosen, about),
        *_pairs(pairs, about),
        *_cells(cells, about),
    ]
    return "\n".join(lines)


def verdicts_of(rows: pd.DataFrame, chosen: pd.DataFrame, about: About) -> tuple[KeyFinding, ...]:
    """Return the sentences for the head of the report."""
    known = rows.dropna(subset=f"{about.how}_value")
    if known.empty:
        return ()
    ends = known.iloc[[0, -1]]
    topic = "forced/kept" if about.how == "forced" else "dealt/dealt"
    found = tuple(f"{topic} {one}" for one in ends["id"])
    importance = 80 if (known["q"] < ESTABLISHED).any() else 60
    said = [KeyFinding(_strength(known, about), "objectives", importance, findings=found)]
    bands = _bands(known, about)
    if bands:
        said.append(KeyFinding(bands[0], "objectives", 65 if _outside(known).any() else 45))
    told = choice_told(chosen, about)
    if told:
        said.append(KeyFinding(told[0], "objectives_choice", 45))
    return tuple(said)


def _strength(rows: pd.DataFrame, about: About) -> str:
    """Say how many are strong or weak, and which most."""
    name, how, fair = about.name, about.how, about.fair
    if rows["q"].isna().all():
        return f"Too few games to say how {plural(name)} differ when {how}."
    apart = rows["q"] < ESTABLISHED
    if not apart.any():
        return (
            f"No {name}'s win rate when {how} differs from {about.bar} of {percent(fair)} beyond "
            "chance."
        )
    over = rows[f"{how}_value"] > fair
    best, worst = rows.iloc[0], rows.iloc[-1]
    return (
        f"{apart.sum()} of {len(rows)} {plural(name)} win more or less than {about.bar} of "
        f"{percent(fair)} when {how}, beyond chance ({(apart & over).sum()} more, "
        f"{(apart & ~over).sum()} less): the strongest is {best['objective']} with "
        f"{with_interval(best, f'{how}_', Style.PERCENT)}, the weakest {worst['objective']} with "
        f"{with_interval(worst, f'{how}_', Style.PERCENT)}."
    )


def _outside(rows: pd.DataFrame) -> "pd.Series[bool]":
    return rows["flag"].isin([STRONG, WEAK])


def _bands(rows: pd.DataFrame, about: About) -> list[str]:
    """Say how many lie within the band, outside it, and of how many that is not yet known."""
    flags = rows["flag"].value_counts()
    if about.forced is None or not len(flags.drop("", errors="ignore")):
        return []
    strong, weak, fair, unknown = (
        int(flags.get(flag, 0)) for flag in (STRONG, WEAK, FAIR, UNKNOWN)
    )
    text = (
        f"Of {len(rows)} {plural(about.name)} {fair or 'none'} win within {points(about.band)} "
        f"points of {percent(about.fair)} when forced, {strong + weak} lie outside "
        f"({strong} too strong, "
        f"{weak} too weak)"
    )
    if not unknown:
        return [f"{text}."]
    text += f", and of {unknown} it is not yet known"
    needed = rows["needed"].max()
    return [f"{text}: about {count(needed)} deals would tell." if pd.notna(needed) else f"{text}."]


def _spread(indices: pd.DataFrame, about: About) -> list[str]:
    """Say how far true win rates are apart."""
    for _, row in indices.iterrows():
        if row["unit"] == "spread" and row["how"] == about.how and pd.notna(row["value"]):
            return [
                f"True win rates when {about.how} have a standard deviation of "
                f"{with_interval(row, '', Style.SPREAD)} points."
            ]
    return []


def _split(rows: pd.DataFrame, about: About) -> list[str]:
    """Say which objective wins most by its own points, and which by how it is played."""
    rows = rows.dropna(subset=["own_low", "rest_low"])
    if rows.empty:
        return []
    own, rest = (rows.iloc[rows[f"{part}_value"].argmax()] for part in ("own", "rest"))
    name = about.name
    return [
        f"{own['objective']} itself scores most, {with_interval(own, 'own_', Style.CHANGE)} points "
        f"against the average {name}; seats with {rest['objective']} score most elsewhere, "
        f"{with_interval(rest, 'rest_', Style.CHANGE)} ({about.in_forced})."
    ]


def choice_told(chosen: pd.DataFrame, about: About) -> list[str]:
    """Say what the choice is worth to the bots that make it."""
    if chosen.empty:
        return []
    row = chosen.iloc[0]
    if pd.isna(row["low"]):
        return []
    told, name = with_interval(row, "", Style.POINTS), about.name
    if row["low"] > 0:
        what = "bots choose better than by chance"
    elif row["high"] < 0:
        what = "bots choose worse than by chance"
    else:
        what = "whether bots choose better than by chance is not yet known"
    return [
        f"The {name} that a bot chooses is worth {told} points of win rate against another that it "
        f"was dealt: {what}."
    ]


def _pairs(pairs: pd.DataFrame, about: About) -> list[str]:
    """Say which pair is most lopsided, and whether any is against what ratings foresee."""
    if pairs.empty:
        return []
    sure = pairs[pairs["q"] < ESTABLISHED]
    if sure.empty:
        return [f"No {about.name} ranks above another beyond chance."]
    top = sure.iloc[(sure["value"] - 0.5).abs().argmax()]
    if top["value"] < 0.5:
        top = turned(top)
    odd = int((pairs["beyond_q"] < ESTABLISHED).sum())
    return [
        f"The most lopsided pair: {top['one']} ranks above {top['two']} in "
        f"{with_interval(top, '', Style.PERCENT)} of {count(top['games'])} games "
        f"({about.in_forced}). {odd or 'None'} "
        f"of {len(pairs)} pairs {'differs' if odd == 1 else 'differ'} from what strength alone "
        "foresees, beyond chance."
    ]


def turned(row: pd.Series) -> pd.Series:
    """Return a row of `objective_pair_table` with the second objective first."""
    row = row.copy()
    row["one"], row["two"] = row["two"], row["one"]
    row["first"], row["second"] = row["second"], row["first"]
    row["value"], row["low"], row["high"] = 1 - row["value"], 1 - row["high"], 1 - row["low"]
    for part, other in (("value", "value"), ("low", "high")):
        one, two = f"beyond_{part}", f"beyond_{other}"
        row[one], row[two] = -row[two], -row[one]
    return row


def _cells(cells: pd.DataFrame, about: About) -> list[str]:
    """Say what depends most on the cell."""
    if cells.empty:
        return []
    sure = cells[cells["q"] < ESTABLISHED]
    if sure.empty:
        return [f"No {about.name} is stronger or weaker in one cell than in others beyond chance."]
    top = sure.iloc[sure["value"].abs().argmax()]
    return [
        f"{len(sure)} of {len(cells)} {plural(about.name)} by cell differ from their mean over "
        f"cells beyond chance, most {top['objective']} in {top['cell']}: "
        f"{with_interval(top, '', Style.SHIFT)} {'Elo ' if top['unit'] == NUMBER else ''}points."
    ]
