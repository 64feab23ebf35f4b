"""Every effect text of Valeria, printed or made up for tests, and every verb."""

import pytest

from balance.games.valeria.layout import Op
from balance.games.valeria.sheets.box import BoxCard, read_box
from balance.games.valeria.sheets.effect_grammar import LANGUAGE
from tests.games.valeria.own_cards import OWN_ABILITIES, OWN_HARVESTS, OWN_INSTRUCTIONS, OWN_REWARDS

COLUMNS = ("effect_active", "effect_inactive", "reward", "ability", "instruction")


def every_text(card: BoxCard) -> list[str]:
    return [card.texts[column] for column in COLUMNS if column in card.texts]


PRINTED = [text for card in read_box().cards.values() for text in every_text(card)]
OWN = [*OWN_ABILITIES, *OWN_HARVESTS, *OWN_REWARDS, *OWN_INSTRUCTIONS]


def test_every_verb_is_used_by_a_card() -> None:
    used = {
        item.op
        for text in (*PRINTED, *OWN)
        for ability in LANGUAGE.parse(text)
        for trade in ability.trades
        for item in (*trade.pays, *trade.gains)
    }
    assert used == set(Op)


@pytest.mark.parametrize("text", sorted({*PRINTED, *OWN}))
def test_every_effect_is_parsed_printed_back_and_the_same(text: str) -> None:
    parsed = LANGUAGE.parse(text)
    assert LANGUAGE.write(parsed) == text
    assert LANGUAGE.parse(LANGUAGE.write(parsed)) == parsed
