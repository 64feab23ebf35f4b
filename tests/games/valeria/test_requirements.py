"""The requirements that come with the program hold, as their page says."""

from balance.app.commands.check import print_check
from balance.app.commands.run import RunOptions
from balance.scenario.overrides import Overrides


def test_none_of_the_shipped_requirements_is_broken(tmp_path, capsys):
    options = RunOptions("balance check requirements", out=tmp_path / "run")
    assert print_check("requirements", Overrides(games=4000), options, False, False)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert sum(line.startswith("met ") for line in lines) >= 6


def test_riches_break_one(tmp_path, capsys):
    options = RunOptions("balance check requirements", out=tmp_path / "run")
    overrides = Overrides(games=1000, settings={"start_gold": 30})
    assert not print_check("requirements", overrides, options, False, is_quiet=True)
    assert "broken     seat_gap < 3pp" in capsys.readouterr().out
