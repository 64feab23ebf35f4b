"""In how many games by lot a property is tested: a few, always the same, in the ordinary suite.

``BALANCE_EXAMPLES=500`` tests each in so many new ones, as `make test-full` does.
"""

import os

from hypothesis import settings

EXAMPLES = int(os.environ.get("BALANCE_EXAMPLES", "0"))


def in_some_games(few: int) -> settings:
    """Settings of a test of a property that is seen in a few games."""
    return settings(
        max_examples=EXAMPLES or few,
        deadline=None,
        derandomize=not EXAMPLES,
        database=None,
        print_blob=bool(EXAMPLES),
    )
