"""The worked examples of ``cases/``."""

from pathlib import Path

import pytest

from tests.games.cases import Case, params, play
from tests.games.king_of_the_valley.vocabulary import Told


@pytest.mark.parametrize("case", params(Path(__file__).with_name("cases")))
def test_case(case: Case) -> None:
    play(case, Told())
