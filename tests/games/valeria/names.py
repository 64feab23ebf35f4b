"""What the choices of a decision are called in the tests of rules: in the words of the sheets."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from balance.engine.layout import MAX_SEATS
from balance.games.valeria.layout import (
    DONE,
    FIRST_STACK_CHOICE,
    NO_CARD,
    NUM_COLUMNS,
    Decision,
    Good,
    Kind,
    Timing,
)
from balance.games.valeria.sheets.box import Box

_VERBS = {Kind.MONSTER: "slay", Kind.CITIZEN: "recruit", Kind.DOMAIN: "build"}
_ANY = ("gold", "strength", "magic")
_ALL = ["all", "lose"]  # each player chooses an own kind


class Names:
    """Says choices such as ``slay goblin`` or ``merchant: 2 gold``.

    Parameters
    ----------
    box
        The sheets.
    table
        The table laid from them.
    ids
        Names of the cards by row.
    """

    def __init__(self, box: Box, table: Any, ids: Mapping[int, str]) -> None:
        self._box = box
        self._table = table
        self._ids = ids

    def of(self, state: Any, choice: int) -> str:
        """Say a choice of the decision that is due."""
        decision = Decision(state.decision)
        match decision:
            case Decision.STEAL:
                return self._steal(state, choice)
            case _ if choice == DONE:
                stops = (Decision.DICE, Decision.STEAL_FIRST, Decision.HARVEST)
                return "done" if decision in stops else "decline"
            case Decision.KEEP_DUKE:
                return self._box.dukes[choice].id
            case Decision.DICE:
                return f"die {choice % 2 + 1} {self._activation(choice // 2)}"
            case Decision.STEAL_FIRST | Decision.HARVEST:
                return self._activation(choice)
            case Decision.ACTION if choice < FIRST_STACK_CHOICE:
                return f"gain {Good(choice).name.lower()}"
            case Decision.ACTION:
                return self._purchase(state, choice - FIRST_STACK_CHOICE)
            case Decision.PAY:
                return f"{choice} magic"
            case Decision.OPTION:
                return self._option(choice)
            case Decision.ORDER:
                return f"{self._card(choice)}: {' | '.join(self._texts(choice))}"
            case Decision.TAKE:
                return f"take {self._shown(state, choice)}"
            case Decision.ROB:
                return f"rob {choice}"
            case Decision.RETURN:
                return f"return {self._ids[choice]}"
            case Decision.EVENT:
                return f"carry out {self._shown(state, choice)}"
            case Decision.MARK:
                return f"mark {self._shown(state, choice)}"
            case Decision.LOSE:
                return f"lose {Good(choice).name.lower()}"
            case Decision.COVER:
                return f"cover {choice}"
            case Decision.ATTACK:
                return f"{choice // NUM_COLUMNS + 1} on column {choice % NUM_COLUMNS + 1}"
            case Decision.CAPTURE:
                return f"capture {self._shown(state, choice)}"
            case _:
                return self._purchase(state, choice)

    def _steal(self, state: Any, choice: int) -> str:
        if choice == 0:
            return "steal nothing"
        good = Good(int(self._table.items[state.subject].good)).name.lower()
        victim, amount = (choice - 1) % MAX_SEATS, (choice - 1) // MAX_SEATS + 1
        return f"steal {amount} {good} from {victim}"

    def _purchase(self, state: Any, stack: int) -> str:
        kind = Kind(int(self._table.cards[self._row(state, stack)].kind))
        return f"{_VERBS[kind]} {self._shown(state, stack)}"

    def _shown(self, state: Any, stack: int) -> str:
        return self._ids[self._row(state, stack)]

    def _row(self, state: Any, stack: int) -> int:
        """Return the card on top of a stack, or the event that lies there."""
        top = int(state.tops[stack])
        return int(state.events[stack]) - 1 if top == NO_CARD else top

    def _activation(self, option: int) -> str:
        return f"{self._card(self._table.options[option].ability)}: {self._option(option)}"

    def _option(self, option: int) -> str:
        ability = int(self._table.options[option].ability)
        return self._texts(ability)[option - int(self._table.abilities[ability].first_option)]

    def _card(self, ability: int) -> str:
        return self._ids.get(int(self._table.abilities[ability].card), "consolation")

    def _texts(self, ability: int) -> list[str]:
        """Return the options of an ability as they stand on the sheet, `any` in its kinds."""
        row = int(self._table.abilities[ability].card)
        if row == NO_CARD:
            return [f"1 {good}" for good in _ANY]
        face = self._table.cards[row]
        sheet = self._box.cards[self._ids[row]].texts
        inactive = face.first_inactive <= ability < face.end_inactive
        first = face.first_inactive if inactive else face.first_active
        columns = ["effect_active", "reward", "ability"]
        if inactive:
            columns = ["effect_inactive", "instruction"]
        text = next(sheet[column] for column in columns if column in sheet)
        choice = text.split(";")[ability - int(first)]
        if self._table.abilities[ability].timing != Timing.PLAIN:
            choice = choice.partition(":")[2]
        options = [text for each in choice.split("|") for text in _kinds(each.strip())]
        assert len(options) == self._table.abilities[ability].num_options
        return options


def _kinds(option: str) -> list[str]:
    """Return an option once for each kind that its `any` may be (V18.4), the first slowest."""
    words = option.split(" ")
    places = [i for i, word in enumerate(words) if word == "any" and words[i - 3 : i - 1] != _ALL]
    texts = []
    for kinds in product(_ANY, repeat=len(places)):
        for place, kind in zip(places, kinds, strict=True):
            words[place] = kind
        texts.append(" ".join(words))
    return texts
