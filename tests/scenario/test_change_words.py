"""What differs between two tables, in words."""

import pytest

from balance.scenario.change_words import _apart, changes_in_words
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare

SIMON = "dukes.simon_the_unclean.scoring"


@pytest.mark.parametrize(
    ("scoring", "words"),
    [
        ("1 vp per icon[role=worker] + 1 vp per icon[role=soldier] + 1 vp per 4 resources",
         "Simon the Unclean: 1 victory point for every 4 resources you have instead of "
         "1 victory point for every 2 resources you have"),
        ("2 vp per icon[role=worker] + 1 vp per icon[role=soldier] + 1 vp per 4 resources",
         "Simon the Unclean: score 2 victory points for each worker icon you have instead of "
         "score 1 victory point for each worker icon you have; 1 victory point for every "
         "4 resources you have instead of 1 victory point for every 2 resources you have"),
    ],
)  # fmt: skip
def test_each_changed_clause_is_told_with_what_it_was(scoring, words):
    scenario = read_scenario("first-game-2e")
    before = prepare(scenario).cells[0].match
    after = prepare(scenario.changed(set={SIMON: scoring})).cells[0].match
    assert changes_in_words(before, after) == (words,)


def test_of_a_note_only_what_differs_is_said() -> None:
    assert _apart("cost 2, kind fishing, count 4", "cost 4, kind fishing, count 3") == (
        "cost 4, count 3 instead of cost 2, count 4"
    )
    assert _apart("cost 2", "cost 2, heavy") == "cost 2, heavy instead of cost 2"
