"""``balance new cards``, ``bot``, ``game`` and ``game-plugin``: working examples to start from."""

import json
import sys
from collections.abc import Iterator, Mapping
from keyword import iskeyword
from pathlib import Path
from random import Random
from textwrap import indent

from balance.app.notices import announce_compiling, stderr_console
from balance.bots import BOTS
from balance.cards.csv_file import read_csv
from balance.cards.workbook import require_openpyxl, write_workbook
from balance.engine.game import Game
from balance.engine.layout import State
from balance.engine.session import Session
from balance.errors import BalanceError, BotError, ScenarioError, StoreError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.portable import command_line, write_text
from balance.scenario.files import scenario_of_game
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import PreparedCell, prepare

GAME = "market"  # the game to start from
SCHEMA = "game.schema.json"  # for editors, beside a described game
WORKBOOK = "cards.xlsx"  # of example cards
SAMPLE_GAMES = 12  # random games that the example choices are taken from
SAMPLE_DECISIONS = 2_000  # of each of them
EXAMPLES = 3  # choices shown for a decision, and one of each other kind of choice
MOST_EXAMPLES = 6
WIDTH = 100  # of a line

# Names that the file of a bot uses itself.
_TAKEN = (
    "view", "table", "seat", "weights", "stream", "below", "Decision", "worth_of", "random_number",
)  # fmt: skip

_BOT = '''"""{name}: a bot for {title}.

{commands}

It gives each choice a worth and takes the best.  So far all are worth the same, so that it plays
at random: begin with one decision in `worth_of`.  Reports show the first line below `def {name}`.
No decorator is needed: the bot is compiled with all that it calls, if it only uses numbers and
arrays.  docs/reference/bot-views.md lists the fields of `view` and `table`, and
docs/guides/write-a-bot.md continues from here.
"""

{imports}


def {name}(view, table, seat, weights, stream):
    """Takes the choice that is worth most; of several, any."""
    best, most = 0, -1e9
    for index in range(view.num_choices):
        worth = worth_of(view, table, seat, weights, view.choices[index])
        worth += weights[0] * random_number(stream)  # the first number of {name}.toml
        if worth > most:
            best, most = index, worth
    return best


def worth_of(view, table, seat, weights, choice):
    """Return what a choice is worth to the seat: change this."""
    match view.decision:
{cases}
    return 0.0


def random_number(stream):
    """Return a number from 0 to 1, from the bot's own randomness."""
    return below(stream, 1000) / 1000
'''

_WEIGHTS = """# The weights of the bot in {name}.py, which gets them in this order.  Add your own.
luck = 0.01                    # how much chance may add to the worth of a choice

# Other weights for some number of players:
# [players.4]
# luck = 0.02
"""


def new_cards(folder: Path, game: str | None, xlsx: bool = False) -> None:
    """Write a folder of example cards, with a scenario that plays with them.

    Parameters
    ----------
    folder : Path
        A new or empty folder.
    game : str or None
        A game's name or folder; None is the first of `GAMES` that has example cards.
    xlsx : bool
        Whether the sheets are worksheets of one workbook, instead of CSV files.

    Raises
    ------
    ScenarioError
        If there is no such game, or it has no example cards.
    StoreError
        If the folder is not empty, or cannot be written.
    """
    starter = _starter_cards(game)
    files = sorted(path for path in starter.iterdir() if path.is_file())
    sheets = [file for file in files if file.suffix == ".csv"] if xlsx else []
    files = [file for file in files if file not in sheets]
    if xlsx:
        require_openpyxl("new cards --xlsx")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise StoreError(f"{folder} is not empty: choose a new folder.")
        for file in files:
            text = file.read_text(encoding="utf-8")
            for sheet in sheets:  # a scenario may name its only sheet
                text = text.replace(f'"{sheet.name}"', f'"{WORKBOOK}"')
            write_text(folder / file.name, text)
        if sheets:
            rows = {sheet.stem: [line.texts for line in read_csv(sheet).lines] for sheet in sheets}
            write_workbook(folder / WORKBOOK, rows)
    except FileExistsError:
        raise StoreError(f"{folder} is a file: choose a new folder.") from None
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}.") from None
    names = sorted([*(file.name for file in files), *([WORKBOOK] if sheets else [])])
    print(f"{folder} now has example cards: {', '.join(names)}.")
    for file in files:
        if file.suffix == ".toml":
            print(f"  balance validate {folder / file.name}")
            print(f"  balance run {folder / file.name}")


