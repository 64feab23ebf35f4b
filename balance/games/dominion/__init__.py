"""Dominion: the base game, Cornucopia and the promotional cards, for one to four players."""

from pathlib import Path

from balance.engine.game import Benchmark, Game
from balance.games.dominion.bots import BOTS, read_list_bot
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
from balance.games.dominion.narrate.narrator import Narrator
from balance.games.dominion.record import write_record
from balance.games.dominion.rules.dispatch import advance, step, take
from balance.games.dominion.rules.setup import begin
from balance.games.dominion.services.determinise import determinise
from balance.games.dominion.services.editable_numbers import numbers
from balance.games.dominion.services.handicaps import GOODS, blanked, lay_handicap
from balance.games.dominion.services.invariants import Broken, check
from balance.games.dominion.services.published_results import references
from balance.games.dominion.services.round_status import STANDING
from balance.games.dominion.services.sampling import sample_options, sample_setup
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
    advance=advance,
    take=take,
    write_record=write_record,
    options=Options,
    build_table=build_table,
    narrator=Narrator,
    setups=list_setups,
    bots=BOTS,
    read_list_bot=read_list_bot,
    endings=ENDINGS,
    parts=PARTS,
    benchmarks={
        "Smithy alone": Benchmark(2, {"kingdom": ["smithy"]}, _SMITHY),
        "ten Actions": Benchmark(2, {"kingdom": _ACTIONS}, _ENGINES),
        "random Kingdoms": Benchmark(2, {"kingdom": "random"}),
    },
    starter_cards=Path(__file__).parent / "starter",
    check=check,
    broken=Broken,
    sample_options=sample_options,
    determinise=determinise,
    test_tables=({}, {"kingdom": "interaction"}, {"kingdom": "random"}),
    round_status=STANDING,
    numbers=numbers,
    goods=GOODS,
    extra_goods={"coins": "extra_coins"},
    designs=("ban", "gift", "price", "supply"),
    handicap=lay_handicap,
    blank=blanked,
    references=references,
    sample_setup=sample_setup,
)
