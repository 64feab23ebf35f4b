import os
from datetime import date
from pathlib import Path

import pytest

from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.studies.tournament import claims_listed
from balance.scenario.ladder_file import FILE, Claim, Ladder, Published, read_ladder, write_ladder

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "reports" / "findings" / "ladder.md"
TEXT = """\
# A ladder
# of Pig.

order = ["random", "hold_at"]

[[claim]]
players = 2
bot = "hold_at"
against = "random"
at_least = 90
games = 200
"""


def test_a_ladder_is_read(pig, tmp_path):
    (tmp_path / "ladder.toml").write_text(TEXT)
    ladder = read_ladder(pig, tmp_path / "ladder.toml")
    assert ladder.order == ("random", "hold_at")
    assert ladder.claim[0].text == "hold_at v random, 2 players"
    assert ladder.claim[0].excess == pytest.approx(0.4)
    assert ladder.claim[0].wanted == "at least 90%"


def test_what_was_published_is_written_and_read_again(pig, tmp_path):
    file = tmp_path / "ladder.toml"
    file.write_text(TEXT)
    ladder = read_ladder(pig, file)
    figures = Published(
        value=93.21, low=91.5, high=94.75, games=200, deals=100, date=date(2026, 1, 2),
        command='balance ladder examples/pig --set "target=20"',
    )  # fmt: skip
    changed = ladder.model_copy(
        update={"claim": (ladder.claim[0].model_copy(update={"published": figures}),)}
    )
    write_ladder(changed, file)
    assert read_ladder(pig, file) == changed
    assert file.read_text().startswith("# A ladder\n# of Pig.\n\norder = ")


def test_with_more_players_a_claim_is_of_points_above_an_equal_share():
    claim = Claim(players=4, bot="a", against="b", above=0)
    assert claim.excess == 0
    assert claim.wanted == "more than +0 pp"


def test_a_claim_says_how_much_and_only_once():
    with pytest.raises(ValueError, match="either `at_least` or `above`"):
        Claim(players=2, bot="a", against="b")
    with pytest.raises(ValueError, match="either `at_least` or `above`"):
        Claim(players=2, bot="a", against="b", at_least=1, above=1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("at_least = 90", "at_last = 90"), "at_last"),
        (("at_least = 90", "at_least = 900"), "900"),
        (('order = ["random", "hold_at"]', "order = 3"), "order"),
        (("[[claim]]", "[[claim"), "TOML"),
    ],
)
def test_what_a_ladder_cannot_say_is_named(pig, tmp_path, wrong, said):
    (tmp_path / "ladder.toml").write_text(TEXT.replace(*wrong))
    with pytest.raises(ScenarioError, match=said):
        read_ladder(pig, tmp_path / "ladder.toml")


def test_a_game_without_a_ladder_says_where_it_is_expected(pig):
    with pytest.raises(ScenarioError, match=r"Pig has no ladder: .*ladder.toml is expected"):
        read_ladder(pig)


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_claims_stand_among_the_findings(name):
    ladder = read_ladder(load_game(name, ROOT))
    lines = "\n".join(claims_listed(ladder))
    head, rest = FIGURES.read_text().split(f"<!-- claims of {name} -->\n")
    shown, tail = rest.split("<!-- end of claims -->", 1)
    if os.environ.get("BALANCE_GOLDEN") == "write":
        start = f"{head}<!-- claims of {name} -->\n"
        FIGURES.write_text(f"{start}\n{lines}\n\n<!-- end of claims -->{tail}")
        return
    assert shown.strip() == lines, "`make golden` writes them anew"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_ladder_whose_claims_are_of_its_bots(name, tmp_path):
    game = load_game(name, tmp_path)
    ladder = read_ladder(game)
    assert ladder.order[0] == "random"
    assert {claim.players for claim in ladder.claim} <= set(game.seats)
    won = {(claim.players, claim.bot, claim.against) for claim in ladder.claim}
    bots = {bot.partition(":")[0] for bot in ladder.order}
    for players, bot, against in won:
        assert {bot.partition(":")[0], against.partition(":")[0]} <= bots
        assert (players, against, bot) not in won
    assert isinstance(ladder, Ladder)
    assert (game.home / FILE).is_file()