def _starter_cards(name: str | None) -> Path:
    """Return the folder of example cards of a game, or of the first one that has them."""
    if name is not None:
        game = load_game(name, Path())
        if game.starter_cards is None:
            raise ScenarioError(f"new cards: {game.title} has no example cards.")
        return game.starter_cards
    starters = (load_game(each, Path()).starter_cards for each in GAMES)
    return next(starter for starter in starters if starter is not None)


def new_bot(name: str, game_name: str) -> None:
    """Write a bot for a game into the current folder, and a file with its weights.

    Parameters
    ----------
    name : str
        Of the bot and its files.
    game_name : str
        A game's name or folder.

    Raises
    ------
    BotError
        If the bot cannot have this name.
    ScenarioError
        If there is no such game.
    StoreError
        If one of the files exists, or cannot be written.
    """
    game = load_game(game_name, Path())
    _check_name(name, game)
    bot, weights = Path(f"{name}.py"), Path(f"{name}.toml")
    for file in (bot, weights):
        if file.exists():
            raise StoreError(f"{file} exists: choose another name.")
    announce_compiling(game, stderr_console())
    for file, text in ((bot, bot_text(name, game_name)), (weights, _WEIGHTS.format(name=name))):
        try:
            write_text(file, text)
        except OSError as error:
            raise StoreError(f"{file} cannot be written: {error.strerror}.") from None
    print(f"{bot} and {weights} contain a bot for {game.title}, ready to play:")
    for command in _commands(name, game_name, game):
        print(f"  {command}")


def new_game_plugin(name: str) -> None:
    """Write a small game, its scenario and its tests into a new folder of this name.

    Raises
    ------
    ScenarioError
        If a game cannot have this name.
    StoreError
        If the folder exists, or cannot be written.
    """
    _check_identifier(name, "new game-plugin", "a Python package", ScenarioError)
    if name in {GAME, *GAMES} or name in sys.stdlib_module_names:
        raise ScenarioError(f"new game-plugin {name!r}: there is a game or module of this name.")
    folder, starter = Path(name), Path(__file__).parents[1] / "starter_game"
    title = name.replace("_", " ")
    names = {
        GAME: name,
        f"{GAME.capitalize()}Narrator": f"{title.title().replace(' ', '')}Narrator",
        GAME.capitalize(): title.capitalize(),
    }
    files = {}
    for file in sorted(path for path in starter.iterdir() if path.is_file()):
        text = file.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        files[file.name.replace(GAME, name)] = text
    _write_game(
        folder,
        files,
        f"balance validate {name}",
        f"balance --trust {name} play {name}/{name}.toml",
        f"balance --trust {name} run {name}/{name}.toml",
        f"balance --trust {name} soak {name} --games 2000",
        f"balance new bot mine --game {name}",
        f"python -m pytest {name}",
    )


def new_game(folder: Path) -> None:
    """Write a small game, described as text, into a new folder.

    Raises
    ------
    StoreError
        If the folder exists, or cannot be written.
    """
    from balance.games.described.language.model import schema

    starter = Path(__file__).parents[1] / "starter_description"
    title = folder.resolve().name.replace("_", " ").replace("-", " ").capitalize()
    files = {
        file.name: file.read_text(encoding="utf-8").replace('"TITLE"', json.dumps(title))
        for file in sorted(starter.iterdir())
    }
    commands = ("validate", "play", "run", "soak", "watch")
    _write_game(
        folder,
        {**files, SCHEMA: json.dumps(schema(), indent=2) + "\n"},
        *(command_line(["balance", command, str(folder)]) for command in commands),
    )


def _write_game(folder: Path, files: Mapping[str, str], *commands: str) -> None:
    """Write the files of a game into a new folder, and print the commands to try."""
    if folder.exists():
        raise StoreError(f"{folder} exists: choose another name.")
    try:
        folder.mkdir(parents=True)
        for name, text in files.items():
            write_text(folder / name, text)
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}.") from None
    print(f"{folder} is now a game, ready to play:")
    for command in commands:
        print(f"  {command}")


