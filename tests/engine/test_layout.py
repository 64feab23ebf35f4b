"""Arrays of structs: what is told of them."""

import numpy as np
import pytest

from balance.engine.layout import digest_of, int8, int32, struct

INNER = struct(("small", int8), ("large", int32))
TABLE = struct(("first", int8), ("inner", INNER, (3,)), ("last", int8))


def filled(byte):
    """Return an array of which the bytes between fields are so, and all numbers 7."""
    array = np.frombuffer(bytearray([byte]) * 2 * TABLE.itemsize, TABLE)
    array["first"] = array["last"] = 7
    array["inner"]["small"] = array["inner"]["large"] = 7
    return array


def test_a_digest_is_of_numbers_and_not_of_what_lies_between():
    assert filled(1).tobytes() != filled(2).tobytes()
    assert digest_of(filled(1)) == digest_of(filled(2))


@pytest.mark.parametrize("place", ["first", "last", "small", "large"])
def test_every_number_changes_the_digest(place):
    array = filled(1)
    numbers = array[place] if place in ("first", "last") else array["inner"][place]
    numbers[(-1,) * numbers.ndim] += 1
    assert digest_of(array) != digest_of(filled(1))
