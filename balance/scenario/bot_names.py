"""How bots are named in scenarios and on the command line, in one place.

``greedy`` is a bot of the game and ``search:200`` one with its number; ``my.py:bot`` is a function
in a file, and ``my-list.txt`` a file of data that the game reads.  Noise may follow any of them:
``greedy~0.1`` makes each choice at random with the chance 0.1.
"""

import os
import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from balance.errors import ScenarioError

NOISE = "~"  # before the chance of a random choice
# A path may contain the sign too: ~/bot.py:name, my~list.txt, PROGRA~1\bot.py:name.
_NOISE = re.compile(rf"(?P<bot>.+){NOISE}(?P<noise>[^/\\:{NOISE}]*)")
_FILE_ENDING = re.compile(r"\.[A-Za-z]")


@dataclass(frozen=True)
class BotName:
    """The name of a bot in its parts.

    Attributes
    ----------
    file : str
        The path of code or data, as it was typed; empty for a bot of the game.
    bot : str
        The function in the file, or the bot of the game; empty for a file of data.
    number : str
        The digits after a bot of the game; empty if there are none.
    is_list : bool
        Whether it is a file that is not Python, such as a list of what to buy.
    noise_text : str or None
        What follows the sign of noise; None without the sign.
    """

    file: str
    bot: str
    number: str = ""
    is_list: bool = False
    noise_text: str | None = None

    def __str__(self) -> str:
        """Return the name as it was typed."""
        return self._with_noise(self.without_noise)

    @property
    def without_noise(self) -> str:
        """The name of the bot alone."""
        if self.is_list:
            return self.file
        return f"{self.file}:{self.bot}" if self.file else self.usual

    @property
    def usual(self) -> str:
        """The bot of the game with its number, or the function, without its file and noise."""
        return f"{self.bot}:{self.number}" if self.number else self.bot

    @property
    def short(self) -> str:
        """The name without its folder, as it is shown."""
        return self._with_noise(Path(self.file).stem if self.is_list else self.usual)

    @property
    def is_code(self) -> bool:
        """Whether it is a function in a Python file."""
        return bool(self.file) and not self.is_list

    @cached_property
    def noise(self) -> float:
        """The chance of a random choice, 0 to 1.

        Raises
        ------
        ScenarioError
            If what follows the sign is not such a number.
        """
        return (
            0.0 if self.noise_text is None else read_noise(self.noise_text, f"bots: {str(self)!r}")
        )

    def with_file(self, file: str) -> "BotName":
        """Return the name with another path to its file."""
        return replace(self, file=file)

    def _with_noise(self, name: str) -> str:
        return name if self.noise_text is None else f"{name}{NOISE}{self.noise_text}"


def bot_name(typed: str) -> BotName:
    """Return the parts of the name of a bot; its noise is checked when it is needed."""
    match = _NOISE.fullmatch(typed)
    if match is None or _FILE_ENDING.search(match["noise"]):
        return _parts(typed)
    return replace(_parts(match["bot"]), noise_text=match["noise"])


def read_noise(text: str, where: str) -> float:
    """Return the chance of a random choice that a text states.

    Parameters
    ----------
    where : str
        What the text belongs to, for the error.

    Raises
    ------
    ScenarioError
        If it is not a number from 0 to 1.
    """
    try:
        noise = float(text)
    except ValueError:
        noise = -1.0
    if not 0.0 <= noise <= 1.0:
        raise ScenarioError(
            f"{where}: {text!r} is not the chance of a random choice: expected a number from 0 to "
            "1, such as 0.1."
        )
    return abs(noise)  # of -0 too


def _parts(name: str) -> BotName:
    _, path = os.path.splitdrive(name)  # C: of Windows
    if Path(path).suffix not in ("", ".py") and ":" not in path:
        return BotName(name, "", is_list=True)
    before, _, last = name.rpartition(":")
    if not before:
        return BotName("", name)
    return BotName("", before, last) if last.isdecimal() else BotName(before, last)
