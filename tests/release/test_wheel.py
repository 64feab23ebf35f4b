"""The wheel and the source archive: what is in them, and that they work where nothing else is."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser

import pytest

import balance
from tests.conftest import ROOT
from tests.release.archives import files_of_checkout, wheel_path

pytestmark = pytest.mark.system

OURS = ("LICENSE", "NOTICE")


def done(*command, folder, **settings):
    """Run a command that must succeed, and return what it prints."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=folder, env=env | settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, f"{command}: {ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    return ran.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """Build the source archive, and the wheel from the source archive."""
    place = tmp_path_factory.mktemp("dist")
    done(sys.executable, "-m", "build", "--outdir", place, ROOT, folder=place)
    return place


@pytest.fixture(scope="module")
def wheel(dist):
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def away(tmp_path_factory, wheel):
    """A folder outside the checkout, whose environment holds the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("away")
    done(sys.executable, "-m", "venv", "--without-pip", "venv", folder=folder)
    pip = (sys.executable, "-m", "pip", "--python", folder / "venv/bin/python")
    done(*pip, "install", "--quiet", "--no-compile", wheel, folder=folder)
    yield folder
    shutil.rmtree(folder / "venv")  # 700 MB


@pytest.fixture
def typed(away):
    """Return a function that types a command of the installed program, in that folder."""

    def run(*words, **settings):
        program = away / "venv/bin/balance"
        cache = {"BALANCE_CACHE": str(away / "cache"), "HOME": str(away)}
        return done(program, *words, folder=away, **cache, **settings)

    return run


def test_the_wheel_holds_the_package_and_the_scenarios_byte_for_byte(wheel):
    wanted = {place: path for path in files_of_checkout() if (place := wheel_path(path))}
    assert len(wanted) > 400
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        assert names == set(wanted)
        for name, path in wanted.items():
            assert archive.read(name) == (ROOT / path).read_bytes(), path


def test_the_source_archive_holds_all_but_the_example_reports(dist):
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {path for path in files_of_checkout() if not path.startswith("reports/gallery/")}
    assert {*OURS, "CITATION.cff", "CONTRIBUTING.md", "mkdocs.yml", "Makefile"} <= wanted
    assert names == wanted | {"PKG-INFO"}


def test_its_metadata_say_what_it_is(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (head,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        metadata = Parser().parsestr(archive.read(f"{head}/METADATA").decode())
        licences = [archive.read(f"{head}/licenses/{name}").decode() for name in OURS]
    assert metadata["Name"] == balance.DISTRIBUTION
    assert metadata["Version"] == balance.__version__
    assert metadata["License-Expression"] == "MIT"
    assert licences == [(ROOT / name).read_text(encoding="utf-8") for name in OURS]
    assert metadata["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in metadata.get_all("Classifier")
    assert metadata.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")


def test_in_an_empty_environment_it_says_what_there_is(away, typed):
    code = "import balance, sys; print(balance.__file__, sys.prefix)"
    file, prefix = done(away / "venv/bin/python", "-c", code, folder=away).split()
    assert file.startswith(prefix)
    assert typed("--version") == f"balance {balance.__version__}\n"
    assert "king_of_the_valley" in typed("list", "games")
    assert "first-game" in typed("validate", "first-game")
    assert "win" in typed("play", "dominion", "--game", "17", NUMBA_DISABLE_JIT="1")


def test_there_it_compiles_a_game_plays_it_and_writes_the_report(away, typed):
    shutil.copytree(ROOT / "examples/pig", away / "pig", ignore=shutil.ignore_patterns("__*__"))
    shutil.copy(ROOT / "examples/pig/__init__.py", away / "pig")
    told = typed("--trust", "pig", "run", "pig/pig.toml", "--games", "2000", "--out", "report")
    assert "2,000 games" in told
    assert "pig" in (away / "report/index.html").read_text(encoding="utf-8")
    assert any((away / "cache").rglob("*.nbi"))


def test_type_checkers_see_into_it(away):
    (away / "theirs.py").write_text("import balance\n\nversion: int = balance.__version__\n")
    command = (sys.executable, "-m", "mypy", "--strict", "--python-executable", "venv/bin/python")
    checked = subprocess.run(
        [*command, "theirs.py"], cwd=away, capture_output=True, text=True, check=False
    )
    assert 'expression has type "str", variable has type "int"' in checked.stdout, checked.stdout
    assert "Found 1 error in 1 file" in checked.stdout
