"""Which tests a call of pytest runs: the gate, the system suite, those of a rule."""

from types import SimpleNamespace

import pytest

from tests.conftest import pytest_collection_modifyitems

RULE = pytest.mark.rule


def of_rule(number):
    """Return the marks of a test of a rule."""
    return (RULE(number).mark,)


MARKS = {
    "plain": (),
    "of V6.5": of_rule("V6.5"),
    "of V6.50": of_rule("V6.50"),
    "killing": (pytest.mark.system.mark,),
}


class Item:
    """A test with its marks."""

    def __init__(self, name, marks):
        self.name, self.marks = name, marks

    def iter_markers(self, name):
        return (mark for mark in self.marks if mark.name == name)

    def get_closest_marker(self, name):
        return next(self.iter_markers(name), None)


@pytest.mark.parametrize(
    ("expression", "rule", "kept"),
    [
        ("", None, ["plain", "of V6.5", "of V6.50"]),
        ("rule", None, ["plain", "of V6.5", "of V6.50"]),  # pytest itself leaves out the others
        ("system", None, list(MARKS)),
        ("", "V6.5", ["of V6.5"]),
        ("", "V6", ["of V6.5", "of V6.50"]),
    ],
)
def test_the_system_suite_stays_out_unless_it_is_named(expression, rule, kept):
    left_out = []

    def leave_out(items):
        left_out.extend(items)

    hook = SimpleNamespace(pytest_deselected=leave_out)
    options = {"--rule": rule, "markexpr": expression}
    items = [Item(name, marks) for name, marks in MARKS.items()]
    pytest_collection_modifyitems(SimpleNamespace(hook=hook, getoption=options.get), items)
    assert [item.name for item in items] == kept
    assert {item.name for item in left_out} == set(MARKS) - set(kept)
