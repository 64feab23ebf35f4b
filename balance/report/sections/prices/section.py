"""The fair prices of cards, by the design `price`; its words are those of `balance price`."""

from balance.analysis.experiments.card_value import taken_shares
from balance.analysis.experiments.fair_price import price_curves
from balance.report.nouns import nouns
from balance.report.price.section import price_section
from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.scenario.experiments import BAN, REPRICED


def build(data: ReportData) -> Section | None:
    """Return the section on fair prices; None where no other price was played."""
    cell = next((one for one in data.variants if one.arms_of(REPRICED)), None)
    if cell is None:
        return None
    repriced = cell.arms_of(REPRICED)
    bans = {one.arm.subject: one for one in cell.arms_of(BAN)}
    subjects = {one.arm.subject for one in repriced}
    cards = [card for card in cell.match.game_table.cards if card.id in subjects]
    taken = {
        card.id: float(share) for card, share in zip(cards, taken_shares(cell, cards), strict=True)
    }
    curves = price_curves(cards, bans, repriced, taken)
    games = [one.games for one in repriced]
    bot = cell.match.lineup.entries[0].label
    noun = nouns(cell.match.game)["card"]
    return price_section(curves, noun, bot, (min(games), max(games)), is_fresh=False)
