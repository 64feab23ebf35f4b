"""The programs of examples/agents, imported as they run: with the files beside them."""

import importlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from tests.conftest import ROOT

AGENTS = ROOT / "examples" / "agents"


@pytest.fixture(scope="module")
def program() -> Iterator[Callable[[str], ModuleType]]:
    """Import one by its name; what it imports of its folder is forgotten afterwards."""
    before = {*sys.modules}
    sys.path.insert(0, str(AGENTS))
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(str(AGENTS))
        for name in {*sys.modules} - before:
            if (AGENTS / f"{name}.py").is_file():
                del sys.modules[name]
