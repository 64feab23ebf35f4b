"""A booklet of set-ups that differ, each with a label that fresh deals and a second bot confirm."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from balance.analysis.setup_booklet import SPARE, Booklet, choose_setups, confirmed
from balance.app.setup_games import FRESH, Answered, SetupGames
from balance.engine.services import RandomSetup
from balance.errors import Interrupted, ScenarioError
from balance.portable import write_text
from balance.report.booklet_page import PAGE, write_booklet
from balance.report.studies.booklet import Leaf, booklet_section, leaves_of
from balance.scenario.files import scenario_toml
from balance.scenario.match import Entry
from balance.scenario.model import Scenario

BOOKLET = "booklet"  # of a folder, in its manifest
MEAN_OF = 24  # drawn set-ups at which the second bot plays, for its mean set-up


def booklet_of(
    games: Mapping[int, SetupGames],
    drawn: Mapping[int, RandomSetup],
    count: int,
    wanted: int,
    second: Entry,
    game: str,
) -> Answered:
    """Return a booklet of set-ups, with what it says of each.

    Parameters
    ----------
    games : mapping of int to SetupGames
        By the number of players.
    drawn : mapping of int to RandomSetup
        By their places.
    count : int
        Games at each.
    wanted : int
        Set-ups in the booklet.
    second : Entry
        The bot that checks the labels.
    game : str
        As it was typed.

    Raises
    ------
    Interrupted
        After Ctrl-C, as labels that were not confirmed are not printed.
    ScenarioError
        If no label is confirmed.
    """
    one = next(iter(games.values()))
    measures = {players: tuple(each.measures(drawn[0])) for players, each in games.items()}
    checks = {players: replace(each, bots=(second,)) for players, each in games.items()}
    some = dict(list(drawn.items())[:MEAN_OF])
    each = sum(playing.games_each(drawn[0], count) for playing in games.values())
    tried = SPARE * wanted
    one.begin(f"{len(drawn)} set-ups", each * (len(drawn) + FRESH * tried))
    played = {players: playing.play(drawn, count) for players, playing in games.items()}
    if one.stop.is_set():
        raise Interrupted("Stopped before any set-up was confirmed: nothing is written.")
    chosen = choose_setups(played, measures, tried)
    places = {it.place: drawn[it.place] for it in chosen}
    again = {
        players: playing.play(places, FRESH * count, count) for players, playing in games.items()
    }
    first = confirmed(again, played, measures)
    left = {place: drawn[place] for place in Booklet.of(chosen, [first], tried).pages["place"]}
    one.begin(f"{len(left)} set-ups by {second.label}", each * (len(some) + len(left)))
    usual = {players: playing.play(some, count) for players, playing in checks.items()}
    other = {players: playing.play(left, count, count) for players, playing in checks.items()}
    if one.stop.is_set():
        raise Interrupted("Stopped before the set-ups were confirmed: nothing is written.")
    second_time = confirmed(other, usual, measures)
    found = Booklet.of([it for it in chosen if it.place in left], [first, second_time], wanted)
    if found.pages.empty:
        raise ScenarioError(
            f"--booklet {wanted}: none of {len(chosen)} set-ups has a label that fresh deals and "
            f"{second.label} confirm; expected more games of each (--games), or more set-ups to "
            "choose from (--draw)."
        )
    named = {page: one.named_pieces(drawn[page]) for page in found.pages["place"]}
    leaves, bots = leaves_of(found, named), (one.bots[0].label, second.label)
    text = (
        f"{len(drawn)} set-ups drawn, {count:,} games of each with each number of players, "
        f"{len(chosen)} tried on fresh deals, seed {one.seed}."
    )
    return Answered(
        booklet_section(found, leaves, bots, wanted),
        {
            "drawn set-ups": [each] * len(drawn),
            "chosen ones on fresh deals": [FRESH * each] * len(chosen),
            f"by {second.label}": [each] * (len(some) + len(left)),
        },
        {"setups": len(drawn), "games of each": count, "numbers of players": list(games)},
        text,
        bots=(second,),
        write=partial(_write, one, leaves, drawn, tuple(games), game),
        said=f"{PAGE} is the page to print; set-ups/ has a scenario of each.",
    )


def _write(
    games: SetupGames,
    leaves: Sequence[Leaf],
    drawn: Mapping[int, RandomSetup],
    numbers: Sequence[int],
    game: str,
    folder: Path,
) -> Sequence[Path]:
    """Write the page to print, and a scenario of each set-up; return the page."""
    page = write_booklet(games.game.title, leaves, folder)
    inside = folder / "set-ups"
    inside.mkdir(exist_ok=True)
    for leaf in leaves:
        name = f"{leaf.number:02}-{leaf.label.lower().replace(' ', '-')}"
        players = numbers[0] if len(numbers) == 1 else None
        table = dict(drawn[leaf.place].options)
        scenario = Scenario(name=name, game=game, seed=games.seed, players=players, table=table)
        text = scenario_toml(scenario, inside, [f"{leaf.title}: {leaf.said}"])
        if len(numbers) > 1:
            text += f"\n[grid]\nplayers = {list(numbers)}\n"
        write_text(inside / f"{name}.toml", text)
    return (page,)
