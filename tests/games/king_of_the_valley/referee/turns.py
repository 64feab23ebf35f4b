"""A game from the set-up (K3) to its end (K11), turn by turn (K4): K5, K9 and K10 too."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from tests.games.king_of_the_valley.referee.moves import carry_out, legal_moves
from tests.games.king_of_the_valley.referee.scoring import fame
from tests.games.king_of_the_valley.referee.sheets import STAGES, Sheets
from tests.games.king_of_the_valley.referee.specialists import activate
from tests.games.king_of_the_valley.referee.table import (
    SIDES,
    Choice,
    Player,
    Space,
    Table,
    receive,
)
from tests.games.referees import Asking, ask

MOST_TURNS = 200  # A32
VALUES = (("queen",), ("duke",), ("countess",), ("knight",), ("farmer", "farmwoman"))  # K9.1


class TooLongError(Exception):
    """A game has more turns than A32 allows."""


def build_table(
    sheets: Sheets,
    stages: Mapping[str, Sequence[str]],
    num_players: int,
    extra_gold: Sequence[int] = (),
) -> Table:
    """Set up all but the kings (K3), from the shuffled stages, first tile first."""
    for stage in STAGES:
        assert sorted(stages[stage]) == sorted(sheets.stages[stage]), f"tiles of stage {stage}"
    piles = {stage: [sheets.tile(name) for name in stages[stage]] for stage in STAGES}
    gold = sheets.params["start_gold"]
    more = [*extra_gold, *[0] * num_players]
    players = [Player(seat, gold + more[seat]) for seat in range(num_players)]
    table = Table(sheets, players, before_last=[0] * num_players)
    for space in sheets.spaces:  # K3.4
        table.valley[space] = piles["I"].pop(0)
    for stage in sheets.row_stages:  # K3.5, K3.6, A30
        for side in SIDES:
            table.hill[side].append(piles[stage].pop(0))
    table.pile = [tile for stage in STAGES for tile in piles[stage]]
    return table


def play(table: Table) -> Asking[None]:
    """The whole game."""
    for player in table.players:
        yield from _place_king(table, player)
    yield None
    yield from rounds(table, 0, "recruit")


def rounds(table: Table, seat: int, phase: str) -> Asking[None]:
    """Turn after turn to the end of the game, from this phase of the turn of a seat on (K2.7)."""
    while True:
        for player in table.players[seat:]:
            yield from turn(table, player, phase)
            if player is table.players[-1] and _is_over(table):
                return
            yield None
            phase = "recruit"
        seat = 0


def _is_over(table: Table) -> bool:
    """At the end of a round (K11.2), unless one more is played."""
    if table.triggered is None:
        return False
    if table.extra_round or not table.sheets.params["extra_final_round"]:
        return True
    table.extra_round = True  # K11.4
    return False


def _place_king(table: Table, player: Player) -> Asking[None]:
    """On any tile without a king (K3.7)."""
    taken = [other.king for other in table.players]
    free = [space for space in table.sheets.spaces if space not in taken]
    _, space = yield from ask("place", player.seat, [("place", space) for space in free])
    player.king = space
    table.note(player, _start(table, space))


def _start(table: Table, space: Space) -> str:
    """What kind of space a king starts on."""
    size = table.sheets.params["grid_size"]
    at_edge = [number in (1, size) for number in space]
    if any(at_edge):
        return "corner" if all(at_edge) else "edge"
    middle = (size + 1) / 2
    return "centre" if space == (middle, middle) else "inner"


def turn(table: Table, player: Player, phase: str) -> Asking[None]:
    """The four phases (K4.2), from this one on."""
    if not player.seat:
        table.round += 1
        table.before_last = [fame(table, player) for player in table.players]
    table.turn += 1
    if table.turn > MOST_TURNS:
        raise TooLongError
    table.active = player.seat
    for name in list(PHASES)[list(PHASES).index(phase) :]:
        table.phase = name
        yield from PHASES[name](table, player)


def _recruit(table: Table, player: Player) -> Asking[None]:
    """K5: one subject for the price of its row, or as many as the switch says (A1)."""
    if table.round < table.sheets.params["first_recruit_round"]:  # K5.1
        return
    for number in range(table.sheets.params["max_recruits_per_turn"]):
        choices: list[Choice] = [("nobody",)]
        for side in SIDES:
            for row, tile in enumerate(table.hill[side], 1):
                if tile.is_subject and table.sheets.prices[row - 1] <= player.gold:
                    choices.append(("recruit", side, row))
        answer = yield from ask("recruit", player.seat, choices)
        if answer == ("nobody",):
            return
        table.happened["two recruits in a turn"] += number == 1
        _, side, row = answer
        player.gold -= table.sheets.prices[row - 1]
        tile = table.hill[side].pop(row - 1)  # K5.5
        table.note(player, f"hill row {row}")
        table.hand.append(tile)
        yield from receive(table, player, tile)
        table.hand.remove(tile)


def _collect(table: Table, player: Player) -> Asking[None]:
    """K6: one action, if there is one (K6.12)."""
    moves = {move.choice: move for move in legal_moves(table, player)}
    if not moves:
        table.happened["nothing to collect"] += 1
        return
    answer = yield from ask("collect", player.seat, list(moves))
    tiles = carry_out(table, player, moves[answer])
    if len(tiles) > 1:
        table.note(player, f"{len(tiles)} tiles")
    if not tiles[0].is_subject:
        table.discarded += tiles
        yield from activate(table, player, tiles)
        return
    table.hand += tiles
    for tile in tiles:
        yield from receive(table, player, tile)
        table.hand.remove(tile)


def _claim(table: Table, player: Player) -> Asking[None]:
    """K9: five face-up tiles, one of each influence value, for gold and a marker."""
    params = table.sheets.params
    for number in range(params["kingdom_bonus_per_turn"]):
        fitting = [
            sorted({tile.slot for column in columns for tile in player.up(column)})
            for columns in VALUES
        ]
        choices: list[Choice] = [("no",)]
        choices += [("claim", *slots) for slots in product(*fitting)]
        if not table.markers_left() and len(choices) > 1:  # K9.4
            table.happened["no marker for a bonus"] += 1
            return
        answer = yield from ask("claim", player.seat, choices)
        if answer == ("no",):
            return
        table.happened["two bonuses in a turn"] += number == 1
        for slot in answer[1:]:
            player.oldest(slot).is_up = False
        player.gold += params["kingdom_bonus_gold"]
        player.markers += 1
        table.note(player, "bonus")


def _refill(table: Table, player: Player) -> Asking[None]:
    """K10: the valley from one hill column, then the hill from the piles."""
    wanted = len(table.emptied)
    sides = [side for side in SIDES if len(table.hill[side]) >= wanted]  # K10.3
    if len(sides) == 1:
        table.happened["one column suffices"] += 1
    if not sides:
        sides = [side for side in SIDES if table.hill[side]]
    if wanted and sides:
        choices = [("refill", side) for side in sides]
        _, first = yield from ask("refill", player.seat, choices)
        for side in (first, *(side for side in SIDES if side != first)):
            if side != first and table.emptied and table.hill[side]:
                table.happened["refill from both columns"] += 1
            while table.emptied and table.hill[side]:
                table.valley[table.emptied.pop(0)] = table.hill[side].pop(0)
    for side in SIDES:  # K10.4
        while table.pile and len(table.hill[side]) < len(table.sheets.prices):
            table.hill[side].append(table.pile.pop(0))
    if table.emptied:
        table.happened["a space stays empty"] += 1
    is_full = all(len(table.hill[side]) == len(table.sheets.prices) for side in SIDES)
    if not is_full and table.triggered is None:  # K11.1
        table.triggered = player.seat


PHASES: dict[str, Callable[[Table, Player], Asking[None]]] = {
    "recruit": _recruit,
    "collect": _collect,
    "claim": _claim,
    "refill": _refill,
}
