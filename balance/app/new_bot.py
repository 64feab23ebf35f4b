"""``balance new bot``: a file with a bot that plays at once, to be changed into one's own."""

import sys
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from random import Random
from textwrap import indent

from balance.app.notices import console, say_if_compiling
from balance.bots import BOTS
from balance.engine.game import Game
from balance.engine.layout import State
from balance.engine.session import Session
from balance.errors import BotError, ScenarioError, StoreError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.portable import write_text
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import PreparedCell, prepare
from balance.scenario.replay_command import scenario_of_game

GAMES_WATCHED = 12  # games by chance, from which the examples of choices come
DECISIONS_WATCHED = 2_000  # of each of them
EXAMPLES = 3  # of the choices of a decision, and one of each other kind of choice
MOST_EXAMPLES = 6
WIDTH = 100  # of a line

_TAKEN = (
    "view",
    "table",
    "seat",
    "weights",
    "stream",
    "below",
    "Decision",
    "worth_of",
    "random_number",
)

_BOT = '''"""{name}: a bot of one's own for {title}.

{commands}

It gives each choice a worth and takes the best.  So far all are worth the same, so that chance
decides: begin with one decision in `worth_of`.  Reports show the first line below `def {name}`.
No decorator is needed: it is compiled, with all that it calls, if it is plain code on numbers.
`view` and `table` are the game's own: docs/reference/bot-views.md lists their fields, and
docs/guides/write-a-bot.md continues from here.
"""

{imports}


def {name}(view, table, seat, weights, stream):
    """Takes the choice that is worth most to it; where several are, any of them."""
    best, most = 0, -1e9
    for index in range(view.num_choices):
        worth = worth_of(view, table, seat, weights, view.choices[index])
        worth += weights[0] * random_number(stream)  # the first number of {name}.toml
        if worth > most:
            best, most = index, worth
    return best


def worth_of(view, table, seat, weights, choice):
    """Return what a choice is worth to the seat: the place to think."""
    match view.decision:
{cases}
    return 0.0


def random_number(stream):
    """Return a number from 0 to 1, from the bot's own randomness."""
    return below(stream, 1000) / 1000
'''

_WEIGHTS = """# The weights of the bot in {name}.py, which gets them in this order.  Add your own.
luck = 0.01                    # how much chance may add to the worth of a choice

# Others for some number of players, once you have them:
# [players.4]
# luck = 0.02
"""


def new_bot(name: str, game: str) -> None:
    """Write a bot for a game into the current folder, and the file of its weights.

    Parameters
    ----------
    name : str
        Of the bot and of its files.
    game : str
        A game's name or folder.

    Raises
    ------
    BotError
        If it cannot be called so.
    ScenarioError
        If there is no such game.
    StoreError
        If one of the files is there already, or cannot be written.
    """
    played = load_game(game, Path())
    _check_name(name, played)
    bot, weights = Path(f"{name}.py"), Path(f"{name}.toml")
    for file in (bot, weights):
        if file.exists():
            raise StoreError(f"{file} is there already: choose another name, and nothing is lost.")
    say_if_compiling(played, console())
    for file, text in ((bot, bot_text(name, game)), (weights, _WEIGHTS.format(name=name))):
        try:
            write_text(file, text)
        except OSError as error:
            raise StoreError(f"{file} cannot be written: {error.strerror}.") from None
    print(f"{bot} and {weights} hold a bot for {played.title}, which plays as it is.")
    for command in _commands(name, game, played):
        print(f"  {command}")


def bot_text(name: str, game: str) -> str:
    """Return the source of a bot of that name for a game, named as on the command line."""
    played = load_game(game, Path())
    return _BOT.format(
        name=name,
        title=played.title,
        commands=indent("\n".join(_commands(name, game, played)), "    "),
        imports=_imports(played),
        cases=indent("\n".join(_cases(game)), " " * 8),
    )


def _check_name(name: str, game: Game) -> None:
    if not name.isidentifier() or iskeyword(name) or not name.isascii():
        raise BotError(
            f"new bot {name!r}: a name is expected that a function of Python may have: letters, "
            "digits and _, a letter first."
        )
    if name in {**BOTS, **game.bots}:
        raise BotError(f"new bot {name!r}: {game.title} has a bot of that name: choose another.")
    if name in _TAKEN or name in sys.stdlib_module_names:
        raise BotError(f"new bot {name!r}: Python, or the file itself, needs that name: another.")


def _commands(name: str, game: str, played: Game) -> tuple[str, ...]:
    """Return what to type next."""
    bot = f"{name}.py:{name}"
    other = "greedy" if "greedy" in played.bots else next(iter(played.bots), "random")
    return (
        f"balance play {game} --bots {bot},{other}",
        f"balance duel {bot} {other} --game {game} --games 2000",
    )


def _imports(game: Game) -> str:
    """Return the imports; the decisions of a game from outside are written out."""
    draws = "from balance.engine.rng import below"
    if game.name in GAMES:
        return f"{draws}\nfrom {game.decisions.__module__} import Decision"
    members = [f"    {one.name} = {one.value}" for one in game.decisions]
    head = ["class Decision(IntEnum):", f'    """What {game.title} asks."""', ""]
    return "\n".join(["from enum import IntEnum", "", draws, "", "", *head, *members])


def _cases(game: str) -> Iterator[str]:
    """Yield the lines of the cases of `match`, one for each decision that is asked."""
    examples = _examples(game)
    for kind, texts in examples.items():
        yield f"case Decision.{kind}:"
        if not texts:
            yield "    # (not asked at the usual table)"
        for text in texts:
            yield f"    # {text}"[: WIDTH - 8].rstrip()
        yield "    return 0.0"


def _examples(name: str) -> dict[str, list[str]]:
    """Return for each decision, by name, choices as they were offered in games played by chance."""
    scenario = scenario_of_game(name)
    if scenario is None:
        raise ScenarioError(f"{name}: the name or the folder of a game is expected.")
    (variant,) = prepare(override(scenario, Overrides(bots=("random",)))).cells
    game = variant.match.game
    found: dict[str, list[str]] = {one.name: [] for one in game.decisions if one.value}
    for deal in range(GAMES_WATCHED):
        for kind, text in _offered(variant, deal):
            known = found[kind]
            is_new = _verb(text) not in map(_verb, known)
            if text not in known and (is_new or len(known) < EXAMPLES):
                known.append(text)
    return {kind: texts[:MOST_EXAMPLES] for kind, texts in found.items()}


def _verb(example: str) -> str:
    """Return the first word of what a choice is, which tells kinds of choices apart."""
    return example.split()[1]


def _offered(variant: PreparedCell, deal: int) -> list[tuple[str, str]]:
    """Return the choices of a game played by chance: the decision's name, and number and words."""
    match = variant.match
    seated = match.lineup.seats
    names = tuple(f"player {seat + 1}" for seat in range(len(seated)))
    narrator = match.game.narrator(match.game_table, names)
    session = Session(match.game, match.game_table, match.seed)
    chance = Random(deal)
    offered = []

    def answer(state: State) -> int:
        kind = match.game.decisions(int(state.decision)).name
        for index in range(int(state.num_choices)):
            text = f"{state.choices[index]}: {narrator.describe(state, index)}"
            offered.append((kind, text))
        return chance.randrange(int(state.num_choices))

    session.play(deal, seated, answer, DECISIONS_WATCHED)
    return offered
