"""The section on cards and deeds: associations, and what is hardly ever taken."""

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.metrics.cards import CardSums, table
from balance.analysis.metrics.fold_sums import folds_of
from balance.engine.services import Experiments
from balance.report.key_findings import LEAST
from balance.report.nouns import nouns
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.report.sections.cards import WORDS, _key_findings, findings_of
from tests.analysis.conftest import make_match
from tests.report.conftest import finding_of, heads_of, names_of, report_data, variant


def cards_of(data: ReportData) -> Section:
    return next(section for section in sections_of(data) if section.name == "cards")


def test_cards_that_do_nothing_go_with_no_wins(data: ReportData) -> None:
    assert names_of(cards_of(data)) == ["none_associated"]
    (key,) = cards_of(data).key_findings
    assert key.importance < LEAST


def test_associations_are_called_correlational(data: ReportData) -> None:
    section = cards_of(data)
    assert "Correlational" in section.warning
    assert any("correlational" in picture.title for picture in section.pictures)
    assert all(table.is_correlational for table in section.tables)
    assert "(correlational)" in section.finding


def test_cards_are_called_as_the_game_calls_them() -> None:
    match = make_match(2, cards=("axe", "bow"), card="tile")
    sections = sections_of(report_data(variant(match, 400), variant(match, 400, name="other")))
    tiles = next(section for section in sections if section.name == "cards")
    assert tiles.title == "Tiles"
    assert finding_of(tiles, "none_associated").facts["thing"] == "tile"
    of_tiles, doses = tiles.tables
    assert (of_tiles.name, of_tiles.title, doses.name) == (
        "cards_tile",
        "Tiles",
        "cards_tile_doses",
    )
    assert heads_of(of_tiles)[:4] == ["tile", "note", "available in", "taken in"]
    comparison = next(section for section in sections if section.name == "comparison")
    assert "things_alike" in names_of(comparison)
    titles = [table.title for section in sections for table in section.tables]
    titles += [picture.title for section in sections for picture in section.pictures]
    assert "Tiles: copies taken per game, by variant" in titles
    assert not [title for title in titles if "ard" in title]


def test_deeds_have_tables_and_words_of_their_own() -> None:
    match = make_match(2, cards=("axe",), card="tile", deeds=("three of a kind",))
    section = cards_of(report_data(variant(match, 400)))
    assert section.title == "Tiles and deeds"
    assert finding_of(section, "none_associated").facts["thing"] == "tile or deed"
    tiles, deeds, *_ = section.tables
    assert (tiles.title, deeds.title, deeds.name) == ("Tiles", "Bonuses", "cards_bonus")
    assert heads_of(deeds)[:4] == ["deed", "possible in", "done in", "seats that did"]


def test_rare_deeds_are_not_listed_as_cards_that_nobody_takes() -> None:
    match = make_match(2, cards=("axe", "bow"), card="tile", deeds=("flood",))
    one = variant(match, 400)
    rows = table(one.sums_of("cards", CardSums), folds_of(one.sums), match).assign(taken_value=0.01)
    words = WORDS.with_facts(**nouns(match.game))
    rare = next(one for one in findings_of(words, rows, rows, match) if one and one.name == "rare")
    assert (rare.facts["count"], rare.facts["bound"], rare.facts["cards"]) == (2, 0.05, "tiles")
    assert rare.facts["which"] in ("Axe", "Bow")


def test_a_card_under_another_one_that_stays_is_seldom_available() -> None:
    match = make_match(2, cards=("axe", "bow", "cat"))
    axe, bow, cat = match.game_table.cards
    cards = (axe, replace(bow, above=("axe",)), replace(cat, above=("axe", "bow")))
    stacked = replace(match.game_table, cards=cards, taking="bought")
    one = variant(replace(match, game_table=stacked), 400)
    folds = folds_of(one.sums)
    games = np.stack([folds.games, folds.games, 0 * folds.games], axis=1)
    games[::4, 1] *= 0
    games[1::4, 1] *= 0
    games[2::4, 1] *= 0
    folds = replace(folds, available=games, taken=0 * folds.taken)
    sums = one.sums_of("cards", CardSums)
    rows = table(replace(sums, wins=0 * sums.wins), folds, one.match)
    words = WORDS.with_facts(**nouns(match.game))
    found = {one.name: one for one in findings_of(words, rows, rows, one.match) if one}
    assert "One card comes up in fewer than 50% of the games that have it" in found["one_deep"].text
    assert found["one_deep"].facts["which"] == "Bow"
    assert found["one_deep"].facts["share"].value == pytest.approx(0.25, abs=0.01)
    assert found["left_out"].facts["names"] == ["Cat"]


