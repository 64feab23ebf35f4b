"""``balance ladder``: the bots of a game from the weakest up, and whether its claims hold."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from balance.analysis.comparison.ladder_claims import Judged, judge, tested
from balance.analysis.comparison.pairwise import pairing_outcome, share_of_points
from balance.app.bot_matches import (
    BotMatchOptions,
    PreparedBots,
    deals_of_pairing,
    play_with_progress,
    prepare_bots,
    test_tables_text,
)
from balance.app.commands.tournament import play_standings
from balance.engine.game import Game
from balance.error_messages import did_you_mean
from balance.errors import Interrupted, ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.answer import Answer, answer_of
from balance.report.section import Column, Finding, Section, Style, Table
from balance.report.studies.duel import points_text
from balance.report.studies.tournament import ladder_section, published_text
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
QUICK_GAMES = 400  # of a claim in a quick check


@dataclass(frozen=True)
class Selection:
    """A part of a ladder."""

    bots: tuple[str, ...] = ()  # empty is all; of a claim both bots must be among them
    players: int | None = None  # None is the smallest number; for claims, any
    games: int | None = None  # of each pairing; for claims, None is the number that each states
    is_quick: bool = False  # only claims about bots that do not search, with few games
    add: str = ""  # a bot that plays all others

    def games_of(self, claim: Claim) -> int:
        """Return the most games of a claim that are played."""
        games = self.games or claim.games
        return min(games, QUICK_GAMES) if self.is_quick else games

    def claims(self, ladder: Ladder) -> list[Claim]:
        """Return the selected claims.

        Raises
        ------
        ScenarioError
            If a bot that is named has no claim against another of them.
        """
        pairs = [{claim.bot, claim.against} for claim in ladder.claim]
        for bot in self.bots:
            if not any(bot in pair and pair <= set(self.bots) for pair in pairs):
                known = tuple(dict.fromkeys(bot for pair in pairs for bot in sorted(pair)))
                hint = "" if bot in known else f": {did_you_mean(bot, known)}"
                raise ScenarioError(
                    f"--bots {','.join(self.bots)}: the ladder has no claim about {bot} and "
                    f"another of them{hint}"
                )
        return [
            claim
            for claim in ladder.claim
            if self.players in (None, claim.players)
            and (not self.bots or {claim.bot, claim.against} <= set(self.bots))
            and not (self.is_quick and any(":" in bot for bot in (claim.bot, claim.against)))
        ]


def run_ladders(
    name: str | None,
    selection: Selection,
    check: bool,
    publish: bool,
    seed: int | None,
    options: BotMatchOptions,
) -> bool:
    """Show, check or publish ladders; return whether all checked claims hold.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all games that have a ladder.
    check, publish : bool
        At most one of them.
    seed : int or None
        None is `SEED`, `PUBLISH_SEED` or `CHECK_SEED`: claims are checked on other deals than
        those on which they were measured.
    options : BotMatchOptions
        Its game, players and seed are ignored.

    Raises
    ------
    BalanceError
    Interrupted
    """
    if check and publish:
        raise ScenarioError("ladder: expected either --check or --publish.")
    if selection.is_quick and not check:
        raise ScenarioError("--quick: expected --check, as only claims are tested quickly.")
    if selection.add and (check or publish):
        raise ScenarioError("--add: expected neither --check nor --publish, which test claims.")
    if selection.add and name is None:
        raise ScenarioError(f"--add {selection.add}: expected the game, before the options.")
    usual = CHECK_SEED if check else PUBLISH_SEED if publish else SEED
    options = replace(options, seed=usual if seed is None else seed)
    hold = True
    for game in [name] if name else games_with_ladder():
        of_game = replace(options, game=game)
        if check:
            ladder = read_ladder(load_game(game, Path()))
            hold = check_ladder(ladder, selection, of_game) and hold
        elif publish:
            publish_ladder(selection, of_game)
        else:
            show_ladder(selection, selection.games or USUAL_GAMES, of_game)
    return hold


def games_with_ladder() -> list[str]:
    """Return the games that have a ladder."""
    return [name for name in GAMES if (load_game(name, Path()).home / FILE).is_file()]


def show_ladder(selection: Selection, games: int, options: BotMatchOptions) -> None:
    """Play each bot of the ladder against the one below it, and print the standings.

    An added bot plays all of them.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C; the results so far are printed first.
    """
    order = selection.bots or read_ladder(load_game(options.game, Path())).order
    if len(order) < 2:
        raise ScenarioError("--bots: expected two bots or more, the weakest first.")
    if selection.add in order:
        raise ScenarioError(f"--add {selection.add}: it stands on the ladder already.")
    add = (selection.add,) if selection.add else ()
    bots = prepare_bots((*order, *add), replace(options, players=selection.players))
    rungs = range(len(order))
    pairs = [(place, place - 1) for place in rungs[1:]]
    pairs += [(len(order), place) for place in rungs if add]
    result, is_complete = play_standings(bots, pairs, games)
    labels = bots.labels
    options.output.show(
        answer_of(
            ladder_section(result, labels[: len(order)], "".join(labels[len(order) :])),
            made={
                "game": bots.tables.game.name, "players": bots.tables.players,
                "seed": options.seed, "games": result.games, "deals": result.deals,
            },
            lines=(f"{test_tables_text(bots.tables)}.",),
        )
    )  # fmt: skip
    if not is_complete:
        raise Interrupted("Stopped: these are the results of the games so far.")


def check_ladder(ladder: Ladder, selection: Selection, options: BotMatchOptions) -> bool:
    """Test each claim until it is decided, print a line for each; return whether none is broken.

    Raises
    ------
    ScenarioError
        If no claim is selected, or there is no such bot.
    Interrupted
    """
    game = load_game(options.game, Path())
    claims = selection.claims(ladder)
    if not claims:
        raise ScenarioError(f"{game.title}: its ladder has no such claim.")
    out = options.output
    out.line(f"{game.title}: {len(claims)} claims, on fresh deals of seed {options.seed}")
    begun = time.monotonic()
    every: list[Judged] = []
    for claim in claims:
        judged = judge_claim(claim, selection.games_of(claim), options)
        every.append(judged)
        out.line(claim_line(judged), "    ")
    counts = Counter(judged.verdict for judged in every)
    minutes = (time.monotonic() - begun) / 60
    total = (
        f"{game.title}: {counts[Verdict.YES]} hold, {counts[Verdict.NO]} fail, "
        f"{counts[Verdict.UNDECIDED]} undecided, in {minutes:.1f} minutes"
    )
    out.line(total)
    if out.is_json:
        out.show(_answer(game, every, total, options.seed))
    return not counts[Verdict.NO]


def _answer(game: Game, every: Sequence[Judged], total: str, seed: int) -> Answer:
    """Return how each claim stands, for programs."""
    rows = pd.DataFrame(
        {
            "claim": [one.claim.text for one in every],
            "claimed": [one.claim.wanted for one in every],
            "result": [_WORDS[one.verdict] for one in every],
            "value": [float(one.estimate.value) for one in every],
            "low": [float(one.estimate.low) for one in every],
            "high": [float(one.estimate.high) for one in every],
            "games": [one.games for one in every],
        }
    )
    columns = (
        Column("claim", "claim"), Column("claimed", "claimed"), Column("result", "result"),
        Column("points", "", Style.PERCENT), Column("games", "games", Style.COUNT),
    )  # fmt: skip
    table = Table("claims", "Claims", rows, columns)
    section = Section("ladder", f"Ladder of {game.title}", (Finding("claims", total),), (table,))
    return answer_of(section, made={"game": game.name, "seed": seed})


def judge_claim(claim: Claim, games: int, options: BotMatchOptions) -> Judged:
    """Test a claim until it is decided or so many games are played.

    Raises
    ------
    ScenarioError, BotError
    Interrupted
    """
    bots, pairing = _pairing_of(claim, options)
    test_tables = len(bots.tables.test_tables)

    def is_settled(results: Sequence[PairingResult]) -> bool:
        return tested(claim, pairing_outcome(results[0]), test_tables).verdict != Verdict.UNDECIDED

    deals = deals_of_pairing(pairing, games)
    (result,), is_complete = play_with_progress(
        bots, [pairing], deals, claim.text, is_settled, True
    )
    if not is_complete:
        raise Interrupted("Stopped: the claims above were checked, the others were not.")
    settled = tested(claim, pairing_outcome(result), test_tables)
    return judge(claim, pairing_outcome(result.first(settled.deals)), test_tables)


def claim_line(judged: Judged) -> str:
    """Return the line for a claim: verdict, claim, observed points and cost."""
    claim = judged.claim
    observed = points_text(judged.estimate, claim.players)
    cost = f"{judged.games:,} games, {judged.seconds:,.0f} s of processor time"
    return (
        f"{_WORDS[judged.verdict]:9}  {claim.text}: {claim.wanted} claimed, {observed} seen "
        f"({cost})"
    )


def publish_ladder(
    selection: Selection, options: BotMatchOptions, file: Path | None = None
) -> None:
    """Play all games of each selected claim and write the results into the ladder.

    Parameters
    ----------
    file : Path or None
        The ladder; None is the game's.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C; the results of finished claims are written.
    """
    game = load_game(options.game, Path())
    path = file or game.home / FILE
    ladder = read_ladder(game, path)
    selected = selection.claims(ladder)
    if not selected:
        raise ScenarioError(f"{path}: there is no such claim.")
    claims = list(ladder.claim)
    for place, claim in enumerate(claims):
        if claim not in selected:
            continue
        published = claim_result(claim, selection.games or claim.games, options)
        claims[place] = claim.model_copy(update={"published": published})
        with RunFolder(path.parent).writing():
            write_ladder(ladder.model_copy(update={"claim": tuple(claims)}), path)
        print(f"{claim.text}: {published_text(claims[place])}")


def claim_result(claim: Claim, games: int, options: BotMatchOptions) -> Published:
    """Play so many games of a claim and return the result.

    Raises
    ------
    ScenarioError, BotError
    Interrupted
    """
    bots, pairing = _pairing_of(claim, options)
    deals = deals_of_pairing(pairing, games)
    (result,), is_complete = play_with_progress(bots, [pairing], deals, claim.text)
    if not is_complete:
        raise Interrupted("Stopped: this claim was not changed.")
    estimates = pairing_outcome(result)
    estimate = share_of_points(estimates)
    return Published(
        value=100 * float(estimate.value),
        low=100 * float(estimate.low),
        high=100 * float(estimate.high),
        games=estimates.games,
        deals=estimates.deals,
        date=datetime.now(UTC).date(),
        command=options.command,
    )


def _pairing_of(claim: Claim, options: BotMatchOptions) -> tuple[PreparedBots, Pairing]:
    bots = prepare_bots((claim.bot, claim.against), replace(options, players=claim.players))
    return bots, bots.pairings([(0, 1)])[0]
