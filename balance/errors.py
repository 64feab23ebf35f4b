"""The errors that are the user's to mend; each is one sentence that the command line prints."""

from balance.sanitize import cut, printable


class BalanceError(Exception):
    """Something that the user can mend: says where it is and what was expected.

    What it quotes of a user's file reaches no terminal as it is: what would steer one is spelled
    out, and lines that nobody would read to their end are cut in the middle.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__("\n".join(cut(line) for line in printable(text).split("\n")))


class CardError(BalanceError):
    """A card sheet that cannot be read as it stands."""


class ScenarioError(BalanceError):
    """A scenario, or an option of the command line, that cannot be played as it stands."""


class BotError(BalanceError):
    """A bot that cannot be loaded, or that did what no bot may do."""


class LimitError(BalanceError):
    """Numbers or effects with which a game outgrows its state or has no end; says what to do."""


class StoreError(BalanceError):
    """An output folder that cannot be used, or a file in it that cannot be written or read."""


class WorkerError(BalanceError):
    """Processes or machines that are to play and cannot be reached, or have other sources."""


class Interrupted(BaseException):
    """Ctrl-C ended the program; the text says what is kept.  Nothing catches it on the way."""
