"""Maps which test runs which line, then looks for tests that catch each mutant."""

import gc
import hashlib
import inspect
import json
import re
import resource
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.forks import Fork, in_forks
from tests.mutants.operators import Mutant
from tests.mutants.planting import function_of, plant
from tests.mutants.results import Result
from tests.mutants.targets import Target

SLOW = 10.0  # seconds of processor time: a test that takes longer uncompiled is not used
WARM = 12  # tests of a mutant that are run with the true rules before
SPARE = 1.0  # seconds that a test may take beyond what it took before
TIMES = 8  # as long as before, a test may take
PARTICULAR = 4.0  # seconds of the most particular tests, before the referee plays
MEMORY = 2**30  # bytes that a mutant may take more
RULE = re.compile(r"\b[A-Z]\d+(?:\.\d+)?\b")


@dataclass
class Known:
    """What is known of a test.

    Attributes
    ----------
    digest
        Of the file that it stands in, when this was found out.
    passes
        Whether it passes uncompiled, in good time.
    seconds
        Of processor time.
    lines
        By source, the lines that it runs.
    """

    digest: str
    passes: bool
    seconds: float
    lines: dict[str, list[int]]


class Hunt:
    """A pytest plugin that runs tests in forks of the process that collected them.

    Parameters
    ----------
    target
        The rules, and the tests that look after them.
    choose
        Returns the mutants to plant, once the game is loaded.
    tell
        Called with each result.
    budget
        Seconds of tests that a mutant must survive.
    workers
        Forks at once.
    """

    def __init__(
        self,
        target: Target,
        choose: Callable[[], Sequence[Mutant]],
        tell: Callable[[Result], None],
        budget: float,
        workers: int,
    ) -> None:
        self.target = target
        self.choose = choose
        self.tell = tell
        self.budget = budget
        self.workers = workers
        self.items: dict[str, pytest.Item] = {}
        self.known: dict[str, Known] = {}
        self.warm: set[str] = set()  # tests that were run here
        paths = [str(target.root / each) for each in target.sources()]
        self.watch = coverage.Coverage(data_file=None, config_file=False, include=paths)
        self.watch.set_option("run:disable_warnings", ["no-data-collected"])  # not all run a rule
        self.catchers: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by function

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Let hypothesis try the same examples in every fork, and take its time."""
        from hypothesis import HealthCheck, settings  # noqa: PLC0415, after pytest has prepared it

        settings.register_profile(
            "mutants",
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Map, plant and hunt, in the place of running the tests."""
        if session.testsfailed:
            raise session.Interrupted("tests that cannot be collected")
        self.items = {item.nodeid: item for item in session.items if self.counts(item)}
        mutants = self.choose()
        if mutants:
            self.map_tests()
            self.hunt(mutants)
        return True

    def counts(self, item: pytest.Item) -> bool:
        """Tell whether a test is used: one about a rule, quick ones, or a game against the referee.

        Others catch mutants too, but play whole games with bots that think: too slow uncompiled.
        """
        is_rule = item.get_closest_marker("rule") is not None
        return is_rule or item.path.name in self.target.also or "mutants" in item.path.parts

    def map_tests(self) -> None:
        """Find out which lines each test runs, unless it is known since its file last changed."""
        kept = self.target.kept.with_suffix(".map.json")
        common = self.common_digest()
        before = json.loads(kept.read_text()) if kept.exists() else {}
        digests: dict[Any, str] = {}
        new = []
        for name, item in self.items.items():
            if item.path not in digests:
                digests[item.path] = _digest(common, item.path.read_bytes())
            known = before.get(name)
            if known and known["digest"] == digests[item.path]:
                self.known[name] = Known(**known)
            else:
                new.append(name)
        kept.parent.mkdir(parents=True, exist_ok=True)
        for done, name in enumerate(new, 1):
            self.known[name] = self.map_test(name, digests[self.items[name].path])
            if done % 100 == 0 or done == len(new):
                print(f"mapped {done:,} of {len(new):,} tests", flush=True)
                write_record = {name: asdict(known) for name, known in self.known.items()}
                kept.write_text(json.dumps(write_record))
        failing = [name for name, known in self.known.items() if not known.passes]
        if failing:
            print(f"{len(failing)} tests fail or take long uncompiled and are not used:")
            print(*(f"  {name}" for name in failing), sep="\n", flush=True)

    def common_digest(self) -> bytes:
        """Return what stands for all sources that any test may use, and for the rules."""
        digest = hashlib.sha256()
        folders = {(self.target.root / each).parent for each in self.target.sources()}
        folders |= {self.target.root / each for each in self.target.tests}
        for folder in sorted(folders):
            paths = sorted(folder.rglob("*.py")) if folder.is_dir() else []
            for path in paths:
                if not path.name.startswith("test_"):
                    digest.update(path.name.encode() + path.read_bytes())
        return digest.digest()

    def map_test(self, name: str, digest: str) -> Known:
        """Run a test and look how long it takes, and which lines of the rules it runs."""
        self.watch.erase()
        begun = time.process_time()
        self.watch.start()
        with _no_longer_than(SLOW):
            passes = self.passes(name, None)
        self.watch.stop()
        seconds = time.process_time() - begun
        data = self.watch.get_data()
        lines = {
            file: sorted(data.lines(str(self.target.root / file)) or [])
            for file in self.target.sources()
        }
        self.warm.add(name)
        some = {file: each for file, each in lines.items() if each}
        return Known(digest, passes, round(seconds, 4), some)

    def warm_up(self, names: Sequence[str]) -> None:
        """Run tests here with the true rules, so that forks find tables laid.

        Laying a table takes ten times as long as most tests of a rule, and tests keep them.
        """
        for name in names[:WARM]:
            if name not in self.warm and self.items[name].get_closest_marker("rule"):
                self.warm.add(name)
                self.passes(name, None)

    def hunt(self, mutants: Sequence[Mutant]) -> None:
        """Plant each mutant in a fork and run tests until one fails."""
        gc.freeze()  # forks leave alone what is loaded, and share it
        for fork in in_forks(self.jobs(mutants), self.meet, self.workers):
            result = self.judge(fork)
            if result.by:
                self.catchers[_place(fork.job[0])][result.by] += 1
            self.tell(result)

    def jobs(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, list[str]]]:
        """Yield mutants with their tests, chosen when their turn comes."""
        for mutant in mutants:
            names = self.tests_for(mutant)
            self.warm_up(names)
            yield mutant, names

    def tests_for(self, mutant: Mutant) -> list[str]:
        """Return the tests to run, in order, as many as the budget allows.

        First those that caught others in the same function, then those of the rules that the
        function cites, then of their chapters, the most particular ones (few lines of rules, and
        quick) before others; after some seconds the referee, then what is left.
        """
        lines = set(range(mutant.lines[0], mutant.lines[1] + 1))
        rules: list[str] = []
        duels: list[str] = []
        for name, known in self.known.items():
            if known.passes and lines & set(known.lines.get(mutant.file, ())):
                is_duel = "duels" in self.items[name].path.parts
                (duels if is_duel else rules).append(name)
        cited = _cited(mutant)

        def cost(name: str) -> tuple[int, float]:
            known = self.known[name]
            seconds = (0.02 + known.seconds) * sum(map(len, known.lines.values()))
            return self.farness(name, cited), seconds

        ordered = sorted(rules, key=cost)
        spent, first = 0.0, []
        for name in ordered:
            if spent < PARTICULAR:
                first.append(name)
                spent += self.known[name].seconds
        duels.sort(key=self.table_of)  # a table of each variant, then the next
        usual = [*first, *duels, *ordered[len(first) :]]
        caught = self.catchers[_place(mutant)]
        proven = [name for name, _ in caught.most_common(5) if name in usual]
        chosen: list[str] = []
        spent = 0.0
        for name in [*proven, *(name for name in usual if name not in proven)]:
            if spent < self.budget:
                chosen.append(name)
                spent += self.known[name].seconds
        return chosen

    def farness(self, name: str, cited: set[str]) -> int:
        """Return 0 for a test of a rule that is cited, 1 for one of its chapter, 2 for others."""
        marked = {str(mark.args[0]) for mark in self.items[name].iter_markers("rule")}
        if marked & cited:
            return 0
        chapters = {rule.split(".")[0] for rule in cited if "." in rule}
        return 1 if any(rule.split(".")[0] in chapters for rule in marked) else 2

    def table_of(self, name: str) -> int:
        """Return which table of its variant a duel is played at."""
        function = self.items[name]
        assert isinstance(function, pytest.Function)
        table: Any = function.callspec.params["table"]
        return int(table)

    def meet(self, job: tuple[Mutant, list[str]], send: Callable[[Any], None]) -> None:
        """Run the tests, in a fork, until one fails; send what is being done."""
        mutant, names = job
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        address = int(_status("VmSize:")) * 1024
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (address + max(MEMORY, used), most))
        plant(mutant)
        for name, later in zip(names, [*names[1:], None], strict=True):
            send(name)
            _limit(SPARE + TIMES * self.known[name].seconds)
            if not self.passes(name, later):
                send("caught")
                return
        send("survived")

    def passes(self, name: str, later: str | None) -> bool:
        """Run a test and tell whether it passed, or was skipped as it would be."""
        following = self.items[later] if later else None
        reports = runtestprotocol(self.items[name], log=False, nextitem=following)
        return not any(report.failed for report in reports)

    def judge(self, fork: Fork[tuple[Mutant, list[str]]]) -> Result:
        """Return what came out for a mutant."""
        mutant, names = fork.job
        seconds = round(time.monotonic() - fork.begun, 2)
        last = fork.said[-1] if fork.said else ""
        by = None
        if not names:
            verdict = "never run"
        elif last == "survived":
            verdict = "survived"
        else:
            by = fork.said[-2] if last == "caught" else last
            slow = fork.exitcode in (-signal.SIGPROF, -signal.SIGKILL)
            verdict = "caught" if last == "caught" else "too slow" if slow else "crashed"
        return Result(
            mutant.key, mutant.file, mutant.kind, mutant.lines[0], verdict, by or None, len(names),
            seconds,
        )  # fmt: skip


def _place(mutant: Mutant) -> str:
    return f"{mutant.file} {mutant.function}"


def _cited(mutant: Mutant) -> set[str]:
    """Return the numbers of the rules that the function of a mutant cites."""
    function = function_of(mutant)
    return set(RULE.findall(inspect.getsource(function))) if function else set()


def _limit(seconds: float) -> None:
    """End this process after so many more seconds of processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


@contextmanager
def _no_longer_than(seconds: float) -> Iterator[None]:
    """Let a test fail that takes longer, of processor time."""

    def stop(*_: object) -> None:
        pytest.fail("takes too long uncompiled")

    before = signal.signal(signal.SIGPROF, stop)
    _limit(seconds)
    yield
    _limit(0)
    signal.signal(signal.SIGPROF, before)


def _status(field: str) -> str:
    """Return a number of this process, as the kernel says it."""
    with open("/proc/self/status") as status:
        return next(line.split()[1] for line in status if line.startswith(field))


def _digest(common: bytes, text: bytes) -> str:
    return hashlib.sha256(common + text).hexdigest()[:16]
