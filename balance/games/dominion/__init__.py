"""Dominion: the base game, Cornucopia and the promotional cards, for one to four players."""

from pathlib import Path

from balance.engine.game import Game
from balance.engine.services import Benchmark, Invariants, Setups
from balance.games.dominion.bots import BOTS, read_list_bot
from balance.games.dominion.bots.list_cards import fit_list
from balance.games.dominion.layout import (
    ENDINGS,
    HIDDEN,
    OWN,
    PARTS,
    RECORD,
    STATE,
    TABLE,
    Decision,
    Task,
)
from balance.games.dominion.narrate.narrator import DominionNarrator
from balance.games.dominion.record import write_record
from balance.games.dominion.rules.dispatch import step, take
from balance.games.dominion.rules.setup import begin
from balance.games.dominion.services.determinise import determinise
from balance.games.dominion.services.experiments import EXPERIMENTS
from balance.games.dominion.services.invariants import Broken, check
from balance.games.dominion.services.list_changes import LIST_CHANGES
from balance.games.dominion.services.published_results import published_results
from balance.games.dominion.services.round_status import ROUND_STATUS
from balance.games.dominion.services.sampling import (
    recommended_setups,
    sample_options,
    sample_setup,
)
from balance.games.dominion.table.build import build_table, list_setups
from balance.games.dominion.table.options import Options

_ACTIONS = [
    "chapel", "village", "militia", "smithy", "spy", "council_room", "festival", "laboratory",
    "library", "market",
]  # fmt: skip
_SMITHY = ("smithy_bm", "big_money_ultimate")
_ENGINES = ("lab_militia_chapel", "village_smithy")

GAME = Game(
    name="dominion",
    title="Dominion",
    home=Path(__file__).parent,
    seats=(1, 2, 3, 4),
    state=STATE,
    table=TABLE,
    record=RECORD,
    hidden=HIDDEN,
    own=OWN,
    decisions=Decision,
    tasks=Task,
    begin=begin,
    step=step,
    take=take,
    write_record=write_record,
    options=Options,
    build_table=build_table,
    bots=BOTS,
    default_bot="policy",
    check_tiers=("policy", "planner"),
    read_list_bot=read_list_bot,
    fit_list=fit_list,
    list_changes=LIST_CHANGES,
    endings=ENDINGS,
    sections=("sections/openings.py:openings",),
    parts=PARTS,
    starter_cards=Path(__file__).parent / "starter",
    narrator=DominionNarrator,
    setups=Setups(
        named=list_setups,
        sample=sample_setup,
        recommended=recommended_setups,
        test_tables=({}, {"kingdom": "interaction"}, {"kingdom": "random"}),
        training_tables=({"kingdom": "random"}, {"kingdom": "random"}, {"kingdom": "random"}, {}),
        benchmarks={
            "Smithy alone": Benchmark(2, {"kingdom": ["smithy"]}, _SMITHY),
            "ten Actions": Benchmark(2, {"kingdom": _ACTIONS}, _ENGINES),
            "random Kingdoms": Benchmark(2, {"kingdom": "random"}),
        },
    ),
    experiments=EXPERIMENTS,
    invariants=Invariants(check, Broken, sample_options),
    round_status=ROUND_STATUS,
    determinise=determinise,
    published_results=published_results,
)
