"""Lists of words: what is said for each of them, written out."""

import re
from typing import Any

Lists = dict[str, list[str]]


def in_all_tables(toml: dict[str, Any]) -> dict[str, Any]:
    """Return a file in which all that is said for each word is written out."""
    lists: Lists = toml.get("words", {})
    for name, words in lists.items():
        toml = {key: _table(value, name, words) for key, value in toml.items()}
    return {key: _texts(value, lists) for key, value in toml.items() if key != "words"}


def _table(value: Any, name: str, words: list[str]) -> Any:
    if not isinstance(value, dict):
        return value
    mark, found = "{" + name + "}", {}
    for key, inner in value.items():
        for word in words if mark in key else [mark]:
            found[key.replace(mark, word)] = _filled(_table(inner, name, words), mark, word)
    return found


def _filled(value: Any, mark: str, word: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, mark, word) for key, inner in value.items()}
    return value.replace(mark, word) if isinstance(value, str) else value


def _texts(value: Any, lists: Lists) -> Any:
    if isinstance(value, dict):
        return {key: _texts(inner, lists) for key, inner in value.items()}
    if isinstance(value, list):
        return [_texts(inner, lists) for inner in value]
    return written_out(value, lists) if isinstance(value, str) else value


def written_out(text: str, lists: Lists) -> str:
    """Return lines in which what is said for each word is written out."""
    rows = text.split("\n")
    for place, row in enumerate(rows):
        head = re.fullmatch(r"(\s*)for each (\w+):(.*)", row)
        if head is None or head[2] not in lists:
            continue
        body, rest = [head[1] + head[3].strip()], rows[place + 1 :]
        if not head[3].strip():
            body = []
            while rest and (
                not rest[0].strip() or len(rest[0]) - len(rest[0].lstrip()) > len(head[1])
            ):
                body.append(rest.pop(0))
            deep = min(len(one) - len(one.lstrip()) for one in body if one.strip())
            body = [head[1] + one[deep:] for one in body]
        each = [one.replace("{" + head[2] + "}", word) for word in lists[head[2]] for one in body]
        return written_out("\n".join([*rows[:place], *each, *rest]), lists)
    return "\n".join(_conditions(row, lists) for row in rows)


def _conditions(row: str, lists: Lists) -> str:
    for name, words in lists.items():
        parts = re.fullmatch(rf"(.*?)\b(every|any|no) {name} has ([^:,]*)(.*)", row)
        if parts is not None:
            before, fold, test, after = parts.groups()
            depth = 0
            for place, letter in enumerate(test):
                depth += (letter == "(") - (letter == ")")
                if depth < 0:
                    test, after = test[:place], test[place:] + after
                    break
            each = [f"({test.replace('{' + name + '}', word)})" for word in words]
            joined = (" and " if fold == "every" else " or ").join(each)
            joined = f"(not ({joined}))" if fold == "no" else f"({joined})"
            return _conditions(f"{before}{joined}{after}", lists)
    return row
