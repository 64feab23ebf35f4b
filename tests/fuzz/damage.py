"""Real inputs with something wrong in them, and what may stand where anything might."""

from pathlib import Path

from hypothesis import strategies as st

ODD_TEXTS = (
    "", " ", "\0", "\x1b[31m", "\x07", "\x7f", "\r\n", "\ufeff", "\u202eevil", "\ud7ff", "\u2028",
    "🂡", "²", "٣", "ﬁ", "İ", "nan", "inf", "-inf", "1e308", "-1e308", "1e400", "NaN", "0x10",
    "1_000", "+5", "-0", "1.5", "9" * 25, "9" * 5000, "-" + "9" * 25, "true", "null", "None",
    "..", "../..", "/etc/passwd", "~", "a/../..", "C:\\x", "=cmd|' /C calc'!A0", "@SUM(1)",
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "{% raw %}",
    "${jndi:x}", "$\\frac{1}$", "[red]", "%s%n", "'; drop", "a" * 300, "x" * 30_000, "a.b.c",
    "[" * 50, "{" * 50, "(" * 50, "[" * 3000, '"', "'", "\\", ";", "|", "->", "+", "#", ",,,",
)  # fmt: skip
ODD_NUMBERS = (
    0, 1, -1, 2, 40, 99, 100, 127, 128, 255, 256, 999, 1000, 9999, 10_000, 32_767, 32_768, 65_536,
    10**6, 2**31 - 1, 2**31, 10**9, 10**12, 10**18, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30,
)  # fmt: skip
DAMAGED_BYTES = (
    b"\xff\xfe", b"\0\0\0\0", b"\xc3\x28", b"\x80", b"PK\x03\x04", b"\x89PNG\r\n", b"\xef\xbb\xbf",
    b"\x7fELF",
)  # fmt: skip

odd_texts = st.one_of(
    st.sampled_from(ODD_TEXTS),
    st.sampled_from(ODD_NUMBERS).map(str),
    st.text(max_size=30),
    st.text(alphabet="abz019_.-+=<>()[]{}'\"#:;,| \t\n\\/*%@", max_size=40),
)
odd_values = st.recursive(
    st.one_of(
        odd_texts,
        st.sampled_from(ODD_NUMBERS),
        st.integers(),
        st.floats(),
        st.booleans(),
        st.none(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(odd_texts, inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def damaged(draw, texts):
    """Return one of some texts with a few things in it cut, doubled, moved or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        text = _once(draw, text)
    return text


def _once(draw, text):
    how = draw(st.integers(0, 9))
    lines = text.splitlines(keepends=True) or [""]
    line = draw(st.integers(0, len(lines) - 1))
    if how == 0:  # a line is gone
        return "".join(lines[:line] + lines[line + 1 :])
    if how == 1:  # a line is there twice
        return "".join([*lines[: line + 1], lines[line], *lines[line + 1 :]])
    if how == 2:  # lines change places
        other = draw(st.integers(0, len(lines) - 1))
        lines[line], lines[other] = lines[other], lines[line]
        return "".join(lines)
    if how == 3:  # the file ends too early
        return text[: draw(st.integers(0, len(text)))]
    if how == 4:  # as other systems end lines
        return text.replace("\n", draw(st.sampled_from(["\r\n", "\r", "\n\n", "\u2028", " "])))
    if how == 5:  # a mark at the beginning
        return draw(st.sampled_from(["\ufeff", "\0", "#!/bin/sh\n", "\n" * 50, "  "])) + text
    return "".join([*lines[:line], _within(draw, lines[line]), *lines[line + 1 :]])


def _within(draw, line):
    """Return a line with a word or some characters of it replaced."""
    words = line.split(draw(st.sampled_from([" ", ",", "=", ".", '"'])))
    if draw(st.booleans()) and len(words) > 1:
        sign = line[len(words[0])]
        words[draw(st.integers(0, len(words) - 1))] = draw(odd_texts)
        return sign.join(words)
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, min(len(line), start + 5)))
    return line[:start] + draw(odd_texts) + line[end:]


@st.composite
def damaged_bytes(draw, texts):
    """Return a damaged text as a file holds it, perhaps with bytes that are no text."""
    content = draw(damaged(texts)).encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 9)) == 0:
        start = draw(st.integers(0, len(content)))
        content = content[:start] + draw(st.sampled_from(DAMAGED_BYTES)) + content[start:]
    return content


@st.composite
def damaged_values(draw, tables):
    """Return tables of values with some keys gone, new, or of other values."""
    values = dict(draw(st.sampled_from(tables)))
    for _ in range(draw(st.integers(1, 2))):
        keys = list(values)
        key = draw(st.sampled_from(keys)) if keys and draw(st.integers(0, 4)) else draw(odd_texts)
        how = draw(st.integers(0, 3))
        stands = values.get(key)
        if how == 0:
            values.pop(key, None)
        elif how == 1 and isinstance(stands, dict):
            values[key] = draw(damaged_values([stands]))
        elif how == 1 and isinstance(stands, list) and stands:
            place = draw(st.integers(0, len(stands) - 1))
            values[key] = [*stands[:place], draw(odd_values), *stands[place + 1 :]]
        else:
            values[key] = draw(odd_values)
    return values


@st.composite
def odd_places(draw, folder: Path):
    """Put something that is no file of text at a place of a folder, and return the place."""
    place = folder / "odd"
    _clear(place)
    how = draw(st.integers(0, 4))
    if how == 0:
        place.mkdir()
    elif how == 1:
        place.symlink_to(place)
    elif how == 2:
        place.symlink_to(folder / "nowhere")
    elif how == 3:
        place.write_bytes(draw(st.binary(max_size=200)))
    return place


def _clear(place: Path) -> None:
    if place.is_symlink() or place.is_file():
        place.unlink()
    elif place.is_dir():
        place.rmdir()
