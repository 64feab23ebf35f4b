"""Another distribution that installs a package of our name is noticed at the start."""

import sys
from importlib.metadata import PackageNotFoundError

import pytest

import balance
from balance import installation
from balance.errors import InstallationError
from balance.installation import check_installation
from tests.conftest import ROOT


class Other:
    version = "0.23.0"


def found(name):
    assert name == "balance"
    return Other


def nothing(name):
    raise PackageNotFoundError(name)


def test_alone_it_starts(monkeypatch):
    monkeypatch.setattr(installation, "distribution", nothing)
    check_installation()


def test_another_package_of_the_name_is_named_with_the_way_out(monkeypatch):
    monkeypatch.setattr(installation, "distribution", found)
    with pytest.raises(
        InstallationError, match=r"'balance' 0\.23\.0.*pip uninstall balance"
    ) as error:
        check_installation()
    assert balance.DISTRIBUTION == installation.DISTRIBUTION
    assert balance.DISTRIBUTION in str(error.value)


def test_a_package_that_was_written_over_ours_is_noticed_without_its_metadata(monkeypatch):
    monkeypatch.setattr(installation, "distribution", nothing)
    monkeypatch.delattr(balance, "DISTRIBUTION")
    with pytest.raises(InstallationError, match="pip uninstall balance"):
        check_installation()


def test_the_command_line_ends_with_that_sentence(monkeypatch, capsys):
    from balance.cli.main import main  # noqa: PLC0415

    monkeypatch.setattr(installation, "distribution", found)
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.setattr(sys, "argv", ["balance", "list", "games"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("Error: This environment also holds")


def test_the_name_on_the_index_stands_everywhere():
    for file in ("pyproject.toml", "CITATION.cff", "README.md"):
        assert balance.DISTRIBUTION in (ROOT / file).read_text(encoding="utf-8"), file
