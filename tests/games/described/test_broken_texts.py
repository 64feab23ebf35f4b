"""A description with a mistake is refused in sentences that name the file, or is another game.

``BALANCE_DUELS=1000`` breaks so many texts of each example, new ones each time.
"""

import random
import shutil
from pathlib import Path

import pytest

from balance.errors import BalanceError
from balance.games.loading import load_game
from tests.games.duels import ASKED

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir())
TEXTS = ASKED or 25
FIRST = random.randrange(10**6) if ASKED else 0
SIGNS = "abeinorst 0159 ,;:|()[]{}<>=+-*/.'\"#\n\t\\_é→"


def broken(text: str, draws: random.Random) -> str:
    """Return a text with one to three small mistakes."""
    for _ in range(draws.randint(1, 3)):
        lines = text.split("\n")
        at, line = draws.randrange(len(text) + 1), draws.randrange(len(lines))
        match draws.randrange(6):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + draws.choice(SIGNS) + text[at:]
            case 2:
                text = text[:at] + draws.choice(SIGNS) + text[at + 1 :]
            case 3:
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case 4:
                text = "\n".join([*lines[:line], f"  {lines[line]}", *lines[line + 1 :]])
            case _:
                words = lines[line].split(" ")
                draws.shuffle(words)
                text = "\n".join([*lines[:line], " ".join(words), *lines[line + 1 :]])
    return text


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_description_ends_in_sentences(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(EXAMPLES / name, folder)
    files = sorted(file for file in folder.iterdir() if file.suffix in {".toml", ".csv"})
    refused: list[BalanceError] = []
    for seed in range(FIRST, FIRST + TEXTS):
        draws = random.Random(f"{name} {seed}")
        file = draws.choice(files)
        whole = file.read_text(encoding="utf-8")
        file.write_text(broken(whole, draws), encoding="utf-8")
        try:
            game = load_game(str(folder), Path())
            game.build_table(game.options(), game.seats[0], {}, folder)
        except BalanceError as error:
            refused.append(error)
        finally:
            file.write_text(whole, encoding="utf-8")
    for each in refused:
        assert all(len(line) < 700 for line in each.args), each
        assert any(path.name in str(each) for path in files), each
    assert len(refused) > TEXTS / 4


def test_brackets_without_end_are_refused(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "pig", tmp_path / "pig")
    file = tmp_path / "pig" / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("pot to 0", f"pot to {'(' * 4000}"), encoding="utf-8")
    with pytest.raises(BalanceError, match="nested too deeply"):
        load_game(str(tmp_path / "pig"), Path())
