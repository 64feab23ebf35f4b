"""The set-ups of ``setups.toml``: the recommended ones (V17) and the random one (V2.1)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from balance.cards.sheet import one_of, read_toml
from balance.errors import CardError
from balance.games.valeria.sheets.effect_checks import Known

_COPIES = re.compile(r"([a-z][a-z0-9_]*) x ([1-9]\d?)")
_KEYS = {
    "id": str,
    "name": str,
    "edition": str,
    "areas": list,
    "citizens": list,
    "remove_domains": list,
    "players": list,
}
_MORE_KEYS = {"name_fr": str, "source": str, "monster_events": bool, "monster_stacks": dict}
_RANDOM_KEYS = {
    "areas_from": list,
    "areas_count": int,
    "citizens_per_number": int,
    "remove_domains": list,
}
_IN_WORDS = {str: "a text", list: "a list", int: "a whole number", bool: "true or false"}


@dataclass(frozen=True)
class SetUp:
    """A set-up."""

    id: str
    name: str
    edition: str  # "first" or "second": the rulebook that prints it (V17.5)
    areas: tuple[str, ...]
    citizens: tuple[str, ...]  # ids
    remove_domains: tuple[str, ...]  # ids too
    players: tuple[int, ...]  # how many it is meant for
    monster_events: bool  # whether it is played with Monster Events (V14, V17.4)
    # By area, (the Monster's id, copies) from top to bottom, for 2 to 4 players; only where the
    # rulebook prints them.
    monster_stacks: Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True)
class RandomSetUp:
    """What a random set-up draws: areas, and Citizens for each number."""

    areas_from: tuple[str, ...]
    areas_count: int
    citizens_per_number: int
    remove_domains: tuple[str, ...]


def read_setups(paths: Iterable[Path]) -> tuple[tuple[SetUp, ...], RandomSetUp, list[Any]]:
    """Return the set-ups of all files, the random set-up, and all that was read, for a digest.

    A set-up replaces an earlier one with the same id; the last random set-up counts.

    Raises
    ------
    CardError
        If a file is not TOML, or a key is missing, unknown or holds what does not fit.
    """
    setups: dict[str, SetUp] = {}
    random_setup: RandomSetUp | None = None
    read = []
    for path in paths:
        texts = read_toml(path)
        read.append(texts)
        where = "/".join(path.parts[-2:])
        for key in texts:
            if key not in ("setup", "random_setup"):
                known = ["setup", "random_setup"]
                raise CardError(f"{where}: there is no {key!r}; expected {one_of(key, known)}")
        named = texts.get("setup", [])
        if not isinstance(named, list) or not all(isinstance(each, dict) for each in named):
            raise CardError(f"{where}, setup: expected [[setup]], with two brackets")
        in_file = [_setup(each, where) for each in named]
        for setup in in_file:
            if [each.id for each in in_file].count(setup.id) > 1:
                raise CardError(f"{where}, setup {setup.id}: this id is there twice")
            setups[setup.id] = setup
        if "random_setup" in texts:
            random_setup = _random_setup(texts["random_setup"], where)
    if random_setup is None:
        raise CardError("setups.toml: [random_setup] is missing")
    return tuple(setups.values()), random_setup, read


def check_setups(
    setups: Iterable[SetUp],
    random_setup: RandomSetUp,
    known: Known,
    areas_of: Mapping[str, str],
    domains: Sequence[str],
) -> None:
    """Reject set-ups that name what is not in the box; `areas_of` maps Monsters' ids to areas.

    Raises
    ------
    CardError
        It names the set-up, the key, the wrong word and what was expected.
    """
    for setup in setups:
        where = f"setups.toml, setup {setup.id}"
        _check_words(f"{where}, areas", setup.areas, known.areas)
        _check_words(f"{where}, citizens", setup.citizens, known.citizens)
        _check_words(f"{where}, remove_domains", setup.remove_domains, domains)
        _check_words(f"{where}, monster_stacks", setup.monster_stacks, setup.areas)
        for area, stack in setup.monster_stacks.items():
            of_area = [name for name, its_area in areas_of.items() if its_area == area]
            _check_words(f"{where}, monster_stacks.{area}", [name for name, _ in stack], of_area)
    where = "setups.toml, random_setup"
    _check_words(f"{where}, areas_from", random_setup.areas_from, known.areas)
    _check_words(f"{where}, remove_domains", random_setup.remove_domains, domains)


def _check_words(where: str, words: Iterable[str], known: Sequence[str]) -> None:
    seen: set[str] = set()
    for word in words:
        if word not in known:
            raise CardError(f"{where}: {word!r} is not there; expected {one_of(word, known)}")
        if word in seen:
            raise CardError(f"{where}: {word!r} is there twice")
        seen.add(word)


def _setup(texts: Mapping[str, Any], where: str) -> SetUp:
    where = f"{where}, setup {texts.get('id', 'without id')}"
    _check_keys(texts, where, _KEYS, _MORE_KEYS)
    if texts["edition"] not in ("first", "second"):
        raise CardError(f"{where}, edition: {texts['edition']!r}; expected 'first' or 'second'")
    for number in texts["players"]:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 5:
            raise CardError(f"{where}, players: {number!r}; expected whole numbers from 1 to 5")
    stacks = {
        area: _stack(stack, f"{where}, monster_stacks.{area}")
        for area, stack in texts.get("monster_stacks", {}).items()
    }
    return SetUp(
        id=texts["id"],
        name=texts["name"],
        edition=texts["edition"],
        areas=_words(texts, "areas", where),
        citizens=_words(texts, "citizens", where),
        remove_domains=_words(texts, "remove_domains", where),
        players=tuple(texts["players"]),
        monster_events=texts.get("monster_events", False),
        monster_stacks=MappingProxyType(stacks),
    )


def _random_setup(texts: Any, where: str) -> RandomSetUp:
    where = f"{where}, random_setup"
    if not isinstance(texts, dict):
        raise CardError(f"{where}: expected [random_setup], with one bracket")
    _check_keys(texts, where, _RANDOM_KEYS, {})
    return RandomSetUp(
        areas_from=_words(texts, "areas_from", where),
        areas_count=texts["areas_count"],
        citizens_per_number=texts["citizens_per_number"],
        remove_domains=_words(texts, "remove_domains", where),
    )


def _check_keys(
    texts: Mapping[str, Any], where: str, keys: Mapping[str, type], more: Mapping[str, type]
) -> None:
    known = {**keys, **more}
    for key, value in texts.items():
        if key not in known:
            raise CardError(f"{where}: there is no {key!r}; expected {one_of(key, list(known))}")
        if type(value) is not known[key]:
            wanted = _IN_WORDS.get(known[key], "a table of areas")
            raise CardError(f"{where}, {key}: {value!r} stands there; expected {wanted}")
    for key in keys:
        if key not in texts:
            raise CardError(f"{where}: {key!r} is missing")


def _words(texts: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    for word in texts[key]:
        if not isinstance(word, str):
            raise CardError(f"{where}, {key}: {word!r} stands there; expected ids in quotes")
    return tuple(texts[key])


def _stack(stack: Any, where: str) -> tuple[tuple[str, int], ...]:
    copies = []
    for line in stack if isinstance(stack, list) else [stack]:
        found = _COPIES.fullmatch(line) if isinstance(line, str) else None
        if found is None:
            raise CardError(f"{where}: {line!r} stands there; expected such as 'goblin x 3'")
        copies.append((found.group(1), int(found.group(2))))
    return tuple(copies)
