"""What players do: how often each named option is offered and chosen, and when, and by whom."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.acts import act_choices
from balance.report.number_format import estimated, per_100
from balance.report.report_data import ReportData
from balance.report.section import Finding, Section, SectionDefinition, unless_any
from balance.report.words import Words
from balance.runner.trajectories import why_no_trajectories

WORDS = Words(Path(__file__).with_suffix(".toml"))
HARDLY = 0.02  # the share of its offers below which hardly anybody chooses an act
FEWEST_OFFERS = 200


def build(data: ReportData) -> Section | None:
    """Return the section; None where no games were followed, or the game names no acts."""
    about = data.about("pace")
    cells = [one for one in (about, *data.variants) if one is not None]
    cell = next((one for one in cells if one.trajectories is not None), None)
    if cell is None or cell.trajectories is None or not cell.trajectories.acts:
        return None
    acts = act_choices(cell.trajectories)
    if acts.empty:
        return None
    unwanted = acts[(acts["high"] < HARDLY) & (acts["offers"] >= FEWEST_OFFERS)]
    unwanted = unwanted.sort_values("offers", ascending=False)
    return WORDS.section(
        _findings(acts, unwanted),
        [WORDS.table("choices", acts)],
        key_findings=[
            WORDS.say(
                "unwanted_key", act=row["act"], share=estimated(row), others=len(unwanted) - 1
            ).key("choices", 45, figure=per_100(row["value"]), unit=WORDS.text("phrases.of_offers"))
            for _, row in unwanted.head(1).iterrows()
        ],
        title=WORDS.text("title_of_cell", cell=cell.name) if data.is_comparison else "",
    )


def _findings(acts: pd.DataFrame, unwanted: pd.DataFrame) -> Iterator[Finding]:
    chosen = acts["value"] * acts["offers"]
    usual = acts.iloc[int(chosen.to_numpy().argmax())]
    yield WORDS.say("usual", act=usual["act"], share=estimated(usual), games=usual["games"])
    for _, row in unwanted.iterrows():
        yield WORDS.say("unwanted", act=row["act"], share=estimated(row), offers=row["offers"])


choices = SectionDefinition(build, place=65, why_not=unless_any(why_no_trajectories))
