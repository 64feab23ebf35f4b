"""What a change changes, in words."""

from balance.analysis.comparison.what_if import OTHERS, Difference
from balance.analysis.measures import SHARE
from balance.app.what_if_words import _rest


def taken(name: str, by: float, half: float) -> Difference:
    ends = by - half, by + half
    return Difference(name, OTHERS, "taken", name, SHARE, 0.5, 0.5 + by, by, *ends, *ends)


def test_what_changes_clearly_but_has_no_line_is_named() -> None:
    clear = [taken(name, 0.3, 0.1) for name in ("Axe", "Bow", "Cup", "Dog", "Elk", "Fox", "Gem")]
    assert _rest(clear, clear, clear[6:], "card") == "1 more changes clearly: Gem"
    assert _rest(clear, clear, clear[1:], "card") == (
        "6 more change clearly: Bow, Cup, Dog, Elk and 2 others"
    )


def test_a_bound_on_what_does_not_clearly_change_is_given_only_where_it_says_something() -> None:
    near, far = taken("Axe", 0.01, 0.02), taken("Bow", 0.1, 0.2)
    assert _rest([near], [], [], "card") == "no clear change of 1 card: none by more than 3.0 pp"
    assert _rest([near, far], [], [], "card") == "no clear change of 2 cards"
