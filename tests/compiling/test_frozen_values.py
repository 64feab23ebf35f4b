"""The digest of what functions take in is another one whenever any of it is."""

import subprocess
import sys
from abc import ABC
from array import array
from collections import deque
from functools import cached_property
from types import FunctionType, ModuleType, SimpleNamespace

import pytest

from balance.compiling.frozen_values import values_digest


def module(source, name="made", **values):
    """Return a module that no file contains."""
    made = ModuleType(name)
    vars(made).update(values)
    exec(source, vars(made))
    return made


def digest(source, **values):
    return values_digest(module(source, **values).choose)


TWO = """
def first():
    return helper.one
def choose():
    return first() + second()
def second():
    return helper.two
"""


def test_a_module_counts_by_all_names_that_any_function_takes():
    def of(one, two, three=0):
        return digest(TWO, helper=module("", "helper", one=one, two=two, three=three))

    assert of(1, 2) == of(1, 2) == of(1, 2, three=3)
    assert len({of(1, 2), of(1, 3), of(2, 2)}) == 3


def test_a_module_of_python_counts_by_its_name():
    assert digest("import sys\ndef choose():\n    return sys.argv") == digest(
        "import sys\ndef choose():\n    return sys.argv", other=1
    )


class Slots:
    __slots__ = ("price",)

    def __init__(self, price):
        self.price = price


@pytest.mark.parametrize(
    "made",
    [
        lambda number: array("i", [1, number]),
        lambda number: deque([1, number]),
        Slots,
        lambda number: SimpleNamespace(price=number),
        range,
    ],
)
def test_objects_count_by_what_they_hold(made):
    source = "def choose():\n    return thing"
    assert digest(source, thing=made(3)) == digest(source, thing=made(3))
    assert digest(source, thing=made(3)) != digest(source, thing=made(4))


LOCK = (
    "import threading\nfrom balance.compiling.frozen_values import values_digest\n"
    "lock = threading.Lock()\ndef choose():\n    return lock\n"
    "print(values_digest(choose), values_digest(choose))"
)


def test_what_has_no_digest_is_another_value_in_each_process():
    said = [subprocess.check_output([sys.executable, "-c", LOCK], text=True) for _ in range(2)]
    (one, again), (other, _) = (each.split() for each in said)
    assert one == again
    assert one != other


class Usual(ABC):  # noqa: B024, as it is only taken in
    """A class as people write them, of which nothing lacks a digest."""

    __slots__ = ("__dict__", "price")

    @cached_property
    def cost(self):
        return 1

    @property
    def other(self):
        return 2

    @staticmethod
    def third():
        return 3


def test_usual_classes_have_a_digest(monkeypatch):
    function = FunctionType((lambda: Usual).__code__, {"Usual": Usual})
    before = values_digest(function)
    monkeypatch.setattr("balance.compiling.frozen_values._UNKNOWN", "other")
    assert values_digest(function) == before
