"""What is special about each card: which function carries out which routine (D10 to D13)."""

from balance.engine.agenda import push
from balance.engine.jit import compiled
from balance.engine.layout import State, Table
from balance.games.dominion.layout import Special, Task
from balance.games.dominion.rules.attacks import (
    bureaucrat,
    followers,
    fortune_teller,
    jester,
    militia,
    spy,
    thief,
    witch,
    young_witch,
)
from balance.games.dominion.rules.digging import (
    adventurer,
    envoy,
    farming_village,
    harvest,
    hunting_party,
    library,
)
from balance.games.dominion.rules.exchanging import (
    cellar,
    chapel,
    feast,
    mine,
    moneylender,
    remake,
    remodel,
    workshop,
)
from balance.games.dominion.rules.others import (
    bag_of_gold,
    black_market,
    chancellor,
    council_room,
    hamlet,
    horse_traders,
    menagerie,
    princess,
    tournament,
    trusty_steed,
)


@compiled
def routine(state: State, table: Table, seat: int, kind: int) -> None:
    """Carry out the special part of a card, after its plain numbers."""
    match table.faces[kind].special:
        case Special.CELLAR:
            cellar(state, table, seat)
        case Special.CHAPEL:
            chapel(state, table, seat)
        case Special.CHANCELLOR:
            chancellor(state, table, seat)
        case Special.WORKSHOP:
            workshop(state, table, seat)
        case Special.BUREAUCRAT:
            bureaucrat(state, table, seat)
        case Special.FEAST:
            feast(state, table, seat, kind)
        case Special.MILITIA:
            militia(state, table, seat)
        case Special.MONEYLENDER:
            moneylender(state, table, seat)
        case Special.REMODEL:
            remodel(state, table, seat)
        case Special.SPY:
            spy(state, table, seat)
        case Special.THIEF:
            thief(state, table, seat)
        case Special.THRONE_ROOM:
            push(state, Task.THRONE_ROOM, seat, 0, 0)
        case Special.COUNCIL_ROOM:
            council_room(state, table, seat)
        case Special.LIBRARY:
            library(state, table, seat)
        case Special.MINE:
            mine(state, table, seat)
        case Special.WITCH:
            witch(state, table, seat)
        case Special.ADVENTURER:
            adventurer(state, table, seat)
        case Special.HAMLET:
            hamlet(state, table, seat)
        case Special.FORTUNE_TELLER:
            fortune_teller(state, table, seat)
        case Special.MENAGERIE:
            menagerie(state, table, seat)
        case Special.FARMING_VILLAGE:
            farming_village(state, table, seat)
        case Special.HORSE_TRADERS:
            horse_traders(state, table, seat)
        case Special.REMAKE:
            remake(state, table, seat)
        case Special.TOURNAMENT:
            tournament(state, table, seat)
        case Special.YOUNG_WITCH:
            young_witch(state, table, seat)
        case Special.HARVEST:
            harvest(state, table, seat)
        case Special.HUNTING_PARTY:
            hunting_party(state, table, seat)
        case Special.JESTER:
            jester(state, table, seat)
        case Special.BAG_OF_GOLD:
            bag_of_gold(state, table, seat)
        case Special.FOLLOWERS:
            followers(state, table, seat)
        case Special.PRINCESS:
            princess(state, table)
        case Special.TRUSTY_STEED:
            trusty_steed(state, table, seat)
        case Special.BLACK_MARKET:
            black_market(state, table, seat)
        case Special.ENVOY:
            envoy(state, table, seat)
        case Special.WALLED_VILLAGE:
            state.walled = 1