def test_rarely_taken_cards_are_named_with_the_command_for_the_rarest() -> None:
    match = make_match(2, cards=("axe", "bow", "cat", "dog", "elk", "fox"))
    one = variant(match, 400)
    rows = table(one.sums_of("cards", CardSums), folds_of(one.sums), match)
    rows["taken_value"] = [0.02, 0.01, 0.9, 0.03, 0.035, 0.04]
    words = WORDS.with_facts(**nouns(match.game))
    (said, _) = _key_findings(words, rows, rows, match, report_data(one))
    assert said.text == (
        "Hardly anybody takes the Bow: in 1 of 100 games with it; also rarely taken: the Axe, "
        "the Dog and the Elk, and one more."
    )
    assert said.command == ""  # without prices
    experiments = Experiments(designs=("ban",), price_cell=lambda table, card: f"cards.{card}")
    match = replace(
        match, game=replace(match.game, experiments=experiments),
        game_table=replace(
            match.game_table, taking="bought",
            cards=tuple(replace(card, paid_in="coin") for card in match.game_table.cards),
        ),
    )  # fmt: skip
    rows["reach_value"] = 0.3
    rare = rows.iloc[1:3]
    (said, _) = _key_findings(words, rare, rare, match, report_data(one))
    assert said.text == (
        "Hardly anybody takes the Bow: in 1 of 100 games in which it could be taken, and it comes "
        "up in 30 of 100 only."
    )
    assert said.command == "balance price first-game bow"


@pytest.mark.parametrize(
    ("prices", "said"),
    [
        ((2, 3, 3), "2 coin, less than any other of its kind; the other 2 of its kind are taken "
                    "in 50 of 100 games on average"),
        ((4, 3, 3), "4 coin, more than any other of its kind; the other 2 of its kind are taken "
                    "in 50 of 100 games on average"),
        ((3, 3, 4), "3 coin; the other one of its kind at that price is taken in 40 of 100 games"),
    ],
)  # fmt: skip
def test_the_rarest_card_is_set_beside_others_at_its_price(
    prices: tuple[int, ...], said: str
) -> None:
    match = make_match(2, cards=("axe", "bow", "cat"))
    one = variant(match, 400)
    rows = table(one.sums_of("cards", CardSums), folds_of(one.sums), match)
    rows["taken_value"] = [0.01, 0.4, 0.6]
    words = WORDS.with_facts(**nouns(match.game))
    unpriced = {found.name for found in findings_of(words, rows, rows, match) if found}
    assert not unpriced & {"rare_beside", "rare_in_kind"}
    cards = tuple(
        replace(card, paid_in="coin", price=price)
        for card, price in zip(match.game_table.cards, prices, strict=True)
    )
    match = replace(match, game_table=replace(match.game_table, cards=cards))
    found = {one.name: one for one in findings_of(words, rows, rows, match) if one}
    name = "rare_beside" if prices[0] == prices[1] else "rare_in_kind"
    assert found[name].text == f"The Axe costs {said} (correlational)."


@pytest.mark.parametrize(
    ("offered", "said"),
    [
        (40.0, "was among a player's choices 40.0 [38.0, 42.0] times a game, and was chosen 0.500% "
               "[0.475, 0.525] of these times: players could pay for it"),
        (0.5, "was among a player's choices only 0.500 [0.475, 0.525] times a game, and was chosen "
              "0.500% [0.475, 0.525] of these times: most of the time it could not be paid for"),
        (np.nan, ""),
    ],
)  # fmt: skip
def test_why_nobody_takes_the_rarest_card(offered: float, said: str) -> None:
    match = make_match(2, cards=("axe", "bow"))
    one = variant(match, 400)
    rows = table(one.sums_of("cards", CardSums), folds_of(one.sums), match)
    rows["taken_value"] = [0.01, 0.4]
    words = WORDS.with_facts(**nouns(match.game))
    known = {found.name for found in findings_of(words, rows, rows, match) if found}
    assert not known & {"rare_left", "rare_out_of_reach"}  # nobody counted it
    for prefix, value in (("offered_", offered), ("chosen_", 0.005)):
        rows[f"{prefix}value"] = value
        rows[f"{prefix}low"], rows[f"{prefix}high"] = 0.95 * value, 1.05 * value
    texts = [found.text for found in findings_of(words, rows, rows, match) if found]
    assert [text for text in texts if "choices" in text] == [
        text for text in texts if said and said in text
    ]
    assert any("choices" in text for text in texts) == bool(said)


def test_basic_cards_are_not_called_rare() -> None:
    match = make_match(2, cards=("axe", "bow"))
    one = variant(match, 400)
    rows = table(one.sums_of("cards", CardSums), folds_of(one.sums), match).assign(taken_value=0.01)
    words = WORDS.with_facts(**nouns(match.game))
    market = rows[rows["id"] != "axe"]
    rare = next(one for one in findings_of(words, rows, market, match) if one)
    assert (rare.name, rare.facts["which"]) == ("one_rare", "Bow")
