"""CSV files as programs write them: separators, and the line that names one."""

import pytest

from balance.cards.csv_file import read_csv

ROWS = (("id", "name", "cost"), ("a", "A, b|c", "3"))


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", "^"])
@pytest.mark.parametrize(
    "first",
    [
        "sep={}\n",
        "SEP={}\r\n",
        "\ufeffsep={}\n",
        '"sep={}"\n',
        "sep={};;\n",
        '"sep={}",,\n',
        "sep={}\r",
        "sep= {} \n",
        " sep = {}\n",
        "\n\nsep={}\n",
        "\ufeff\ufeffsep={}\r\n",
        '\ufeff"sep={}"\n',
    ],
)
def test_a_first_line_names_the_separator(tmp_path, separator, first):
    file = tmp_path / "cards.csv"
    head = first.format(separator)
    end = "\r" if head.endswith("\r") else "\n"
    lines = end.join(separator.join(f'"{cell}"' for cell in row) for row in ROWS)
    file.write_bytes((head + lines + end).encode())
    read = read_csv(file)
    assert (read.separator, tuple(line.texts for line in read.lines)) == (separator, ROWS)
    above = len(head.splitlines())
    assert [line.number for line in read.lines] == [above + 1, above + 2]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_first_line_shows_the_separator(tmp_path, separator):
    file = tmp_path / "cards.csv"
    file.write_text("\n".join(separator.join(f'"{cell}"' for cell in row) for row in ROWS))
    assert tuple(line.texts for line in read_csv(file).lines) == ROWS
    file.write_text("sep=^\n" + file.read_text())  # which none of the lines has
    assert tuple(line.texts for line in read_csv(file).lines) == ROWS
