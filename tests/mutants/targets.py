"""For each game: the files that carry its rules, and the tests that look after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Target:
    """Rules to make mistakes in.

    Attributes
    ----------
    name
        Of the game.
    files
        Patterns of the sources that carry rules, from the root of the checkout.
    tests
        Folders and files of tests, from the root; a file that is named is read whatever its name.
    left_out
        Of these, what is not run: it takes long uncompiled, or runs no rule of the engine.
    also
        Names of files whose tests count without a rule's mark: they are quick, and of what no rule
        of the document says, such as what is kept of a game.
    root
        Of the checkout.
    """

    name: str
    files: Sequence[str]
    tests: Sequence[str]
    left_out: Sequence[str] = ()
    also: Sequence[str] = ()
    root: Path = ROOT

    def sources(self) -> list[str]:
        """The files that carry rules, in order."""
        found = {path for pattern in self.files for path in self.root.glob(pattern)}
        return sorted(str(path.relative_to(self.root)) for path in found)

    @property
    def kept(self) -> Path:
        """Where results and the map are kept, without an ending."""
        return self.root / "build" / "mutants" / self.name

    @property
    def reviewed(self) -> Path:
        """Mutants that were judged to be no mistake, with reasons."""
        return Path(__file__).parent / "reviewed" / f"{self.name}.toml"


def _game(name: str, *files: str, also: Sequence[str]) -> Target:
    """Return the target of a game of the package; its folder's rules, and these files of it."""
    home, tests = f"balance/games/{name}", f"tests/games/{name}"
    return Target(
        name,
        [f"{home}/rules/*.py", *(f"{home}/{file}" for file in files)],
        [tests, f"tests/mutants/duels/{name}.py"],
        [f"{tests}/test_against_referee.py"],
        also,
    )


_KEPT = "test_record.py"
TARGETS = {
    target.name: target
    for target in (
        _game("valeria", "record.py", also=("test_invariants.py", _KEPT)),
        _game("king_of_the_valley", "record.py", also=(_KEPT,)),
        _game("dominion", "record.py", "scoring.py", also=(_KEPT,)),
        # Its rules are lines of a language: no document numbers them, and the referee reads texts.
        Target(
            "described",
            [f"balance/games/described/{part}/*.py" for part in ("rules", "table")],
            ["tests/games/described", "tests/mutants/duels/described.py"],
            also=(
                "test_against_referee.py",
                "test_limits.py",
                "test_prospects.py",
                "test_random_games_against_referee.py",
                "test_rare_lines_against_referee.py",
                "test_services.py",
                "test_views.py",
            ),
        ),
        Target("toy", ["tests/mutants/toy/rule.py"], ["tests/mutants/toy/checks.py"]),
    )
}
