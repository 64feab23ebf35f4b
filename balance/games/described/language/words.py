"""Lists of words, for each of which keys, lines and conditions are said once.

With ``words = { gem = ["opal", "jade"] }`` the key ``"{gem}_off"`` stands for two keys, the lines
below ``for each gem:`` are carried out for one word after the other, and ``every gem has
needs_{gem} <= {gem}`` is a condition for all of them.  All of it is text in place of text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.games.described.language.blocks import Written

Words = Mapping[str, Sequence[str]]
_FOR_EACH = re.compile(r"for each (\w+):\s*")
_JOINS = {"every": " and ", "any": " or ", "no": " or "}


def with_word(said: Any, name: str, word: str, origins: dict[str, str]) -> Any:
    """Return texts, also in lists and tables, with a word in place of its name in braces.

    `origins` gets by each changed text the one that was written.
    """
    if isinstance(said, dict):
        return {
            with_word(key, name, word, origins): with_word(value, name, word, origins)
            for key, value in said.items()
        }
    if isinstance(said, list):
        return [with_word(one, name, word, origins) for one in said]
    if not isinstance(said, str) or f"{{{name}}}" not in said:
        return said
    text = said.replace(f"{{{name}}}", word)
    origins[text] = origins.get(said, said)
    return text


def with_all_keys(said: Any, words: Words, origins: dict[str, str]) -> Any:
    """Return a table with a key for each word, where a key has the name of a list in braces."""
    if not isinstance(said, dict):
        return said
    found: dict[str, Any] = {}
    for key, value in said.items():
        name = next((name for name in words if f"{{{name}}}" in key), "")
        if name:
            each = [with_word({key: value}, name, word, origins) for word in words[name]]
            found |= with_all_keys({k: v for one in each for k, v in one.items()}, words, origins)
        else:
            found[key] = with_all_keys(value, words, origins)
    return found


def with_all_lines(lines: Sequence[Written], words: Words) -> Iterator[Written]:
    """Yield written lines with those of each ``for each`` repeated for each word of its list."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        head = _FOR_EACH.match(line.text)
        if head is None or head[1] not in words:
            yield line._replace(text=with_all_conditions(line.text, words))
            continue
        after = line.text[head.end() :]
        body = [line._replace(text=after)] if after else []
        while not after and at < len(lines) and lines[at].indent > line.indent:
            body.append(lines[at])
            at += 1
        shift = line.indent - body[0].indent if body else 0
        for word in words[head[1]]:
            each = [
                one._replace(
                    indent=one.indent + shift, text=one.text.replace(f"{{{head[1]}}}", word)
                )
                for one in body
            ]
            yield from with_all_lines(each, words)


def with_all_conditions(text: str, words: Words) -> str:
    """Return a text in which each ``every gem has CONDITION`` says it for each word.

    As after ``every player has`` the condition ends with the text, at a bracket that closes more
    than it opens, at a comma or at a colon.
    """
    found = re.search(rf"\b(every|any|no) ({'|'.join(words)}) has ", text) if words else None
    if found is None:
        return text
    fold, name = found[1], found[2]
    end, open_brackets = found.end(), 0
    while end < len(text) and text[end] not in ",:" and open_brackets >= 0:
        open_brackets += {"(": 1, ")": -1}.get(text[end], 0)
        end += open_brackets >= 0
    each = (
        f"({text[found.end() : end].strip().replace(f'{{{name}}}', word)})" for word in words[name]
    )
    joined = f"{'not ' if fold == 'no' else ''}({_JOINS[fold].join(each)})"
    return with_all_conditions(f"{text[: found.start()]}{joined}{text[end:]}", words)
