"""A game's ladder of bots: their order, and what is claimed of each against another."""

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, model_validator

from balance.engine.game import Game
from balance.errors import ScenarioError
from balance.sanitize import UnreadableError, read_text, toml_of
from balance.scenario.error_messages import checked

FILE = Path("bots", "ladder.toml")  # in the game's folder
_HALF, _ALL = 50.0, 100.0  # percent


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Published(_Strict):
    """What a claim was measured to be: its figures, and the command that measured them.

    Attributes
    ----------
    value, low, high : float
        As the claim's own number.
    games, deals : int
    date : date
    command : str
    """

    value: float
    low: float
    high: float
    games: PositiveInt
    deals: PositiveInt
    date: date
    command: str


class Claim(_Strict):
    """What is claimed of a bot against another.

    Attributes
    ----------
    players : int
    bot, against : str
    at_least : float or None
        With two players the percentage of points that the bot wins at least; with more the
        percentage points above an equal share (see `balance.analysis.comparison.pairwise`).
    above : float or None
        The same, where all that is claimed is to be more.
    games : int
        At most so many decide; so many are played to publish.
    published : Published or None
    """

    players: PositiveInt
    bot: str
    against: str
    at_least: float | None = None
    above: float | None = None
    games: PositiveInt = 4000
    published: Published | None = None

    @model_validator(mode="after")
    def _says_how_much(self) -> "Claim":
        if (self.at_least is None) == (self.above is None):
            raise ValueError(f"{self.text}: say either `at_least` or `above`")
        if not -_ALL < self.number < _ALL:
            raise ValueError(f"{self.text}: {self.number:g} is no percentage of points")
        return self

    @property
    def text(self) -> str:
        """Who meets whom: ``planner v greedy, 2 players``."""
        return f"{self.bot} v {self.against}, {self.players} players"

    @property
    def number(self) -> float:
        """The number claimed, in percent."""
        return float(self.above if self.at_least is None else self.at_least)  # type: ignore[arg-type]

    @property
    def excess(self) -> float:
        """The number claimed as an excess: a share of a win above an equal share."""
        return (self.number - (_HALF if self.players == 2 else 0.0)) / 100

    @property
    def wanted(self) -> str:
        """What is claimed, in words: ``at least 75%``, ``more than +0 pp``."""
        text = f"{self.number:g}%" if self.players == 2 else f"{self.number:+g} pp"
        return f"more than {text}" if self.at_least is None else f"at least {text}"


class Ladder(_Strict):
    """A ladder.

    Attributes
    ----------
    order : tuple of str
        The bots, the weakest first.
    claim : tuple of Claim
    """

    order: tuple[str, ...] = Field(min_length=2)
    claim: tuple[Claim, ...] = Field(default=(), description="tables, each under [[claim]]")


def read_ladder(game: Game, file: Path | None = None) -> Ladder:
    """Return the ladder of a game, or of another file.

    Raises
    ------
    ScenarioError
        If there is none, or it says what a ladder cannot say.
    """
    path = file or game.home / FILE
    if not path.is_file():
        raise ScenarioError(f"{game.title} has no ladder: {path} is expected.")
    try:
        values = toml_of(read_text(path))
    except (UnreadableError, OSError) as error:
        raise ScenarioError(f"{path}: cannot be read as TOML: {error}") from None
    return checked(Ladder, values, str(path))


def write_ladder(ladder: Ladder, path: Path) -> None:
    """Write a ladder; the comments at the head of the file stay.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    head = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            break
        head.append(line)
    order = ", ".join(f'"{bot}"' for bot in ladder.order)
    lines = [*head, f"order = [{order}]"]
    for claim in ladder.claim:
        lines += ["", *_claim_lines(claim)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _claim_lines(claim: Claim) -> Iterable[str]:
    yield "[[claim]]"
    yield f"players = {claim.players}"
    yield f'bot = "{claim.bot}"'
    yield f'against = "{claim.against}"'
    key = "above" if claim.at_least is None else "at_least"
    yield f"{key} = {claim.number}"
    yield f"games = {claim.games}"
    if claim.published is not None:
        found = claim.published
        yield "[claim.published]"
        yield f"value = {found.value:.2f}"
        yield f"low = {found.low:.2f}"
        yield f"high = {found.high:.2f}"
        yield f"games = {found.games}"
        yield f"deals = {found.deals}"
        yield f"date = {found.date.isoformat()}"
        yield f"command = {json.dumps(found.command)}"
