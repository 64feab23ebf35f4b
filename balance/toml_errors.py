"""What is wrong with a text that is not TOML, with a hint for what people often write."""

import re

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_KEY = r"""^\s*(?:[\w.-]+|"[^"]*")\s*"""
_STRAIGHT = 'quotation marks are straight in TOML: "greedy"'
_TEXT = 'a text needs quotation marks: bots = "greedy"'
PATHS = r"in a path, write / for \, or put it in single quotation marks"
_MEANT = (  # by a pattern of the line
    (r"[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]", _STRAIGHT),
    (rf"{_KEY}=\s*(?:True|False|TRUE|FALSE|Yes|No|yes|no)\s*(?:#.*)?$", "write true or false"),
    (rf"{_KEY}:", "a key and its value have = between them, not a colon"),
    (rf"{_KEY}=\s*-?\d+,\d+\s*$", "a decimal has a point, not a comma"),
    (rf"{_KEY}=\s*0\d", "a number does not begin with 0"),
    (rf"{_KEY}=\s*(?:#.*)?$", "a value is expected after ="),
    (rf"{_KEY}=\s*[^\W\d]", _TEXT),
    (r'^[^"]*(?:"[^"]*"[^"]*)*"[^"]*\\', PATHS),
    (r"^\s*\[\[[^\]]*\](?!\])", "the name of a list of tables stands in [[ and ]]"),
    (r"""^\s*\w+ \w+[\w ]*=""", "a key is one word, or stands in quotation marks"),
)
_MEANT_BY_MESSAGE = (
    ("Expected ']' at", "the name of a table stands in brackets, which are not closed"),
    ("Unclosed array", "the list is not closed with ], or a comma is missing in it"),
    ("Cannot overwrite", "a key is there twice"),
    ("Cannot declare", "a table is there twice; [[...]] begins another of a list"),
    ("Unterminated string", "a text is not closed with a quotation mark"),
    ('Expected "\'"', "a text is not closed with a quotation mark"),
    ("Expected newline", "one line has one key; a list stands in brackets: [1, 2]"),
    ("Invalid statement", "a line has a key, = and a value, or the name of a table in brackets"),
)


def toml_error(text: str, message: str) -> str:
    """Return the place of an error of `tomllib` in a text, what is wrong, and a hint.

    Such as ``line 3, column 8: this is not TOML: Invalid value; a text needs quotation marks``.
    """
    match = _PLACE.search(message)
    what = message[: match.start()] if match else message
    lines = text.splitlines()
    place, line = "at its end", next((line for line in reversed(lines) if line.strip()), "")
    if match and match.group(1):
        number, column = int(match.group(1)), int(match.group(2))
        place = f"line {number}, column {column}"
        line = lines[number - 1] if number <= len(lines) else ""
    meant = [hint for pattern, hint in _MEANT if re.search(pattern, line)]
    meant += [hint for start, hint in _MEANT_BY_MESSAGE if what.startswith(start)]
    by_message = [hint for start, hint in _MEANT_BY_MESSAGE[1:3] if what.startswith(start)]
    hint = next(iter(by_message + meant), "")
    return f"{place}: this is not TOML: {what}{'; ' if hint else ''}{hint}"
