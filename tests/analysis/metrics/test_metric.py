"""Which sources make sums."""

from pathlib import Path

from balance.analysis.metrics.metric import sources_digest, sources_of
from tests.sections import METRICS


def test_what_tallies_is_among_them_and_what_makes_tables_alone_is_not() -> None:
    found = sources_of(one.tally.__module__ for one in METRICS.values())
    names = {name.rpartition(".")[2] for name in found}
    assert names >= {
        *(one.tally.__module__.rpartition(".")[2] for one in METRICS.values()),
        "deal_sums",
        "metric",
    }
    assert not names & {"differences", "cell_tables", "records", "cell_result"}


def test_imports_are_followed_however_they_are_written(tmp_path: Path) -> None:
    for name, text in {
        "one": "from balance.analysis import two\nimport numpy as np",
        "two": "import balance.analysis.three",
        "three": "def late():\n    from balance.analysis.four import nothing",
        "four": "from balance.analysis.one import something",
        "five": "",
    }.items():
        (tmp_path / "analysis").mkdir(exist_ok=True)
        (tmp_path / "analysis" / f"{name}.py").write_text(text)
    found = sources_of(["balance.analysis.one"], tmp_path)
    assert [path.stem for path in found.values()] == ["four", "one", "three", "two"]


def test_the_digest_changes_with_any_of_them(tmp_path: Path) -> None:
    files = [tmp_path / "one.py", tmp_path / "two.py"]
    for path in files:
        path.write_text("pass")
    before = sources_digest(files)
    files[1].write_text("pass  # a word more")
    assert sources_digest(files) != before
