"""Valeria: Card Kingdoms: the base game in both editions with all its variants."""

from pathlib import Path

from balance.engine.game import Benchmark, Game
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
from balance.games.valeria.narrate.narrator import Narrator
from balance.games.valeria.record import write_record
from balance.games.valeria.rules.dispatch import advance, step, take
from balance.games.valeria.rules.setup import begin
from balance.games.valeria.services.determinise import determinise
from balance.games.valeria.services.editable_numbers import numbers
from balance.games.valeria.services.handicaps import GOODS, blanked, lay_handicap
from balance.games.valeria.services.invariants import Broken, check
from balance.games.valeria.services.round_status import STANDING
from balance.games.valeria.services.sampling import sample_options
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
    decisions=Decision,
    tasks=Task,
    begin=begin,
    step=step,
    advance=advance,
    take=take,
    write_record=write_record,
    options=Options,
    build_table=build_table,
    narrator=Narrator,
    setups=list_setups,
    bots=BOTS,
    endings=ENDINGS,
    parts=PARTS,
    unscored=UNSCORED,
    objective="Duke",
    benchmarks={
        "monster events": Benchmark(4, {"monster_events": True}),
        "mixed citizens": Benchmark(4, {"mixed_citizens": True}),
        "random set-ups": Benchmark(4, {"setup": "random"}),
    },
    starter_cards=Path(__file__).parent / "starter",
    check=check,
    broken=Broken,
    sample_options=sample_options,
    determinise=determinise,
    test_tables=(
        {"setup": "first_game_2e"},
        {"setup": "first_game_1e", "edition": "first"},
        {"setup": "all_that_glitters"},
        {"setup": "mastery_of_magic"},
        {"setup": "monstrous_blood"},
    ),
    goods=GOODS,
    extra_goods={good: f"extra_{good}" for good in GOODS},
    designs=("ban", "gift", "price", "supply"),
    handicap=lay_handicap,
    blank=blanked,
    numbers=numbers,
    random_objective_options={"dukes": "assigned"},
    round_status=STANDING,
)
