"""Errors that the user can fix; the command line prints each as one sentence."""

from typing import Self

from balance.sanitize import cut, in_one_line


class BalanceError(Exception):
    """Base of all errors that the user can fix; the text says where, and what was expected.

    Control characters in the text, tabs and line breaks too, are escaped, and overlong lines are
    cut in the middle, because the text may quote what somebody else wrote.

    Parameters
    ----------
    text : str
    *lines : str
        Further lines of the message.
    """

    def __init__(self, text: str = "", *lines: str) -> None:
        super().__init__(*(cut(in_one_line(line)) for line in (text, *lines)))

    def __str__(self) -> str:
        """Return the message."""
        return "\n".join(self.args)

    def within(self, place: str) -> Self:
        """Return the error with the place before it that it is in."""
        first, *lines = self.args
        return type(self)(f"{place}: {first}", *lines)


class CardError(BalanceError):
    """A card sheet is invalid."""


class ScenarioError(BalanceError):
    """A scenario, or an option of the command line, is invalid."""


class BotError(BalanceError):
    """A bot cannot be loaded, or broke a rule for bots."""


class RulesError(BalanceError):
    """The rules of a game from outside the package failed."""


class LimitError(BalanceError):
    """A game exceeds a limit of its state, or does not end."""


class StoreError(BalanceError):
    """A run folder, or a file in it, cannot be used, read or written."""


class WorkerError(BalanceError):
    """Worker processes or a cluster cannot be reached, or have other sources."""


class InstallationError(BalanceError):
    """Another distribution has installed files into this package."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped the program; the text says what is stored."""
