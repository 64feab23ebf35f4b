"""`balance fix` of an objective: pairs of numbers, what else changes, and a file of the change."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from balance.app.commands import fix as commands
from balance.app.commands.fix import (
    Fix,
    FixOptions,
    SecondOpinion,
    TriedValue,
    _confirm,
    _Search,
    fix,
)
from balance.app.fix_words import fix_lines
from balance.app.notices import stderr_console
from balance.app.subject_table import subject_table
from balance.cli.main import app
from balance.errors import ScenarioError
from balance.scenario.files import read_scenario
from balance.scenario.levers import Lever, subject_of
from balance.scenario.overrides import Overrides, first_cell
from balance.scenario.prepare import prepare
from balance.stats.intervals import Estimate
from balance.stats.jackknife import Replicates
from balance.stats.verdict import Verdict
from tests.conftest import ROOT

GAMES = 1024


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Fix:
    place = tmp_path_factory.mktemp("fixed") / "simon.toml"
    options = FixOptions(0.25, GAMES, 1, place, "balance fix ...")
    return fix("first-game-2e", "duke", "simon", Overrides(bots=("greedy",)), options, True)


def test_pairs_of_numbers_are_played_where_no_single_one_does(found: Fix) -> None:
    assert found.pairs > 0
    best = found.confirmed[0]
    assert len(best.tried.values) == 2
    assert abs(best.result.value[0] - 0.25) < abs(found.before.value[0] - 0.25)
    assert found.fresh_games == 5 * found.games


def test_it_says_whether_players_still_choose_it_and_what_the_others_gain(found: Fix) -> None:
    effects = found.effects
    assert effects is not None
    assert effects.chosen is not None
    assert effects.was_chosen is not None
    assert effects.chosen.value[0] < effects.was_chosen.value[0]
    assert effects.differences is not None
    assert len(effects.others) == len(effects.differences.value) == 9
    assert "Simon the Unclean" not in effects.others
    text = "\n".join(fix_lines(found, "first-game-2e"))
    assert re.search(r"may choose, [\d.]+% \[[\d., ]+\] keep it; before, ", text)
    assert re.search(r"The others, when dealt: .+pp", text)
    assert f"and {found.pairs} pairs of values" in text


def test_no_share_of_players_is_above_all() -> None:
    (cell,) = first_cell(read_scenario("first-game-2e"), Overrides(bots=("greedy",)))[0].cells
    subject = subject_of(cell, "card", "butcher")
    with subject_table(cell, subject, GAMES, 1, stderr_console(is_quiet=True)) as table:
        effects = table.side_effects({})
    assert effects is not None
    assert effects.chosen is not None
    assert effects.chosen.value[0] > 0.98
    assert effects.chosen.high[0] <= 1.0


def test_where_no_single_number_helps_that_is_said(found: Fix) -> None:
    alone = replace(found.best[-1], change="one number", rates=np.array([0.1]))
    text = "\n".join(fix_lines(replace(found, alone=alone), "first-game-2e"))
    assert (
        "No number alone comes nearer than it is now; the nearest, in the search: one num" in text
    )
    assert "No number alone" not in "\n".join(
        fix_lines(replace(found, alone=None), "first-game-2e")
    )


def test_the_changed_text_is_given_as_printed_and_the_file_plays_it(found: Fix) -> None:
    (file,) = found.written
    table = prepare(read_scenario(str(file))).cells[0].match.game_table
    (line,) = [one for one in table.card_texts if one.startswith("Simon the Unclean")]
    assert found.printed
    assert line.endswith(found.printed)
    assert f"To print: Simon the Unclean: {found.printed}" in fix_lines(found, "first-game-2e")
    assert "balance fix ..." in file.read_text()


def test_a_result_that_is_reached_as_it_is_calls_for_no_change(found: Fix) -> None:
    now = float(found.before.value[0])
    options = FixOptions(now, GAMES, 1)
    same = fix("first-game-2e", "duke", "simon", Overrides(bots=("greedy",)), options, True)
    assert same.is_reached
    assert not same.confirmed
    text = "\n".join(fix_lines(same, "first-game-2e"))
    assert f"It is {100 * now:.1f}".removesuffix(".0") in text
    assert "balance try" not in text


def test_a_card_worth_a_quarter_of_the_target_is_not_said_to_make_it() -> None:
    """A point is the whole of what a card is worth."""
    options = FixOptions(0.01, 2000, 1)
    overrides = Overrides(bots=("greedy", "greedy"), seed=3300)
    found = fix("first-game-2e", "card", "butcher", overrides, options, True)
    best = found.confirmed[0]
    assert best.result.high[0] < 0.01 < found.before.low[0]
    assert not best.is_made
    text = "\n".join(fix_lines(found, "first-game-2e"))
    assert "This makes it" not in text
    assert "None of the values that were played again makes it 1 pp: " in text
    assert re.search(r" comes nearest, .+ pp \[.+\], [\d.]+ pp below\.", text)


def test_the_second_bot_says_whether_it_agrees(found: Fix) -> None:
    def said(low: float, high: float, verdict: Verdict, is_made: bool) -> str:
        value, deals = np.array([(low + high) / 2]), np.array([400.0])
        result = Estimate(value, np.array([low]), np.array([high]), deals, deals)
        ends = (0.24, 0.26) if is_made else (0.30, 0.32)
        middle, least, most = (np.array([end]) for end in (sum(ends) / 2, *ends))
        own = Estimate(middle, least, most, deals, deals)
        best = replace(found.confirmed[0], is_made=is_made, result=own)
        second = SecondOpinion("planner", result, result, verdict, 400)
        changed = replace(found, confirmed=[best], second=second, is_neighbour_second=False)
        told = fix_lines(changed, "first-game-2e")
        return next(line for line in told if line.startswith("The second bot, planner, "))

    assert " agrees that this makes it 25%: " in said(0.24, 0.26, Verdict.YES, True)
    assert " disagrees: it finds that this does not " in said(0.30, 0.32, Verdict.NO, True)
    assert " agrees that this does not make it 25%" in said(0.30, 0.32, Verdict.NO, False)
    few = said(0.20, 0.30, Verdict.UNDECIDED, True)
    assert " played too few games to say whether this makes it 25%: Simon the Uncl" in few
    assert few.endswith("25.0% [20.0, 30.0] instead of 25%, in 400 games.")


def test_who_names_the_bots_is_told_that_no_other_one_played(found: Fix) -> None:
    assert found.second is None
    told = "Only greedy played it; where no bots are named, a second one checks it."
    assert told in fix_lines(found, "first-game-2e")


def test_where_the_score_is_the_result_it_says_that_it_goes_by_wins() -> None:
    options = FixOptions(None, 2000, 1)
    kuhn = str(ROOT / "examples" / "more_games" / "kuhn")
    found = fix(kuhn, "seat", "1", Overrides(bots=("random",)), options, True)
    assert found.is_for_score
    assert fix_lines(found, "kuhn")[1].startswith("Players play for the mean score")


def test_what_the_second_bot_finds_is_played(tmp_path: Path) -> None:
    """Of Valeria without bots: the file that is written names none either."""
    place = tmp_path / "seat.toml"
    options = FixOptions(None, GAMES, 1, place, "balance fix ...")
    found = fix("first-game", "seat", "4", Overrides(), options, True)
    assert found.second is not None
    assert found.second.bot == "planner"
    assert found.second.games >= GAMES // 2
    assert np.isfinite(found.second.result.low).all()
    given, written = read_scenario("first-game"), read_scenario(str(place))
    assert not written.bots
    assert [one.name for one in written.variants] == ["assigned"]
    assert (written.games, written.seed) == (given.games, given.seed)


def test_of_what_makes_it_the_fewest_numbers_and_the_least_change_come_first() -> None:
    """Two numbers come nearer than one, which is within the limit, too."""
    folds, one, two = 256, TriedValue({"a": 3}, {}, np.array([0.26])), TriedValue(
        {"a": 2, "b": 2}, {}, np.array([0.25])
    )  # fmt: skip
    levers = {name: SimpleNamespace(printed=1) for name in "ab"}

    def play(settings, deals, label):
        rates = (one if label.startswith("a = 3") else two).rates
        return Replicates(rates, np.tile(rates, (folds, 1)), np.array([folds]))

    table = SimpleNamespace(deals=1)
    fresh = SimpleNamespace(play=play, side_effects=lambda settings: None)
    search: Any = SimpleNamespace(table=table, limit=0.02, levers=levers)
    search.size = lambda tried: _Search.size(search, tried)
    base = Replicates(np.array([0.4]), np.full((folds, 1), 0.4), np.array([folds]))
    subject: Any = SimpleNamespace(kind="objective")
    found = Fix("", subject, 0.25, base.estimate(), 1, 1, best=[two, one])
    _confirm(found, search, fresh, base)  # type: ignore[arg-type]
    assert [played.tried for played in found.confirmed] == [one, two]


@dataclass(frozen=True)
class BotTable:
    """A table at which a cost of 2 gives a result, and each 1 more takes two points of it."""

    cell: float  # the result as it is
    deals: int = 1024
    subject: Any = field(default_factory=lambda: SimpleNamespace(kind="card", is_all_seats=False))

    def play(self, settings, deals, label):
        rates = np.array([self.cell - 0.02 * (settings.get("cost", 2) - 2)])
        return Replicates(rates, np.tile(rates, (256, 1)), np.array([256]))

    def games(self, deals):
        return deals

    def side_effects(self, settings):
        return None


def test_what_is_nearest_for_both_bots_is_found(found: Fix, monkeypatch) -> None:
    """The first bot wants a cost of 9 or 10, the second one of 6 or 7."""
    lever = Lever("cost", 2, lambda value: {"cost": value})
    monkeypatch.setattr(commands, "levers_of", lambda *given: [lever])
    monkeypatch.setattr(_Search, "in_words", lambda self, one: replace(one, change=one.label))
    table, subject = BotTable(0.4), replace(found.subject, kind="card")
    search = _Search(table, 0.25, 0.02, True)  # type: ignore[arg-type]
    search.play_all()
    base = table.play({}, 1, "")
    asked = Fix("game", subject, 0.25, base.estimate(), 1, 1, bot="policy")
    _confirm(search.tell(asked), search, table, base)  # type: ignore[arg-type]
    assert asked.confirmed[0].tried.values["cost"] in (9, 10)
    second = commands._Second(BotTable(0.34), "planner", asked)  # type: ignore[arg-type]
    commands._suit_both(asked, search, second, table, base)  # type: ignore[arg-type]
    assert asked.both is not None
    assert asked.advised is asked.both.played.tried
    assert asked.advised.values == {"cost": 8}
    assert asked.both.misses(0.25) == pytest.approx((0.03, 0.03))
    asked.second = second.opinion(asked.confirmed[0].tried)
    text = "\n".join(fix_lines(asked, "game"))
    assert re.search(r"values that both bots played the nearest for both: cost = 8: as ", text)
    assert "as policy plays it is worth 28.00 pp" in text
    assert "No value makes it 25 pp for both: policy is 3 pp off, planner 3 pp." in text
    assert "--bots planner" not in text


def test_a_file_that_is_no_scenario_is_refused_before_playing(tmp_path: Path) -> None:
    words = ["fix", "first-game-2e", "duke", "simon", "--write", str(tmp_path / "simon.csv")]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, ScenarioError)
    assert "ends in .toml" in str(done.exception)
