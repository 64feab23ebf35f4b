"""The names that a shell completes are those of the games."""

import json

from balance.app.completion_names import FILE, completion_names


def test_the_file_has_the_names_of_the_games():
    assert json.loads(FILE.read_text(encoding="utf-8")) == completion_names()
