"""Counts the cases of each kind, over all workers, and says how many there were."""

from collections import Counter

import pytest

from tests.fuzz.cases import TOTAL, tried


@pytest.fixture(autouse=True)
def _counted(request):
    before = Counter(tried)
    yield
    for kind, number in (tried - before).items():
        request.node.user_properties.append((f"fuzz {kind}", number))


def pytest_terminal_summary(terminalreporter):
    found = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "teardown":
                for name, number in report.user_properties:
                    found[name] += number
    if TOTAL and found:
        for name, number in sorted(found.items()):
            terminalreporter.write_line(f"{name}: {number:,} cases")
        terminalreporter.write_line(f"fuzz: {sum(found.values()):,} cases in all")
