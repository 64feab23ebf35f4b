"""reference/trust, to which the site adds the figures of the last `make selftest`."""

from docs.hooks.generated import generated
from tests.docs.pages import read_page


def test_the_page_gets_the_figures_of_the_self_test():
    page = generated(read_page("reference/trust"))
    assert "\n| toy: 95% interval of a seat's win rate | 95 ± 1% | " in page
    assert " bots against copies of themselves, seats rotated | 0 games differ | 0 of " in page
