"""The fair prices of cards, and the curves that they rest on: by `balance price`, or in a run."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.experiments.advised_price import (
    AdvisedPrice,
    advised_table,
    bracket,
    first_advice,
)
from balance.analysis.experiments.both_prices import BothPrices, both_table
from balance.analysis.experiments.card_value import SURE, taken_shares
from balance.analysis.experiments.fair_price import (
    PriceCurve,
    fair_prices_table,
    price_curves,
    prices_table,
)
from balance.report.certainty import certainty
from balance.report.figures.lines import Band, bands
from balance.report.nouns import nouns, plural
from balance.report.number_format import Estimated, estimated, trimmed
from balance.report.players import asked_alone, takings_rest_on
from balance.report.report_data import ReportData
from balance.report.section import (
    Finding,
    KeyFinding,
    Picture,
    Section,
    SectionDefinition,
    Style,
    importance_of,
    why_no_designs,
)
from balance.report.words import Words
from balance.scenario.experiments import BAN, REPRICED
from balance.stats.intervals import INTERVAL
from balance.stats.jackknife import surprise
from balance.stats.multiple_testing import false_discovery

MOST_CARDS = 6  # that have a sentence and a figure each
CLIFF = 0.2  # an interval between two whole prices, below which neither is nearly fair
WIDE = 3  # an interval of a fair price, above which a sentence names no single price
_KEYS = {
    "even": "even_key", "even_tried": "even_key", "range": "range_key", "at_most": "at_most_key",
    "at_least": "at_least_key", "none": "none_key", "beyond": "beyond_key",
}  # of findings on a card whose printed price may be wrong  # fmt: skip
_SIDES = {1: "too_low", -1: "too_high", 0: "fair"}
_TRIED = {1: "tried_too_low", -1: "tried_too_high", 0: "tried_fair"}
_AT_PRINTED = {1: "at_printed_too_low", -1: "at_printed_too_high", 0: "at_printed_fair"}
_NO_PRICE = {"not_tested": "ask_another", "unknown": "more_games"}  # what is advised then
_ADVICE_KEYS = {
    "print": "tried_fair_key", "either": "tried_between_key", "between": "tried_between_key",
    "weaker": "tried_too_low_key", "above": "tried_too_low_key",
    "stronger": "tried_too_high_key", "below": "tried_too_high_key",
}  # of findings on a card, by what is advised  # fmt: skip
WORDS = Words(Path(__file__).with_suffix(".toml"))


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
    return price_section(
        curves, noun, bot, (min(games), max(games)), is_fresh=False,
        confirm=lambda card: data.command_for("price", card), is_asked=data.designs == ("price",),
        takings=takings_rest_on(cell.match, is_banned=True),
    )  # fmt: skip


def price_section(
    curves: Sequence[PriceCurve],
    card_noun: str,
    bot: str,
    games: tuple[int, int],
    is_fresh: bool = True,
    adapted: pd.DataFrame | None = None,
    confirm: Callable[[str], str] = lambda card: "",
    is_asked: bool = True,
    advised: Sequence[AdvisedPrice] = (),
    is_stopped: bool = False,
    both: Sequence[BothPrices] = (),
    second: str = "",
    takings: str = "",
) -> Section:
    """Return the fair price of each card, and what its curve says.

    Parameters
    ----------
    card_noun : str
        What the game calls a card.
    bot : str
        The name of the one that played.
    games : (int, int)
        The fewest and the most of any price.
    is_fresh : bool
        Whether the deals were used for nothing else.
    adapted : DataFrame, optional
        Of `adapted_values`.
    confirm : function (id of a card) -> str
        The command that plays its prices on fresh deals.
    is_asked : bool
        Whether prices are what was asked for.
    advised : sequence of AdvisedPrice
        The games that were played with the closest whole prices; the last of a card counts.
    is_stopped : bool
        Whether what was played is only a part, so that the answer is provisional.
    both : sequence of BothPrices
        What a second bot, `second`, finds of each card.
    takings : str
        On what it rests how often a card is taken: see `takings_rest_on`.
    """
    words = WORDS.with_facts(
        card=card_noun, cards=plural(card_noun), bot=bot,
        asked=bot if both else asked_alone(bot),
    )  # fmt: skip
    fair, played = fair_prices_table(list(curves)), prices_table(list(curves))
    rows = [row for _, row in fair.iterrows()]
    told = list(zip(curves, rows, strict=True))
    findings: list[Finding] = []
    key_findings: list[KeyFinding] = []
    if is_stopped:
        prices = max(len(curve.prices) for curve in curves)
        findings.append(words.say("stopped_prices", prices=prices))
        advised = ()
    sure = _sure(curves)
    if len(told) > MOST_CARDS:
        unfair = sum(curve.card.id in sure and bool(_gap(curve, row)) for curve, row in told)
        picked = fair_prices_table(list(curves), len(curves))
        told = [(curve, row) for curve, (_, row) in zip(curves, picked.iterrows(), strict=True)]
        told = [one for one in told if one[0].card.id in sure and _gap(*one)]
        told = sorted(told, key=lambda one: -abs(_gap(*one)))[:MOST_CARDS]
        facts = {"unfair": unfair, "compared": len(curves), "told": len(told)}
        findings.append(words.say("overview" if told else "overview_only", **facts))
    advice: dict[str, Finding] = {}
    for curve, row in told:
        tried = [one for one in advised if one.card.id == curve.card.id]
        finding = price_finding(words, curve, row, bool(tried))
        if is_stopped and finding.name != "not_tested" and len(curve.prices) == 1:
            finding = _at_printed(words, curve, row)
        findings += [finding, *(_tried(words, curve, row, one) for one in tried),
                     *_worth_taking(words, curve), *_moved(words, curve)]  # fmt: skip
        said = None if is_stopped else _advice(words, curve, finding, tried)
        if said is not None:
            advice[curve.card.id] = said
        command = "" if is_fresh else confirm(curve.card.id)
        is_sure = curve.card.id in sure and bool(_gap(curve, row))
        key_findings.append(
            _key_finding(words, finding, curve, row, tried, said, command, is_asked, is_sure)
        )
    tables = [
        words.table(
            "fair_prices",
            _fair_rows(words, curves, fair, advice),
            file=fair,
            deals=words.text("phrases.fresh" if is_fresh else "phrases.of_the_run"),
        ),
        words.table(
            "prices_played",
            _played_rows(words, played),
            file=played,
            takings=takings,
            games=words.text(
                "phrases.games" if games[0] == games[1] else "phrases.games_between",
                fewest=games[0],
                most=games[1],
            ),
        ),
    ]
    if advised:
        frame = advised_table(advised)
        tables.insert(1, words.table("advised_prices", _judged(words, frame), file=frame))
    if adapted is not None:
        findings += [_adapted(words, row) for _, row in adapted.iterrows()]
        tables.append(words.table("adapted", adapted))
    if is_fresh:  # last of all, as that is what is done
        findings += advice.values() if len(told) == 1 else [
            words.say("of_card", which=one.facts["which"], what=one.text[0].lower() + one.text[1:])
            for one in advice.values()
        ]  # fmt: skip
    if both:
        theirs = words.with_facts(bot=second, asked=second)
        for one in both:
            (_, row), *_ = fair_prices_table([one.second]).iterrows()
            findings += [price_finding(theirs, one.second, row), _for_both(words, one, second)]
        frame = both_table(both)
        tables.insert(
            2 if advised else 1, words.table("prices_for_both", frame, bot=bot, second=second)
        )
    if is_stopped:
        key_findings = [_provisional(words, one) for one in key_findings]
    pictures = [_picture(words, curve) for curve, _ in told]
    return words.section(findings, tables, pictures, key_findings)


def _at_printed(words: Words, curve: PriceCurve, row: pd.Series) -> Finding:
    """Return what is known of a card at its printed price alone."""
    place = curve.prices.index(curve.card.price)
    value, over = (
        Estimated(*(float(getattr(some, end)[place]) for end in INTERVAL))
        for some in (curve.values.estimate(), curve.over.estimate())
    )
    words = words.with_facts(**_price_facts(curve, row), value=value, over=over)
    return words.say(_AT_PRINTED[curve.sides[place]])


def _provisional(words: Words, one: KeyFinding) -> KeyFinding:
    """Return a key finding with a claim that says that not all was played."""
    claim = words.text("claims.provisional", claim=one.claim) if one.claim else ""
    return replace(one, claim=claim)


def _tried(words: Words, curve: PriceCurve, row: pd.Series, one: AdvisedPrice) -> Finding:
    """Return what the game with another price of a card showed."""
    return words.say(
        _TRIED[one.side], which=one.card.name, good=one.card.paid_in,
        kinds=_kinds(curve), price=one.price, before=estimated(row, "usual_"), **_seen(one),
    )  # fmt: skip


def _seen(one: AdvisedPrice) -> dict[str, Estimated]:
    some = {"value": one.value, "usual": one.usual, "over": one.over}
    found = {name: statistics.estimate() for name, statistics in some.items()}
    return {
        name: Estimated(float(seen.value[0]), float(seen.low[0]), float(seen.high[0]))
        for name, seen in found.items()
    }


def _key_finding(
    words: Words,
    finding: Finding,
    curve: PriceCurve,
    row: pd.Series,
    tried: Sequence[AdvisedPrice],
    advice: Finding | None,
    command: str,
    is_asked: bool,
    is_sure: bool,
) -> KeyFinding:
    """Return what the head of the report says of a price.

    Parameters
    ----------
    tried : sequence of AdvisedPrice
        The games that were played with other prices.
    advice : Finding or None
        What follows from all of them.
    command : str
        That would play it.
    """
    card, name, action, certain = curve.card, finding.name, "", ""
    facts = _price_facts(curve, row) | {"closest": row["closest"], "command": command}
    over = curve.over.estimate()
    place = curve.prices.index(card.price)
    if name in _KEYS and tried and advice is not None:
        seen = _seen(tried[-1])
        facts = {**facts, **advice.facts, **seen}
        finding = words.say(_ADVICE_KEYS[advice.name], **facts)
        certain = certainty(seen["over"], Style.POINTS)
        action = advice.text
    elif name in _KEYS and not _may_be_fair(curve, row):
        finding = words.say(_KEYS[name], **facts)
        if name == "even":
            certain = certainty(estimated(row), Style.MEAN, unit=card.paid_in)
        if command:
            action = words.text(
                f"actions.{'confirm' if name == 'even' else 'confirm_open'}", **facts
            )
    if curve.moved:
        action = f"{action} {_moved(words, curve)[0].text}".lstrip()
    claim = "" if command else words.claim(finding) or words.text("claims.may_be", **facts)
    return finding.key(
        "fair_prices", importance_of(float(over.value[place]), is_sure), claim=claim,
        subject=f"card {card.id}", action=action, certainty=certain, is_asked=is_asked,
    )  # fmt: skip


def _advice(
    words: Words, curve: PriceCurve, finding: Finding, tried: Sequence[AdvisedPrice]
) -> Finding | None:
    """Return which price to print, in one sentence; None where games with another one are needed.

    Parameters
    ----------
    tried : sequence of AdvisedPrice
        The games that were played with other prices.
    """
    card, (cheap, dear) = curve.card, bracket(curve, tried)
    price, side = (tried[-1].price, tried[-1].side) if tried else (card.price, 0)
    if finding.name in _NO_PRICE:
        name = _NO_PRICE[finding.name]
    elif not tried and first_advice(curve) is not None:
        return None
    elif not side:
        name = "print" if tried else "keep_nearest" if finding.name == "nearest" else "keep"
    elif cheap is not None and dear is not None:
        name = "either" if dear - cheap == 1 else "between"
    elif side > 0:
        name = "weaker" if price == curve.prices[-1] else "above"
    else:
        name = "stronger" if price == curve.prices[0] else "below"
    facts = {"which": card.name, "good": card.paid_in, "price": price}
    if name == "keep_nearest":
        return words.say(name, **facts, fair=finding.facts["price"])
    return words.say(name, **facts, cheap=cheap, dear=dear)


def _sure(curves: Sequence[PriceCurve]) -> set[str]:
    """Return the ids of the cards whose printed price is clearly not fair.

    There the option value differs from that of the others, with q below 0.05 over all cards.
    """
    printed = [curve.over.take([curve.prices.index(curve.card.price)]) for curve in curves]
    p = [float(surprise(one)[0]) for one in printed]
    found = zip(curves, false_discovery(p), strict=True)
    return {curve.card.id for curve, q in found if q < SURE}


def _gap(curve: PriceCurve, row: pd.Series) -> float:
    """Return by how much the printed price is clearly wrong at least.

    0 if it may be fair, or no whole price is better.
    """
    printed = curve.card.price
    if row["closest"] is not pd.NA and row["closest"] == printed:
        return 0.0
    if not row["tested"] or np.isnan(row["low"]):
        is_beyond = bool(row["tested"]) and curve.sides[-1] > 0
        return float(curve.prices[-1] - printed) if is_beyond else 0.0
    if row["low"] > printed:
        return float(row["low"] - printed)
    return float(min(row["high"] - printed, 0.0)) if not row["is_above"] else 0.0


def price_finding(
    words: Words, curve: PriceCurve, row: pd.Series, is_tried: bool = False
) -> Finding:
    """Return the sentence on the fair price of a card; `row` of `fair_prices_table`.

    `is_tried`: whether games with other prices say which whole one to print.
    """
    words = words.with_facts(**_price_facts(curve, row))
    if not row["tested"]:
        return words.say("not_tested", taken=float(curve.taken[0]), price=curve.prices[0])
    values = curve.values.estimate()
    first, last = (
        Estimated(float(values.value[end]), float(values.low[end]), float(values.high[end]))
        for end in (0, -1)
    )
    if curve.sides[0] < 0:
        return words.say("none", value=first)
    if curve.sides[-1] > 0:
        return words.say("beyond", value=last)
    if row["is_below"] and row["is_above"]:
        return words.say("unknown")
    if row["is_below"]:
        return words.say("at_most")
    if row["is_above"]:
        return words.say("at_least")
    is_wide = _is_wide(row)
    if _may_be_fair(curve, row):
        return words.say("perhaps" if is_wide else "already", price=_fair_text(row))
    if row["closest"] == curve.card.price:
        return words.say("nearest", price=_fair_text(row))
    if is_wide:
        return words.say("range")
    if is_tried:
        return words.say("even_tried", price=_fair_text(row))
    return words.say("even", price=_fair_text(row), closest=row["closest"])


def _price_facts(curve: PriceCurve, row: pd.Series) -> dict[str, Any]:
    card = curve.card
    return {
        "which": card.name, "printed": card.price, "good": card.paid_in, "kinds": _kinds(curve),
        "usual": estimated(row, "usual_"), "low": trimmed(row["low"]), "high": trimmed(row["high"]),
        "lowest": curve.prices[0], "highest": curve.prices[-1],
        "off": 1 if row["low"] > card.price else -1,
    }  # fmt: skip


def _may_be_fair(curve: PriceCurve, row: pd.Series) -> bool:
    """Return whether the printed price lies in the interval of the fair one."""
    return bool(row["low"] <= curve.card.price <= row["high"])


def _is_wide(row: pd.Series) -> bool:
    return bool(row["high"] - row["low"] > WIDE)


def _fair_text(row: pd.Series) -> str:
    """Return a fair price, of a wide interval only that, and where the curve is a cliff that.

    A curve that levels off meets the value of the others nearly anywhere, and the one place where
    it does is often far above the truth.  Prices are whole, so it has one decimal however narrow
    its interval.  Of what lies between two of them nothing was played.
    """
    if np.ceil(row["low"]) > row["high"] and row["high"] - row["low"] < CLIFF:
        low, high = int(np.floor(row["low"])), int(np.ceil(row["high"]))
        return WORDS.text("phrases.between", low=low, high=high)
    if _is_wide(row):
        return WORDS.text("phrases.range", low=trimmed(row["low"]), high=trimmed(row["high"]))
    return f"{row['value']:.1f} [{row['low']:.1f}, {row['high']:.1f}]"


def _worth_taking(words: Words, curve: PriceCurve) -> Iterator[Finding]:
    """Yield up to which price the card is clearly worth having, where a higher one was played."""
    values = curve.values.estimate()
    is_worth = values.low > 0
    if not is_worth.any() or is_worth.all() or not curve.is_tested:
        return
    last = int(np.flatnonzero(is_worth)[-1])
    if last + 1 < len(curve.prices):
        value = Estimated(*(float(end[last]) for end in (values.value, values.low, values.high)))
        yield words.say(
            "worth_taking", which=curve.card.name, good=curve.card.paid_in,
            last=curve.prices[last], first=curve.prices[last + 1], value=value,
        )  # fmt: skip


def _moved(words: Words, curve: PriceCurve) -> list[Finding]:
    """Return at which prices the card lies elsewhere, if at any."""
    if not curve.moved:
        return []
    return [
        words.say(
            "moved", which=curve.card.name, good=curve.card.paid_in, printed=curve.card.price,
            prices=[str(price) for price in curve.moved],
        )
    ]  # fmt: skip


def _adapted(words: Words, row: pd.Series) -> Finding:
    """Return what a card is worth to a bot as it is, and to one that adapted."""
    values = {name: estimated(row, f"{name}_") for name in ("fixed", "adapted")}
    return words.say("misplayed" if row["misplayed"] else "adapted", which=row["card"], **values)


def _for_both(words: Words, one: BothPrices, second: str) -> Finding:
    """Return which whole price suits both bots, or that none does, and how far it is from fair."""
    over, card = [estimated(row) for row in one.over(one.best)], one.card
    is_fair = all(each.low <= 0 <= each.high for each in over)
    return words.say(
        "suits_both" if is_fair else "suits_none", which=card.name, good=card.paid_in,
        price=one.best, own=over[0], other=over[1], second=second,
        as_near=words.text("phrases.as_near", prices=[str(price) for price in one.near],
                           good=card.paid_in) if one.near else "",
    )  # fmt: skip


def _kinds(curve: PriceCurve) -> str:
    return plural(curve.card.kind or "card")


def _fair_rows(
    words: Words, curves: Sequence[PriceCurve], fair: pd.DataFrame, advice: Mapping[str, Finding]
) -> pd.DataFrame:
    texts, whole = [], []
    for curve, (_, row) in zip(curves, fair.iterrows(), strict=True):
        name, said = price_finding(words, curve, row).name, advice.get(curve.card.id)
        is_near = name in ("even", "already", "nearest", "range", "perhaps")
        ends = {"low": trimmed(row["low"]), "high": trimmed(row["high"])}
        texts.append(_fair_text(row) if is_near else words.text(
            f"phrases.{name}", **ends, highest=curve.prices[-1]
        ))  # fmt: skip
        closest = str(row["closest"]) if is_near and not _is_wide(row) else ""
        if said is None or not words.has(f"whole.{said.name}"):
            whole.append(closest)
        else:
            whole.append(words.text(f"whole.{said.name}", **said.facts))
    return fair.assign(fair=texts, whole=whole)


def _played_rows(words: Words, played: pd.DataFrame) -> pd.DataFrame:
    has_value = {True: "yes", False: "no"}
    return _judged(words, played).assign(
        worth_having=[words.text(f"phrases.{has_value[bool(one)]}") for one in played["has_value"]],
    )


def _judged(words: Words, table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(judged=[words.text(f"phrases.{_SIDES[side]}") for side in table["side"]])


def _picture(words: Words, curve: PriceCurve) -> Picture:
    values = curve.values.estimate()
    frame = pd.DataFrame({"price": curve.prices, **values.columns(names=("value", "low", "high"))})
    frame[["value", "low", "high"]] *= 100
    figure = bands(
        frame, "price", [Band("value", (("low", "high"),))],
        words.axes("curve", good=curve.card.paid_in), mark=100 * float(curve.usual.value[0]),
    )  # fmt: skip
    return words.picture(
        "curve",
        figure,
        save_as=f"price_{curve.card.id}",
        which=curve.card.name,
        kinds=_kinds(curve),
    )


prices = SectionDefinition(build, place=100, why_not=why_no_designs)
