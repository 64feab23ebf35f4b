"""guides/add-a-section: it quotes the example, and the example runs."""

import tomllib

from tests.conftest import ROOT
from tests.docs.pages import code_blocks, commands, read_page, run_command

PAGE = read_page("guides/add-a-section")
FOLDER = ROOT / "examples" / "pig" / "busts"


def test_it_quotes_the_section_of_pig():
    source = (FOLDER / "section.py").read_text(encoding="utf-8")
    excerpts = code_blocks(PAGE, "python")
    assert len(excerpts) == 3
    assert [text for text in excerpts if text not in source] == []
    scenario, text = code_blocks(PAGE, "toml")
    assert len(tomllib.loads(scenario)["sections"]) == 2
    assert text == (FOLDER / "text.toml").read_text(encoding="utf-8")


def test_its_command_writes_the_section(tmp_path, monkeypatch, capsys):
    (command,) = commands(PAGE)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    code, output, _ = run_command(command.replace("4000", "200"), monkeypatch, capsys)
    assert code == 0
    assert "Turns and busts" in output
    page = (tmp_path / "reports" / "busts" / "index.html").read_text(encoding="utf-8")
    assert 'data-name="busts"' in page
