"""reference/report and explanation/method: every section and every pattern."""

from balance.stats.tier_patterns import TierPattern
from tests.docs.pages import in_rows, read_page
from tests.sections import ALL_SECTIONS


def test_every_section_is_there():
    assert in_rows(read_page("reference/report")) == set(ALL_SECTIONS)


def test_every_pattern_is_there():
    text = read_page("explanation/method").partition("## Patterns over tiers")[2]
    assert [pattern for pattern in TierPattern if pattern not in text] == []
