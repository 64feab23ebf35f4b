"""King of the Valley: the whole game for two to four players."""

from pathlib import Path

from balance.engine.game import Game
from balance.engine.services import Invariants, Setups
from balance.games.king_of_the_valley.bots import BOTS
from balance.games.king_of_the_valley.layout import (
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
from balance.games.king_of_the_valley.narrate.narrator import KingOfTheValleyNarrator
from balance.games.king_of_the_valley.record import write_record
from balance.games.king_of_the_valley.rules.dispatch import step, take
from balance.games.king_of_the_valley.rules.setup import begin
from balance.games.king_of_the_valley.services.determinise import determinise
from balance.games.king_of_the_valley.services.experiments import EXPERIMENTS
from balance.games.king_of_the_valley.services.invariants import Broken, check
from balance.games.king_of_the_valley.services.round_status import ROUND_STATUS
from balance.games.king_of_the_valley.services.sampling import sample_options
from balance.games.king_of_the_valley.table.build import build_table, list_setups
from balance.games.king_of_the_valley.table.options import Options

GAME = Game(
    name="king_of_the_valley",
    title="King of the Valley",
    home=Path(__file__).parent,
    seats=(2, 3, 4),
    state=STATE,
    table=TABLE,
    record=RECORD,
    hidden=HIDDEN,
    for_records=("entered", "was_in_reach"),
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
    endings=ENDINGS,
    sections=("sections/valley.py:valley",),
    parts=PARTS,
    card="tile",
    deeds=("Hill price", "Jester's column", "Bonus", "Knight order", "Multi-take", "King's start"),
    narrator=KingOfTheValleyNarrator,
    setups=Setups(
        named=list_setups,
        test_tables=tuple(
            {"data": data} for data in ("base", "late_nobles", "no_queen_in_stage_I")
        ),
        training_tables=tuple({"data": piece.id} for piece in list_setups()),
    ),
    experiments=EXPERIMENTS,
    invariants=Invariants(check, Broken, sample_options),
    round_status=ROUND_STATUS,
    determinise=determinise,
)
