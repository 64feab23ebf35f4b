"""Command lines, run folders, bots and names: each ends with an exit code that is meant."""

import shlex
import shutil
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.app.commands.report import metrics_for
from balance.bots.loading import load_bot
from balance.cli.main import main
from balance.games.loading import load_game
from balance.runner.run import read_run
from balance.sanitize import printable
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.fuzz.cases import cases, outcome
from tests.fuzz.damage import ODD_TEXTS, damaged, damaged_bytes, odd_texts

# Uncompiled, streams wrap round as they are meant to, and numpy says so in threads.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

ROOT = Path(__file__).parents[2]
PIG = str(ROOT / "examples/pig/pig.toml")
DONE, NOT_HELD, REFUSED = 0, 1, 2
COMMANDS = (
    f"run {PIG} --seed 3 --bots hold_at,random --set target=30 --out out",
    f"run {PIG} --players 2 --bots hold_at --until halfwidth<0.5pp --records",
    f"check {PIG} --bots random --set target=20",
    f"compare {PIG} --set target=25 --out side",
    f"play {PIG} --game 3 --bots random",
    "play dominion --game 1 --players 2 --set cards.smithy.cost=3",
    f"validate {PIG} --set target=30",
    "validate dominion --quiet",
    f"list bots --game {PIG.removesuffix('/pig.toml')}",
    "list cards --game dominion",
    "new cards own --game dominion",
    "new bot mine --game dominion",
    "new game mine",
    "new game-plugin mine",
    f"duel hold_at random --game {PIG.removesuffix('/pig.toml')} --seed 1 --workers 1",
    "--version",
)
PLAYED = ("run", "check", "compare", "duel")
OPTIONS = ("--set", "--seed", "--bots", "--players", "--out", "--until", "--halfwidth", "--workers",
           "--game", "--variant", "--designs", "--tiers", "--trust", "--records", "-x")  # fmt: skip
BOTS = tuple(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("examples/bots/*.py")))


@st.composite
def command_lines(draw):
    """Return the words of a command, some of them gone, doubled, or others."""
    words = shlex.split(draw(st.sampled_from(COMMANDS)))
    first = words[0]
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(words)))
        how = draw(st.integers(0, 3))
        if how == 0:
            words[place:place] = [draw(st.sampled_from(OPTIONS)), draw(odd_texts)]
        elif how == 1:
            del words[place : place + 1]
        else:
            words[place : place + 1] = [draw(odd_texts)]
    words = [word.replace("\0", "") for word in words]  # no system hands one on
    return [*words, "--games", "2"] if first in PLAYED else words


@pytest.fixture
def run_here(monkeypatch, tmp_path_factory, capsys):
    """Return a function that runs a command line in a folder of its own; it gives code and text."""
    deep = tmp_path_factory.mktemp("commands") / "a/b/c"
    deep.mkdir(parents=True)

    def run(words):
        monkeypatch.chdir(deep)
        monkeypatch.setattr(sys, "argv", ["balance", *words])
        with pytest.raises(SystemExit) as ended:
            outcome(main)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        said = capsys.readouterr()
        for old in deep.iterdir():
            shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
        return ended.value.code or 0, said.out + said.err

    return run


@cases("command lines")
@given(words=command_lines())
def test_a_command_line_ends_with_a_code_that_is_meant(part, words, run_here):
    code, said = run_here(words)
    assert code in (DONE, NOT_HELD, REFUSED), said
    assert "Traceback" not in said
    if code == REFUSED:
        assert said.strip()


@pytest.mark.parametrize(
    "words", [["run", "\x1b[31mred", "--games", "1"], ["run", PIG, "--seed", "9" * 5000]]
)
def test_odd_words_end_with_code_2_and_no_traceback(words, run_here):
    code, said = run_here(words)
    assert code == REFUSED, said
    assert "Traceback" not in said
    assert "\x1b" not in said


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the folder of a short run of Pig."""
    folder = tmp_path_factory.mktemp("played") / "run"
    words = ["balance", "run", PIG, "--games", "20", "--workers", "1", "--out", str(folder)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            main()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert not ended.value.code
    return folder


@cases("run folders")
@given(data=st.data())
def test_a_damaged_run_is_read_as_it_was_or_refused(part, data, played, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(played, folder)
    kept = [path for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix in (".json", ".npz")]  # fmt: skip
    path = data.draw(st.sampled_from(kept))
    content = path.read_bytes()
    how = data.draw(st.integers(0, 5))
    if how == 0:
        path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    elif how == 1:
        path.unlink()
        path.mkdir()
    elif how == 2:
        path.unlink()
        path.symlink_to(path)
    elif how == 3 and path.suffix == ".json":
        path.write_bytes(data.draw(damaged_bytes([content.decode()])))
    else:
        place = data.draw(st.integers(0, len(content) - 1))
        path.write_bytes(content[:place] + data.draw(st.binary(max_size=9)) + content[place + 1 :])
    run, sentence = outcome(lambda: read_run(folder, metrics_for))
    if run is None:
        assert str(folder) in sentence
    else:
        assert all(0 <= one.games <= 20 for one in run.cells)


@cases("bot files")
@given(content=damaged_bytes(BOTS))
def test_a_bot_file_is_a_bot_or_a_sentence(part, content, tmp_path_factory):
    file = tmp_path_factory.getbasetemp() / "bots" / "mine.py"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    game = load_game("examples/pig", ROOT)
    loaded, sentence = outcome(lambda: load_bot(file, "chase", game))
    assert loaded is not None or "mine.py" in sentence


@cases("names")
@given(card=odd_texts, label=odd_texts, variant=st.sampled_from(ODD_TEXTS) | damaged(["a name"]))
def test_names_are_shown_as_they_are_or_refused(part, card, label, variant):
    def lay():
        values = {
            "name": "names", "game": "dominion", "players": 2,
            "bots": [{"bot": "random", "label": label}],
            "variants": [{"name": variant, "set": {"cards.smithy.name": card}}],
        }  # fmt: skip
        return prepare(Scenario.model_validate(values))

    try:
        ready, _ = outcome(lay)
    except ValueError:  # as pydantic says it; a file is checked by `checked`
        return
    if ready is not None:
        match = ready.cells[1].match
        for text in (*match.lineup.labels, *(one.name for one in match.game_table.cards)):
            assert text == printable(text)
            assert len(text) <= 200
