"""Narration of a game of King of the Valley."""

from itertools import permutations

from balance.engine.layout import Record, State
from balance.engine.services import Narrator
from balance.games.king_of_the_valley.layout import (
    COLLECTOR,
    COLLECTOR_BITS,
    ENDINGS,
    GRID,
    GROUP,
    GROUP_BITS,
    HILL_ROWS,
    HILL_SPACES,
    MAX_TAKEN,
    NUM_COLUMNS,
    NUM_SLOTS,
    PARTS,
    Decision,
    Kind,
    Side,
    Task,
)
from balance.games.king_of_the_valley.narrate.names import (
    MANY,
    ONE,
    SIDES,
    Move,
    joined,
    read_move,
    slot_code,
    slot_name,
    slots_claimed,
    slots_named,
    slots_turned,
    space_name,
    spaces_named,
    tile_code,
    tile_name,
    tiles_named,
)

_LEGEND = (
    "Q queen, D duke, C countess, KA to KD knights by order, F farmer, W farmwoman, J jester,",
    "M monk, Z wizard, T3/5 a tax collector who needs 3 tiles and pays 5; +1 gold on a tile,",
    "[1] the king of player 1; in a castle -F is face-down, J@Q a jester in the queen column.",
)


class KingOfTheValleyNarrator(Narrator):
    """Narrates one game."""

    def opening(self, state: State) -> list[str]:
        """Narrate the set-up: the valley and the hill (K3.4 - K3.6)."""
        return [*self.game_table.notes, "", *_LEGEND, "", *self._board(state), ""]

    def task(self, before: State, after: State) -> list[str]:
        """Narrate the result of a task, which makes single choices without asking."""
        if after.decision != Decision.NONE:
            return []
        task = before.agenda[before.num_tasks - 1]
        seat, only = int(task.seat), int(after.choices[0])
        match int(task.what):
            case Task.TURN:
                return self._turn(before, after, seat)
            case Task.COLLECT if (before.valley == after.valley).all():
                return [f"  {self.names[seat]} can collect nothing."]
            case Task.COLLECT:
                return self._collected(before, seat, only)
            case Task.TAX:
                return self._taxed(before, after, seat)
            case Task.TURN_DOWN:
                return self._turned_down(before, after, seat)
            case Task.SWAP:
                return self._swapped(before, seat, only)
            case Task.REFILL:
                return self._refilled(before, after, seat)
            case Task.END_TURN if after.extra_round and not before.extra_round:
                return ["", "Everybody has one more turn."]
        return []

    def choice(self, before: State, after: State, index: int) -> list[str]:
        """Narrate a choice; nothing is said of recruits and bonuses that a player declines."""
        seat, choice = int(before.due_seat), int(before.choices[index])
        name = self.names[seat]
        match int(before.decision):
            case Decision.PLACE:
                return [f"{name} starts {self._starting(before, choice)}."]
            case Decision.RECRUIT | Decision.CLAIM if choice == 0:
                return []
            case Decision.RECRUIT:
                return [f"  {name} recruits {self._recruiting(before, choice)}."]
            case Decision.COLLECT:
                return self._collected(before, seat, choice)
            case Decision.JESTER:
                return [f"  {name} puts the jester into the {ONE[choice]} column."]
            case Decision.TAX:
                return self._taxed(before, after, seat)
            case Decision.TURN_DOWN:
                return self._turned_down(before, after, seat)
            case Decision.SWAP:
                return self._swapped(before, seat, choice)
            case Decision.CLAIM:
                gold = after.seats[seat].gold - before.seats[seat].gold
                five = _claiming(choice)
                return [f"  {name} claims a kingdom bonus with {five}: {gold} gold and a marker."]
        return self._refilled(before, after, seat)

    def describe(self, state: State, index: int) -> str:
        """Describe an offered choice in a few words."""
        seat, choice = int(state.due_seat), int(state.choices[index])
        match int(state.decision):
            case Decision.PLACE:
                return f"start {self._starting(state, choice)}"
            case Decision.RECRUIT if choice == 0:
                return "recruit nobody"
            case Decision.RECRUIT:
                return f"recruit {self._recruiting(state, choice)}"
            case Decision.COLLECT:
                return self._moving(state, seat, choice)
            case Decision.JESTER:
                return f"the jester into the {ONE[choice]} column"
            case Decision.TAX:
                return self._assigning(state, choice)
            case Decision.TURN_DOWN:
                return f"turn down {slots_named(slots_turned(choice, int(state.group)))}"
            case Decision.SWAP:
                return f"swap {self._swapping(state, choice)}"
            case Decision.CLAIM if choice == 0:
                return "claim no kingdom bonus"
            case Decision.CLAIM:
                return f"claim a kingdom bonus with {_claiming(choice)}"
        return f"refill from the {SIDES[choice]} column"

    def closing(self, state: State, record: Record) -> list[str]:
        """Narrate the end, what all players have, and the parts of the scores (K12)."""
        lines = ["", f"The game is over after {state.rounds} rounds: {ENDINGS[record.ending]}.", ""]
        lines += [*self._holdings(state), ""]
        columns = {part: record.parts[:, i] for i, part in enumerate(PARTS)}
        return [*lines, *self.score_sheet(record, {**columns, "fame": record.scores})]

    def _turn(self, before: State, after: State, seat: int) -> list[str]:
        """Narrate the start of a turn; at the start of a round also the whole board."""
        lines = [""]
        if after.rounds > before.rounds:
            lines += [f"Round {after.rounds}", "", *self._board(after), *self._holdings(after), ""]
        player = after.seats[seat]
        place = f"{self.names[seat]} stands on {space_name(player.king)} with {player.gold} gold"
        return [*lines, f"Turn {after.turns}, round {after.rounds}: {place}."]

    def _collected(self, before: State, seat: int, choice: int) -> list[str]:
        """Narrate the path of the king and what he took (K6, K8.6)."""
        move = read_move(choice, int(before.seats[seat].king))
        at = space_name(before.seats[seat].king)
        steps: list[str] = []
        for monk in move.monks:
            way = f"goes from {at} to" if not steps else "goes on to"
            gold = f", takes {before.coins[monk]} gold there" if before.coins[monk] else ""
            steps.append(f"{way} the monk on {space_name(monk)}{gold}")
            steps.append(f"leaves {self.table.monk_cost} gold")
            at = space_name(monk)
        over = f" over {spaces_named(move.passed)}" if move.passed else ""
        steps.append(f"moves from {at}{over} to {space_name(move.end)}")
        takes = f"takes {self._taking(before, move)}"
        return [f"  {self.names[seat]} {', '.join(steps)} and {takes}."]

    def _moving(self, state: State, seat: int, choice: int) -> str:
        """Describe a move in a few words."""
        move = read_move(choice, int(state.seats[seat].king))
        over = f"over {spaces_named(move.passed)} " if move.passed else ""
        by = f"by way of the monk on {spaces_named(move.monks)} " if move.monks else ""
        return f"{by}{over}to {space_name(move.end)}: {self._taking(state, move)}"

    def _taking(self, state: State, move: Move) -> str:
        """Return the tiles that a move takes, and the gold on them (K6.11)."""
        tiles = tiles_named(self.table, [int(state.valley[space]) - 1 for space in move.taken])
        gold = sum(int(state.coins[space]) for space in move.taken)
        return f"{tiles} with {gold} gold" if gold else tiles

    def _taxed(self, before: State, after: State, seat: int) -> list[str]:
        """Narrate which groups tax collectors tax, and the gold that they pay (K8.2, K8.3)."""
        newly = after.seats[seat].taxed > before.seats[seat].taxed
        groups = joined([f"the {MANY[column]}" for column in range(NUM_COLUMNS) if newly[column]])
        gold = after.seats[seat].gold - before.seats[seat].gold
        taxes = f"taxes {groups} and " if groups else ""
        return [f"  {self.names[seat]} {taxes}gets {gold} gold."]

    def _turned_down(self, before: State, after: State, seat: int) -> list[str]:
        """Narrate which tiles a tax turned face-down (K8.3)."""
        turned = after.seats[seat].down - before.seats[seat].down
        return [f"  {self.names[seat]} turns {slots_named(turned)} face-down."]

    def _swapped(self, before: State, seat: int, choice: int) -> list[str]:
        """Narrate a swap of subjects with the hill (K8.12)."""
        return [f"  {self.names[seat]} swaps {self._swapping(before, choice)}."]

    def _starting(self, state: State, space: int) -> str:
        """Describe where a king may start (K3.7)."""
        return f"on {space_name(space)}, where the {self._tile(state.valley[space])} lies"

    def _recruiting(self, state: State, choice: int) -> str:
        """Describe a recruit and the price (K5.2)."""
        tile, where = self._on_hill(state, choice - 1)
        return f"the {tile} from {where} for {self.table.prices[(choice - 1) % HILL_ROWS]} gold"

    def _swapping(self, state: State, choice: int) -> str:
        """Describe a swap of subjects with the hill (K8.12)."""
        slot, place = divmod(choice, HILL_SPACES)
        tile, where = self._on_hill(state, place)
        return f"the {slot_name(slot)} for the {tile} in {where}"

    def _refilled(self, before: State, after: State, seat: int) -> list[str]:
        """Narrate the refill of the valley and the hill, and whether it triggers the end."""
        name = self.names[seat]
        moved = _moved(before, after)
        sides = [side for side, count in moved.items() if count]
        fallen = [
            f"{self._tile(after.valley[space])} on {space_name(space)}"
            for space in before.emptied[: before.num_emptied]
            if after.valley[space]
        ]
        lines = []
        if sides:
            columns = " and then the ".join(SIDES[side] for side in sides)
            lines.append(f"  {name} refills from the {columns}: {joined(fallen)}.")
        new = []
        for side in Side:
            stayed = before.heights[side] - moved[side]
            tiles = [self._tile(tile) for tile in after.hill[side, stayed : after.heights[side]]]
            if tiles:
                new.append(f"{', '.join(tiles)} ({SIDES[side]})")
        if new:
            left = f"{after.num_pile} tile{'' if after.num_pile == 1 else 's'} left"
            lines.append(f"  New on the hill: {', '.join(new)}; {left} in the piles.")
        if after.triggered and not before.triggered:
            end = "the next" if self.table.extra_final_round else "this"
            lines.append(f"  The hill cannot be filled: the game ends with {end} round.")
        return lines

    def _board(self, state: State) -> list[str]:
        """Draw the valley, with gold as +1 and the king of seat s as [s + 1], and the hill."""
        cells = [["", *(str(column + 1) for column in range(GRID)), "", "row", "price", *SIDES]]
        for row in range(HILL_ROWS):
            valley = ["" for _ in range(GRID + 1)]
            if row < GRID:
                line = range(row * GRID, (row + 1) * GRID)
                valley = [str(row + 1), *(self._on_space(state, space) for space in line)]
            step = HILL_ROWS - 1 - row
            tiles = [self._code(state.hill[side, step]) for side in Side]
            cells.append([*valley, "", str(step + 1), str(self.table.prices[step]), *tiles])
        widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
        return [
            "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in cells
        ]

    def _on_space(self, state: State, space: int) -> str:
        """Return what is on a space: its tile, the gold there and the kings."""
        gold = f"+{state.coins[space]}" if state.coins[space] else ""
        kings = [seat + 1 for seat in range(len(self.names)) if state.seats[seat].king == space]
        marks = f"[{','.join(str(king) for king in kings)}]" if kings else ""
        return f"{self._code(state.valley[space])}{gold}{marks}"

    def _holdings(self, state: State) -> list[str]:
        """Narrate what all players have: gold, markers, the castle, and the taxed groups."""
        lines = []
        for seat, name in enumerate(self.names):
            player = state.seats[seat]
            castle = " ".join(
                f"{sign}{slot_code(slot)}"
                for slot in range(NUM_SLOTS)
                for sign, count in (("", player.up[slot]), ("-", player.down[slot]))
                for _ in range(count)
            )
            parts = [f"{player.gold} gold"]
            if player.markers:
                parts.append(f"{player.markers} kingdom marker{'s' if player.markers > 1 else ''}")
            parts.append(f"castle {castle}" if castle else "an empty castle")
            taxed = joined([MANY[column] for column in range(NUM_COLUMNS) if player.taxed[column]])
            parts += [f"taxed {taxed}"] if taxed else []
            lines.append(f"[{seat + 1}] {name}: {', '.join(parts)}")
        return lines

    def _assigning(self, state: State, choice: int) -> str:
        """Describe which collector taxes which group (K8.5)."""
        taxes = []
        for i in range(MAX_TAKEN):
            column = (choice >> GROUP_BITS * i & GROUP) - 1
            if column >= 0:
                collector = (
                    Kind.COLLECTOR - 1 + (int(state.collectors) >> COLLECTOR_BITS * i & COLLECTOR)
                )
                taxes.append(f"the {MANY[column]} for {tile_code(self.table, collector)}")
        return f"tax {joined(taxes)}"

    def _on_hill(self, state: State, place: int) -> tuple[str, str]:
        """Return the tile at a place on the hill, and the name of the place."""
        side, row = divmod(place, HILL_ROWS)
        return self._tile(state.hill[side, row]), f"{SIDES[side]} row {row + 1}"

    def _tile(self, tile: int) -> str:
        """Return the name of a tile, which is a kind + 1."""
        return tile_name(self.table, int(tile) - 1)

    def _code(self, tile: int) -> str:
        """Return the code of a tile, which is a kind + 1, or 0 for none."""
        return tile_code(self.table, int(tile) - 1) if tile else "."


def _claiming(choice: int) -> str:
    """Return the five tiles for a bonus (K9.1)."""
    return joined([f"a {slot_name(slot)}" for slot in slots_claimed(choice)])


def _moved(before: State, after: State) -> dict[int, int]:
    """Return how many tiles each column of the hill brought into the valley, in order (K10).

    The rules ask for a column only where there is a choice, so it is derived from the states.
    """
    needed = min(int(before.num_emptied), int(before.heights.sum()))
    filled = [after.valley[space] for space in before.emptied[:needed]]
    for first, other in permutations(Side):
        many = min(needed, int(before.heights[first]))
        counts: dict[int, int] = {first: many, other: needed - many}
        fallen = [tile for side in counts for tile in before.hill[side, : counts[side]]]
        stays = all(
            (after.hill[side, : before.heights[side] - count]
            == before.hill[side, count : before.heights[side]]).all()
            for side, count in counts.items()
        )  # fmt: skip
        if fallen == filled and stays:
            return counts
    raise AssertionError("a refill from neither column")
