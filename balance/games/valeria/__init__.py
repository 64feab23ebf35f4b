"""Valeria: Card Kingdoms: the base game in both editions with all its variants."""

from pathlib import Path

from balance.engine.game import Game
from balance.engine.services import Benchmark, Invariants, Setups
from balance.games.valeria.bots import BOTS
from balance.games.valeria.layout import (
    ENDINGS,
    HIDDEN,
    OWN,
    PARTS,
    RECORD,
    STATE,
    TABLE,
    UNSCORED,
    Decision,
    Task,
)
from balance.games.valeria.narrate.narrator import ValeriaNarrator
from balance.games.valeria.record import write_record
from balance.games.valeria.rules.dispatch import step, take
from balance.games.valeria.rules.setup import begin
from balance.games.valeria.services.determinise import determinise
from balance.games.valeria.services.experiments import EXPERIMENTS
from balance.games.valeria.services.invariants import Broken, check
from balance.games.valeria.services.round_status import ROUND_STATUS
from balance.games.valeria.services.sampling import (
    recommended_setups,
    sample_options,
    sample_setup,
)
from balance.games.valeria.table.build import build_table, list_setups
from balance.games.valeria.table.options import Options

GAME = Game(
    name="valeria",
    title="Valeria: Card Kingdoms",
    home=Path(__file__).parent,
    seats=(1, 2, 3, 4, 5),
    state=STATE,
    table=TABLE,
    record=RECORD,
    hidden=HIDDEN,
    own=OWN,
    for_records=("unseen", "was_in_reach"),
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
    endings=ENDINGS,
    parts=PARTS,
    unscored=UNSCORED,
    objective="Duke",
    starter_cards=Path(__file__).parent / "starter",
    narrator=ValeriaNarrator,
    setups=Setups(
        named=list_setups,
        sample=sample_setup,
        recommended=recommended_setups,
        test_tables=(
            {"setup": "first_game_2e"},
            {"setup": "first_game_1e", "edition": "first"},
            {"setup": "all_that_glitters"},
            {"setup": "mastery_of_magic"},
            {"setup": "monstrous_blood"},
        ),
        training_tables=(
            {"setup": "random"},
            {"setup": "first_game_2e"},
            {"setup": "random"},
            {"setup": "first_game_1e", "edition": "first"},
            {"setup": "random"},
            {"setup": "all_that_glitters"},
            {"setup": "random"},
            {"setup": "mastery_of_magic"},
            {"setup": "random"},
            {"setup": "monstrous_blood"},
        ),
        benchmarks={
            "monster events": Benchmark(4, {"monster_events": True}),
            "mixed citizens": Benchmark(4, {"mixed_citizens": True}),
            "random set-ups": Benchmark(4, {"setup": "random"}),
            "four policies": Benchmark(4, {}, ("policy",) * 4),
        },
    ),
    experiments=EXPERIMENTS,
    invariants=Invariants(check, Broken, sample_options),
    round_status=ROUND_STATUS,
    determinise=determinise,
)
