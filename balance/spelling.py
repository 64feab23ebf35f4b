"""One form of what people type or paste, so that texts that look the same are the same.

Programs write an umlaut as one letter or as two, and put spaces and hyphens that nobody sees.
"""

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

# Soft hyphens, and spaces of no width; those that join letters or signs stay.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_EXACT = 2**53  # up to here each whole number has a float of its own
_SIGNS = str.maketrans({"\u2018": "'", "\u2019": "'", "\u2010": "-", "\u2011": "-"})


def one_form(text: str) -> str:
    """Return a text with composed letters and usual spaces, without what is never seen."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _SPACES.sub(" ", _UNSEEN.sub("", text)))


def in_one_form(value: Any, keeps_floats: bool = False) -> Any:
    """Return a value, or all values and keys in tables and lists, with each in one form.

    Texts of one line lose the spaces around them, and 3.0 is 3, unless floats are kept.
    """
    if isinstance(value, str):
        return one_form(value) if "\n" in value else one_form(value).strip()
    if isinstance(value, Mapping):
        return {in_one_form(key): in_one_form(item, keeps_floats) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(in_one_form(item, keeps_floats) for item in value)
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) <= _EXACT
    return int(value) if is_whole and not keeps_floats else value


@lru_cache(maxsize=4096)
def as_compared(name: str) -> str:
    """Return the form in which two names are compared: whatever their case, spaces and signs are.

    Names with the same form are the same name.
    """
    text = unicodedata.normalize("NFKC", one_form(name)).translate(_SIGNS)
    return " ".join(unicodedata.normalize("NFKC", text.casefold()).split())


@lru_cache(maxsize=4096)
def as_id_form(name: str) -> str:
    """Return the form in which a name is compared with ids: ``horn_of_plenty``."""
    return re.sub(r"[\s-]+", "_", as_compared(name).replace("'", ""))


def find_twins(cards: Sequence[tuple[str, str]]) -> tuple[int, int] | None:
    """Return the places of two cards of which the first has the name of the second, or its id.

    `cards` are ids and names, which may be empty; None if there are no such two.
    """
    by_id = {as_compared(card): place for place, (card, _) in enumerate(cards)}
    by_name: dict[str, int] = {}
    for place, (card, name) in enumerate(cards):
        written = as_compared(name)
        if not written:
            continue
        others = (
            by_name.setdefault(written, place),
            by_id.get(written, place),
            by_id.get(as_id_form(name), place),
        )
        for other in others:
            if cards[other][0] != card:
                return place, other
    return None


def as_on_disk(path: Path) -> Path:
    """Return the path of the file or folder that is meant, whose names may have another form.

    The path itself if there is none, or several.
    """
    if str(path).isascii() or os.path.exists(path):  # Path.exists may raise
        return path
    folder = as_on_disk(path.parent) if path.parent != path else path
    if os.path.exists(folder / path.name):
        return folder / path.name
    try:
        names = [one.name for one in folder.iterdir() if one_form(one.name) == one_form(path.name)]
    except (OSError, ValueError):
        names = []
    return folder / names[0] if len(names) == 1 else path