def bot_text(name: str, game_name: str) -> str:
    """Return the source of a bot for a game, given as on the command line."""
    game = load_game(game_name, Path())
    return _BOT.format(
        name=name,
        title=game.title,
        commands=indent("\n".join(_commands(name, game_name, game)), "    "),
        imports=_imports(game),
        cases=indent("\n".join(_cases(game_name)), " " * 8),
    )


def _check_identifier(name: str, command: str, what: str, error: type[BalanceError]) -> None:
    if not name.isidentifier() or iskeyword(name) or not name.isascii():
        raise error(
            f"{command} {name!r}: expected a name for {what}: letters, digits and _, a letter "
            "first."
        )


def _check_name(name: str, game: Game) -> None:
    _check_identifier(name, "new bot", "a Python function", BotError)
    if name in {**BOTS, **game.bots}:
        raise BotError(f"new bot {name!r}: {game.title} has a bot of this name: choose another.")
    if name in _TAKEN or name in sys.stdlib_module_names:
        raise BotError(f"new bot {name!r}: Python or the file itself uses this name: use another.")


def _commands(name: str, game_name: str, game: Game) -> tuple[str, ...]:
    """Return the commands to try next."""
    bot = f"{name}.py:{name}"
    other = "greedy" if "greedy" in game.bots else next(iter(game.bots), "random")
    return (
        f"balance check-bot {bot} --game {game_name}",
        f"balance play {game_name} --bots {bot},{other}",
        f"balance duel {bot} {other} --game {game_name} --games 2000",
    )


def _imports(game: Game) -> str:
    """Return the imports; for a game from outside the package, its decisions are written out."""
    draws = "from balance.engine.rng import below"
    if game.name in GAMES:
        return f"{draws}\nfrom {game.decisions.__module__} import Decision"
    members = [f"    {decision.name} = {decision.value}" for decision in game.decisions]
    head = ["class Decision(IntEnum):", f'    """The decisions of {game.title}."""', ""]
    return "\n".join(["from enum import IntEnum", "", draws, "", "", *head, *members])


def _cases(game_name: str) -> Iterator[str]:
    """Yield the lines of a `match` statement: a case for each decision, with example choices."""
    for decision, examples in _examples(game_name).items():
        yield f"case Decision.{decision}:"
        if not examples:
            yield "    # (does not come up at the usual table)"
        for example in examples:
            yield f"    # {example}"[: WIDTH - 8].rstrip()
        yield "    return 0.0"


def _examples(game_name: str) -> dict[str, list[str]]:
    """Return by decision some choices that came up in random games."""
    scenario = scenario_of_game(game_name)
    if scenario is None:
        raise ScenarioError(f"{game_name}: expected the name or the folder of a game.")
    (cell,) = prepare(override(scenario, Overrides(bots=("random",)))).cells
    examples: dict[str, list[str]] = {
        decision.name: [] for decision in cell.match.game.decisions if decision.value
    }
    for deal in range(SAMPLE_GAMES):
        for decision, text in _offered_choices(cell, deal):
            known = examples[decision]
            is_new = _verb(text) not in map(_verb, known)
            if text not in known and (is_new or len(known) < EXAMPLES):
                known.append(text)
    return {decision: texts[:MOST_EXAMPLES] for decision, texts in examples.items()}


def _verb(example: str) -> str:
    """Return the first word of a choice: it tells kinds of choices apart."""
    return example.split()[1]


def _offered_choices(cell: PreparedCell, deal: int) -> list[tuple[str, str]]:
    """Return the choices of a random game: name of the decision, and number and description."""
    match = cell.match
    seats = match.lineup.seats
    names = tuple(f"player {seat + 1}" for seat in range(len(seats)))
    narrator = match.game.narrator(match.game_table, names)
    session = Session(match.game, match.game_table, match.seed)
    random = Random(deal)
    offered = []

    def answer(state: State) -> int:
        decision = match.game.decisions(int(state.decision)).name
        for index in range(int(state.num_choices)):
            text = f"{state.choices[index]}: {narrator.describe(state, index)}"
            offered.append((decision, text))
        return random.randrange(int(state.num_choices))

    session.play(deal, seats, answer, SAMPLE_DECISIONS)
    return offered
