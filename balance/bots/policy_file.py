"""The file of a policy's networks, JSON: how each was made, and what its numbers belong to.

It names the features and kinds of choices, so that a file made for others is refused instead of
being played with wrong numbers.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.bots.policy import num_weights
from balance.bots.weights import is_count
from balance.engine.game import Bot
from balance.engine.layout import Choose
from balance.engine.services import PolicyInputs
from balance.errors import BotError
from balance.limits import MOST_WEIGHT
from balance.portable import write_text
from balance.sanitize import UnreadableError, read_text

FORMAT = 1
_DIGITS = 5  # of a weight
_NETWORKS = "players"

Network = tuple[float, ...]


def read_networks(file: Path, inputs: PolicyInputs) -> Mapping[int, Network]:
    """Return the networks of a file by number of players.

    Raises
    ------
    BotError
        If the file cannot be read, was made for other inputs, or has a value that is no weight.
    """
    values = _read(file)
    for key, expected in _head(inputs).items():
        if values.get(key) != expected:
            raise BotError(
                f"{file}: {key}: it was made for other inputs than those of this version's policy; "
                "train it again."
            )
    networks = values.get(_NETWORKS)
    if not isinstance(networks, dict) or not networks:
        raise BotError(f"{file}: {_NETWORKS}: expected a network for each number of players.")
    count = num_weights(inputs.shape)
    return {
        _players(file, key): _weights(file, key, one, count)
        for key, one in sorted(networks.items())
    }


def belongs_to(file: Path, inputs: PolicyInputs) -> bool:
    """Return whether a file of networks was made for these inputs.

    Raises
    ------
    BotError
        If it cannot be read.
    """
    values = _read(file)
    return all(values.get(key) == expected for key, expected in _head(inputs).items())


def _read(file: Path) -> dict[str, Any]:
    try:
        values = json.loads(read_text(file))
    except (UnreadableError, OSError, ValueError, RecursionError) as error:
        raise BotError(f"{file}: cannot be read as the networks of a policy: {error}") from None
    if not isinstance(values, dict):
        raise BotError(f"{file}: expected an object with the key {_NETWORKS!r}.")
    return values


def policy_bot(choose: Choose, inputs: PolicyInputs, usual: Bot, file: Path, summary: str) -> Bot:
    """Return the policy of a game of the package, with the networks of a file.

    Its own weights are those of `usual`, which makes the decisions that it does not make.
    """
    return Bot(
        "policy",
        choose,
        usual.weights,
        summary,
        ignores_hidden=True,
        inputs=inputs,
        networks=read_networks(file, inputs),
    )


def write_networks(
    file: Path,
    inputs: PolicyInputs,
    networks: Mapping[int, Network],
    made: Mapping[int, Mapping[str, Any]],
) -> None:
    """Write networks by number of players, with how each was made."""
    players = {
        str(count): {
            "made": dict(made.get(count, {})),
            "weights": [float(f"{weight:.{_DIGITS}g}") for weight in networks[count]],
        }
        for count in sorted(networks)
    }
    text = json.dumps({**_head(inputs), _NETWORKS: players}, allow_nan=False)
    lines = text.replace(', "made"', ',\n"made"').replace('"weights"', '\n"weights"')
    write_text(file, lines + "\n")


def read_made(file: Path) -> dict[int, dict[str, Any]]:
    """Return how the networks of a file, which `read_networks` has read, were made."""
    values = json.loads(read_text(file))
    return {int(count): dict(one.get("made", {})) for count, one in values[_NETWORKS].items()}


def _head(inputs: PolicyInputs) -> dict[str, Any]:
    """Return what a file must have to belong to these inputs."""
    return {
        "format": FORMAT,
        "position": list(inputs.position),
        "choice": list(inputs.choice),
        "kinds": list(inputs.kinds),
        "hidden": inputs.hidden,
        "critic": inputs.critic,
    }


def _players(file: Path, key: str) -> int:
    if not is_count(key):
        raise BotError(f"{file}: {_NETWORKS}.{key}: expected a number of players.")
    return int(key)


def _weights(file: Path, key: str, one: Any, count: int) -> Network:
    weights = one.get("weights") if isinstance(one, dict) else None
    if not isinstance(weights, list) or len(weights) != count:
        raise BotError(f"{file}: {_NETWORKS}.{key}.weights: expected {count} numbers.")
    if not isinstance(one.get("made", {}), dict):
        raise BotError(f"{file}: {_NETWORKS}.{key}.made: expected an object.")
    for weight in weights:
        is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not is_number or not abs(weight) <= MOST_WEIGHT:
            raise BotError(
                f"{file}: {_NETWORKS}.{key}.weights: {weight!r}: expected a number from "
                f"{-MOST_WEIGHT:g} to {MOST_WEIGHT:g}."
            )
    return tuple(float(weight) for weight in weights)
