"""``balance ladder``: the bots of a game from the weakest up, and whether its claims hold."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from balance.analysis.comparison.ladder_claims import Judged, judge, tested
from balance.analysis.comparison.pairwise import outcome, points
from balance.app.bot_matches import (
    Arena,
    Terms,
    arena,
    deals_for,
    paired,
    play_all,
    test_tables_text,
)
from balance.app.tournament import hold, print_section
from balance.errors import Interrupted, ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.duel.lines import points_text
from balance.report.tournament.section import ladder_section, published_text
from balance.runner.pairings import Pairing, PairingResult
from balance.scenario.ladder_file import (
    FILE,
    Claim,
    Ladder,
    Published,
    read_ladder,
    write_ladder,
)
from balance.stats.verdict import Verdict
from balance.store.run_folder import RunFolder

_WORDS = {Verdict.YES: "holds", Verdict.NO: "fails", Verdict.UNDECIDED: "undecided"}

SEED, PUBLISH_SEED, CHECK_SEED = 101, 102, 103
USUAL_GAMES = 400


@dataclass(frozen=True)
class Which:
    """Which rungs or claims of a ladder are meant.

    Attributes
    ----------
    bots : tuple of str
        Empty is all; of a claim both bots must be among them.
    players : int or None
        None is the fewest, of claims any.
    games : int or None
        Of each pairing; of claims None is as many as the claim says.
    """

    bots: tuple[str, ...] = ()
    players: int | None = None
    games: int | None = None

    def claims(self, ladder: Ladder) -> list[Claim]:
        """Return the claims that are meant."""
        return [
            claim
            for claim in ladder.claim
            if self.players in (None, claim.players)
            and (not self.bots or {claim.bot, claim.against} <= set(self.bots))
        ]


def climb(
    name: str | None, which: Which, check: bool, publish: bool, seed: int | None, terms: Terms
) -> bool:
    """Show, check or publish ladders; return whether all claims that were checked hold.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all games that have a ladder.
    which : Which
    check, publish : bool
        At most one of them.
    seed : int or None
        None is each kind's own, so that nothing is checked on the deals that it was measured on.
    terms : Terms
        Game, players and seed of which are not looked at.

    Raises
    ------
    BalanceError
    Interrupted
    """
    if check and publish:
        raise ScenarioError("ladder: either --check or --publish is expected.")
    usual = CHECK_SEED if check else PUBLISH_SEED if publish else SEED
    terms = replace(terms, seed=usual if seed is None else seed)
    held = True
    for one in [name] if name else with_ladder():
        own = replace(terms, game=one)
        if check:
            held = check_ladder(read_ladder(load_game(one, Path())), which, own) and held
        elif publish:
            publish_ladder(which, own)
        else:
            show_ladder(which, which.games or USUAL_GAMES, own)
    return held


def with_ladder() -> list[str]:
    """Return the games that have a ladder."""
    return [name for name in GAMES if (load_game(name, Path()).home / FILE).is_file()]


def show_ladder(which: Which, games: int, terms: Terms) -> None:
    """Play each bot of the ladder against the one below it, and print how they stand.

    Raises
    ------
    BalanceError
    Interrupted
        After the table of what was played.
    """
    game = load_game(terms.game, Path())
    order = which.bots or read_ladder(game).order
    if len(order) < 2:
        raise ScenarioError("--bots: a ladder has two bots or more, the weakest first.")
    ring = arena(order, replace(terms, players=which.players))
    labels = [entry.label for entry in ring.entries]
    neighbours = [(place, place - 1) for place in range(1, len(labels))]
    found, is_whole = hold(ring, neighbours, games)
    print_section(ladder_section(found, labels))
    print(test_tables_text(ring.ground))
    if not is_whole:
        raise Interrupted("Stopped: the table tells of what was played.")


def check_ladder(ladder: Ladder, which: Which, terms: Terms) -> bool:
    """Play for each claim until it is clear how it stands; return whether none is broken.

    A line is printed for each.

    Raises
    ------
    ScenarioError
        If no claim is meant, or one names what is not there.
    Interrupted
    """
    game = load_game(terms.game, Path())
    claims = which.claims(ladder)
    if not claims:
        raise ScenarioError(f"{game.title}: no claim of its ladder is about these.")
    out = Console(highlight=False, markup=False, soft_wrap=True)
    out.print(f"{game.title}: {len(claims)} claims, on fresh deals of seed {terms.seed}")
    begun = time.monotonic()
    judged = []
    for claim in claims:
        one = judge_claim(claim, which.games or claim.games, terms)
        judged.append(one)
        out.print(line_of(one))
    counts = Counter(one.verdict for one in judged)
    minutes = (time.monotonic() - begun) / 60
    out.print(
        f"{game.title}: {counts[Verdict.YES]} hold, {counts[Verdict.NO]} fail, "
        f"{counts[Verdict.UNDECIDED]} undecided, in {minutes:.1f} minutes"
    )
    return not counts[Verdict.NO]


def judge_claim(claim: Claim, games: int, terms: Terms) -> Judged:
    """Play for a claim until it is clear how it stands, or so many games are played.

    Raises
    ------
    ScenarioError, BotError
    Interrupted
    """
    ring, pairing = _meeting_of(claim, terms)
    test_tables = len(ring.ground.test_tables)

    def is_settled(encounters: Sequence[PairingResult]) -> bool:
        return tested(claim, outcome(encounters[0]), test_tables).verdict != Verdict.UNDECIDED

    deals = deals_for(pairing, games)
    played, is_whole = play_all(ring, [pairing], deals, claim.text, is_settled)
    if not is_whole:
        raise Interrupted("Stopped: the lines tell of the claims that were checked.")
    settled = tested(claim, outcome(played[0]), test_tables)
    return judge(claim, outcome(played[0].first(settled.deals)), test_tables)


def line_of(judged: Judged) -> str:
    """Say in a line how a claim stands."""
    claim = judged.claim
    seen = points_text(judged.found, claim.players)
    cost = f"{judged.games:,} games, {judged.seconds:,.0f} s of processor time"
    return f"{_WORDS[judged.verdict]:9}  {claim.text}: {claim.wanted} claimed, {seen} seen ({cost})"


def publish_ladder(which: Which, terms: Terms, file: Path | None = None) -> None:
    """Play all games of each claim that is meant, and write what they come to into the ladder.

    Parameters
    ----------
    which : Which
    terms : Terms
    file : Path or None
        The ladder; None is the game's.

    Raises
    ------
    BalanceError
    Interrupted
        What was finished is written.
    """
    game = load_game(terms.game, Path())
    path = file or game.home / FILE
    ladder = read_ladder(game, path)
    meant = which.claims(ladder)
    if not meant:
        raise ScenarioError(f"{path}: no claim is about these.")
    claims = list(ladder.claim)
    for place, claim in enumerate(claims):
        if claim not in meant:
            continue
        games = which.games or claim.games
        claims[place] = claim.model_copy(update={"published": measured(claim, games, terms)})
        with RunFolder(path.parent).writing():
            write_ladder(ladder.model_copy(update={"claim": tuple(claims)}), path)
        print(f"{claim.text}: {published_text(claims[place])}")


def measured(claim: Claim, games: int, terms: Terms) -> Published:
    """Play so many games of a claim and return what they come to.

    Raises
    ------
    ScenarioError, BotError
    Interrupted
    """
    ring, pairing = _meeting_of(claim, terms)
    played, is_whole = play_all(ring, [pairing], deals_for(pairing, games), claim.text)
    if not is_whole:
        raise Interrupted("Stopped: this claim is left as it was.")
    found = outcome(played[0])
    seen = points(found)
    return Published(
        value=100 * float(seen.value),
        low=100 * float(seen.low),
        high=100 * float(seen.high),
        games=found.games,
        deals=found.deals,
        date=datetime.now(UTC).date(),
        command=terms.command,
    )


def _meeting_of(claim: Claim, terms: Terms) -> tuple[Arena, Pairing]:
    """Return where the two bots of a claim meet, and their pairing."""
    ring = arena((claim.bot, claim.against), replace(terms, players=claim.players))
    return ring, paired(ring, [(0, 1)])[0]
