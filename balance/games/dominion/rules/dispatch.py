"""What each task does and what each choice does: the rules' table of contents."""

from balance.compiling.jit import compiled
from balance.engine.agenda import pop, skip_forced
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import Decision, Task
from balance.games.dominion.rules import attacks, digging, exchanging, others, play, turns
from balance.games.dominion.rules.piles import draw, place_stash, take_place_stash
from balance.games.dominion.rules.supply import take_gain


@compiled
def step(state: State, table: Table) -> None:
    """Do the next task on the agenda, mostly a turn; single choices are taken without asking."""
    if state.agenda[state.num_tasks - 1].what == Task.TURN:
        _, seat, _, _ = pop(state)
        turns.turn(state, table, seat)
    else:
        do_task(state, table)
    if state.num_choices < 2:
        settle(state, table)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Carry out the choice with that index; most are Treasures and buys, which go straight on."""
    seat = wide(state.due_seat)
    if state.decision == Decision.BUY:
        turns.take_buy(state, table, seat, index)
    elif state.decision == Decision.TREASURE:
        turns.take_treasure(state, table, seat, index)
    else:
        do_choice(state, table, index)
    if state.num_choices < 2:
        settle(state, table)


@compiled
def settle(state: State, table: Table) -> None:
    """Take single choices, and drop decisions without any (D15.3)."""
    skip_forced(state, table, do_choice)


@compiled
def do_task(state: State, table: Table) -> None:
    """Take the next task off the agenda, any but a turn, and do it."""
    what, seat, first, second = pop(state)
    match what:
        case Task.TAKE_BACK:
            turns.take_back(state, table, seat)
        case Task.ACT:
            turns.act(state, table, seat)
        case Task.DRAW:
            draw(state, table, seat, first)
        case Task.PLACE_STASH:
            place_stash(state, seat, first, second)
        case Task.PLAY:
            play.play(state, table, seat, first)
        case Task.REACT:
            play.react(state, table, seat, first)
        case Task.INSTRUCT:
            play.instruct(state, table, seat, first)
        case Task.ROUTINE:
            play.routine(state, table, seat, first)
        case Task.TREASURES:
            turns.treasures(state, table, seat, first)
        case Task.CLEAN_UP:
            turns.clean_up(state, table, seat, first)
        case Task.WALLED_VILLAGE:
            turns.walled_village(state, table, seat, first)
        case Task.DISCARD:
            exchanging.discard_cards(state, seat, first, second)
        case Task.DISCARD_TO:
            exchanging.discard_to(state, seat, first, second)
        case Task.THRONE_ROOM:
            play.throne_room(state, table, seat)
        case Task.BUREAUCRAT:
            attacks.ask_bureaucrat(state, table, seat)
        case Task.SPY:
            attacks.ask_spy(state, table, seat)
        case Task.THIEF:
            attacks.ask_thief(state, table, seat)
        case Task.THIEF_GAIN:
            attacks.ask_thief_gain(state, seat)
        case Task.LIBRARY:
            digging.dig_library(state, table, seat)
        case Task.ADVENTURER:
            digging.dig_adventurer(state, table, seat, first)
        case Task.FORTUNE_TELLER:
            attacks.dig_fortune_teller(state, table, seat)
        case Task.FARMING_VILLAGE:
            digging.farming_village(state, table, seat)
        case Task.HUNTING_PARTY:
            digging.hunting_party(state, table, seat)
        case Task.HARVEST:
            digging.harvest(state, table, seat)
        case Task.ENVOY:
            digging.envoy(state, table, seat)
        case Task.JESTER:
            attacks.ask_jester(state, table, seat)
        case Task.HAMLET_ACTION:
            others.ask_hamlet(state, seat, Decision.HAMLET_ACTION)
        case Task.HAMLET_BUY:
            others.ask_hamlet(state, seat, Decision.HAMLET_BUY)
        case Task.REMAKE:
            exchanging.ask_remake(state, table, seat, first)
        case Task.TOURNAMENT:
            others.ask_tournament(state, seat)
        case Task.TOURNAMENT_PRIZE:
            others.ask_prize(state, table, seat)
        case Task.TOURNAMENT_DRAW:
            others.tournament_draw(state, table, seat)
        case Task.YOUNG_WITCH:
            attacks.ask_young_witch(state, table, seat)
        case Task.MARKET_BUY:
            others.ask_market_buy(state, table, seat)
        case Task.MARKET_ORDER:
            others.ask_market_order(state, seat)
        case Task.STEED_SILVERS:
            others.steed_silvers(state, table, seat)


@compiled
def do_choice(state: State, table: Table, index: int) -> None:
    """Carry out a choice; another decision may be due at once."""
    seat = wide(state.due_seat)
    match state.decision:
        case Decision.ACTION:
            turns.take_action(state, table, seat, index)
        case Decision.BUY:
            turns.take_buy(state, table, seat, index)
        case Decision.REACT:
            play.take_react(state, table, seat, index)
        case Decision.DISCARD:
            exchanging.take_discard(state, seat, index)
        case Decision.TRASH:
            exchanging.take_trash(state, table, seat, index)
        case Decision.GAIN:
            take_gain(state, table, seat, index)
        case Decision.THRONE_ROOM:
            play.take_throne_room(state, table, seat, index)
        case Decision.CELLAR:
            exchanging.take_cellar(state, table, seat, index)
        case Decision.CHAPEL:
            exchanging.take_chapel(state, table, seat, index)
        case Decision.CHANCELLOR:
            others.take_chancellor(state, seat, index)
        case Decision.BUREAUCRAT:
            attacks.take_bureaucrat(state, seat, index)
        case Decision.SPY:
            attacks.take_spy(state, seat, index)
        case Decision.THIEF:
            attacks.take_thief(state, table, seat, index)
        case Decision.THIEF_GAIN:
            attacks.take_thief_gain(state, table, seat, index)
        case Decision.LIBRARY:
            digging.take_library(state, seat, index)
        case Decision.HAMLET_ACTION:
            others.take_hamlet(state, seat, index, Decision.HAMLET_ACTION)
        case Decision.HAMLET_BUY:
            others.take_hamlet(state, seat, index, Decision.HAMLET_BUY)
        case Decision.TOURNAMENT:
            others.take_tournament(state, seat, index)
        case Decision.PRIZE:
            others.take_prize(state, table, seat, index)
        case Decision.YOUNG_WITCH:
            attacks.take_young_witch(state, table, seat, index)
        case Decision.JESTER:
            attacks.take_jester(state, table, seat, index)
        case Decision.TRUSTY_STEED:
            others.take_trusty_steed(state, table, seat, index)
        case Decision.MARKET_BUY:
            others.take_market_buy(state, table, seat, index)
        case Decision.MARKET_ORDER:
            others.take_market_order(state, seat, index)
        case Decision.ENVOY:
            digging.take_envoy(state, seat, index)
        case Decision.PLACE_STASH:
            take_place_stash(state, seat, index)
        case Decision.WALLED_VILLAGE:
            turns.take_walled_village(state, seat, index)
