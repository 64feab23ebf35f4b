"""Which file `balance watch` reads in a folder."""

from balance.app.watch import _files, _scenario_file


def test_hidden_files_and_those_of_open_programs_are_not_watched(tmp_path):
    (tmp_path / "mine.toml").write_text("")
    (tmp_path / "citizens.csv").write_text("")
    for name in ("._mine.toml", "~mine.toml", ".mine.toml", "._citizens.csv", "~$citizens.csv"):
        (tmp_path / name).write_text("")
    (tmp_path / "old.toml").mkdir()
    assert _scenario_file(str(tmp_path)) == (tmp_path / "mine.toml").resolve()
    assert [path.name for path in _files(tmp_path, 1)] == ["citizens.csv", "mine.toml"]
