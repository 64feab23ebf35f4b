"""A game's ladder: its bots from the weakest to the strongest, and claims about their strength."""

from datetime import date
from pathlib import Path

from pydantic import Field, PositiveInt, model_validator

from balance.engine.game import Game
from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.portable import write_text
from balance.sanitize import UnreadableError, read_text, toml_of
from balance.scenario.match import equal_points, has_share_of_points, players_in_words
from balance.scenario.model import Strict

FILE = Path("bots", "ladder.toml")  # in the game's folder
_ALL = 100.0  # percent


class Published(Strict):
    """The measured result of a claim, and the command that measured it.

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


class Claim(Strict):
    """A claim about a bot against another.

    Attributes
    ----------
    players : int
    bot, against : str
    at_least : float or None
        With one or two players the percentage of points that the bot wins at least; with more the
        percentage points above an equal share (see `balance.analysis.comparison.pairwise`).
    above : float or None
        The same, if the claim is only that it wins more.
    games : int
        At most so many are played to check the claim, and so many to publish it.
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
            raise ValueError(f"{self.text}: expected either `at_least` or `above`")
        if not -_ALL < self.number < _ALL:
            raise ValueError(f"{self.text}: {self.number:g} is not a percentage of points")
        return self

    @property
    def text(self) -> str:
        """The bots and players: ``planner v greedy, 2 players``."""
        return f"{self.bot} v {self.against}, {players_in_words(self.players)}"

    @property
    def number(self) -> float:
        """The number claimed, in percent."""
        return float(self.above if self.at_least is None else self.at_least)  # type: ignore[arg-type]

    @property
    def excess(self) -> float:
        """The number claimed as an excess: a share of a win above an equal share."""
        return self.as_excess(self.number)

    def as_excess(self, percent: float) -> float:
        """Return a number such as the claim's own, or of its result, as an excess."""
        return (percent - _ALL * equal_points(self.players)) / 100

    @property
    def wanted(self) -> str:
        """The claim in words: ``at least 75%``, ``more than +0 pp``."""
        text = f"{self.number:g}%" if has_share_of_points(self.players) else f"{self.number:+g} pp"
        return f"more than {text}" if self.at_least is None else f"at least {text}"


class Ladder(Strict):
    """A ladder.

    Attributes
    ----------
    order : tuple of str
        The bots, the weakest first.
    claim : tuple of Claim
    """

    order: tuple[str, ...] = Field(min_length=2)
    claim: tuple[Claim, ...] = Field(default=(), description="tables, each under [[claim]]")

    @property
    def anchor(self) -> str:
        """The bot whose rating is 0: see `balance.analysis.comparison.published_ratings`."""
        return self.order[1]


def read_ladder(game: Game, file: Path | None = None) -> Ladder:
    """Return the ladder of a game, or of another file.

    Raises
    ------
    ScenarioError
        If there is none, or it is not a valid ladder.
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
    import tomlkit  # noqa: PLC0415, as it takes a tenth of a second and few commands need it

    claims = tomlkit.aot()
    for claim in ladder.claim:
        values = claim.model_dump(exclude_none=True)
        if claim.published is not None:
            values["published"] |= {
                key: round(values["published"][key], 2) for key in ("value", "low", "high")
            }
        claims.append(tomlkit.item(values))
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    document["order"], document["claim"] = list(ladder.order), claims
    write_text(path, tomlkit.dumps(document))
