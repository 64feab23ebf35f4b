"""What is said of the machine, and which commit ran."""

import subprocess

from balance.bench import machine
from balance.bench.machine import Machine, commit, this_machine, versions


def test_two_looks_at_a_machine_find_the_same():
    assert this_machine() == this_machine()
    assert this_machine().cores >= 1


def test_a_machine_is_told_in_a_line():
    told = str(Machine("AMD EPYC (family 25, model 17)", 2, "Linux x86_64"))
    assert told == "AMD EPYC (family 25, model 17), 2 cores, Linux x86_64"


def test_all_that_speed_hangs_on_has_a_version():
    assert list(versions()) == ["balance", "python", "numba", "numpy", "llvmlite"]
    assert all(versions().values())


def test_an_edited_checkout_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "_CHECKOUT", tmp_path)
    assert commit() == ""  # no checkout at all

    def git(*arguments):
        settings = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", tmp_path, *settings, *arguments], check=True)

    git("init", "--quiet")
    assert commit() == ""  # none made yet
    (tmp_path / "rules.py").write_text("1")
    git("add", ".")
    git("commit", "--quiet", "-m", "first")
    assert len(commit()) >= 4
    assert not commit().endswith("+")
    (tmp_path / "rules.py").write_text("2")
    assert commit().endswith("+")
