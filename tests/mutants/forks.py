"""Runs each piece of work in a fork of this process, so that none sees what another did."""

import multiprocessing
import os
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Job = TypeVar("Job")
_FORKING = multiprocessing.get_context("fork")
LONGEST = 900  # seconds by the clock; what computes is stopped long before, by its processor time


@dataclass
class Fork(Generic[Job]):
    """Work in a fork, and what it has said.

    Attributes
    ----------
    job
        What it works on.
    said
        What it has sent, in order.
    exitcode
        As of ``multiprocessing.Process``: 0, or minus the signal that ended it.
    """

    job: Job
    process: Any
    begun: float
    said: list[Any] = field(default_factory=list)
    exitcode: int | None = None


def in_forks(
    jobs: Iterator[Job], work: Callable[[Job, Callable[[Any], None]], None], workers: int
) -> Iterator[Fork[Job]]:
    """Yield forks as they end, so many at once.

    Parameters
    ----------
    jobs
        Asked for the next one when there is room, so that it may rest on what came out before.
    work
        Called in the fork with a job and a function that sends anything picklable here.
    workers
        Forks at once.
    """
    running: dict[Any, Fork[Job]] = {}
    while True:
        while len(running) < workers and (job := next(jobs, None)) is not None:
            receiver, sender = _FORKING.Pipe(duplex=False)
            process = _FORKING.Process(target=_work, args=(work, job, sender))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # threads of libraries sleep
                process.start()
            sender.close()
            running[receiver] = Fork(job, process, time.monotonic())
        if not running:
            return
        ready: Any
        for ready in wait(list(running), timeout=5):
            fork = running[ready]
            try:
                fork.said.append(ready.recv())
            except EOFError:
                del running[ready]
                fork.process.join()
                fork.exitcode = fork.process.exitcode
                yield fork
        for fork in running.values():
            if time.monotonic() - fork.begun > LONGEST:
                fork.process.kill()


def _work(work: Callable[[Job, Callable[[Any], None]], None], job: Job, sender: Connection) -> None:
    """Do the work with nothing to be read on the screen."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    work(job, sender.send)
    sender.close()
    os._exit(0)
