"""The commands that change the numbers of a game: `balance.cli.main` lists them."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import (
    Bots,
    Debug,
    Out,
    Players,
    Replace,
    ScenarioName,
    Seed,
    Settings,
    Workers,
    command,
    read_overrides,
)
from balance.limits import MOST_GAMES, MOST_STEP

GamesOfChange = Annotated[int, typer.Option(help="Of each change, at most.", min=1, max=MOST_GAMES)]
Only = Annotated[
    list[str] | None,
    typer.Option(metavar="PATTERN", help="Numbers to change, such as 'citizens.*'; all."),
]
Step = Annotated[
    int, typer.Option(help="By how much each number is changed.", min=1, max=MOST_STEP)
]
Target = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="What is aimed at; as even as can be, if not said."),
]


def sensitivity(
    scenario: ScenarioName,
    games: GamesOfChange = 20_000,
    only: Only = None,
    step: Step = 1,
    target: Target = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Change each number of the cards by one, and rank what it does to the balance.

    Every change is played by itself, on the same deals as the game as it
    is: first all of them a little, then those that matter most. What
    balance means is said in a file, or else: no spread between secret
    goals, none between seats, no card that nobody takes, and as long as it
    is. docs/advice.md says how to read it.

        balance sensitivity first-game --only 'citizens.*' --only 'dukes.*'
    """
    from balance.app.sensitivity import AdviceOptions, sensitivity

    sensitivity(
        scenario,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(command(), games, workers, out, replace, tuple(only or ()), step, target),
    )


def tune_cards(
    scenario: ScenarioName,
    target: Annotated[
        Path, typer.Option(metavar="FILE", help="What is aimed at; see docs/advice.md.")
    ],
    changes: Annotated[int, typer.Option(help="How many numbers to change, at most.", min=1)] = 3,
    games: GamesOfChange = 20_000,
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the changed scenario goes; NAME-tuned.toml."),
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Out = None,
    bots: Bots = None,
    players: Players = None,
    set_: Settings = None,
    replace: Replace = False,
    debug: Debug = False,
) -> None:
    """Search for the fewest changes of numbers that bring a game to a target.

    Single changes are tried first, then those are put together that
    promise most. The best of each size is tested on fresh deals, and what
    these say is reported: also that a target is not met. The changed game
    is written as a scenario, which can be compared with the one before:

        balance tune-cards first-game --target target.toml

        balance compare first-game first-game-tuned.toml
    """
    from balance.app.sensitivity import AdviceOptions
    from balance.app.tune_cards import tune_cards

    tune_cards(
        scenario,
        read_overrides(seed, bots, players, set_),
        AdviceOptions(command(), games, workers, out, replace, target=target),
        changes,
        write,
    )
