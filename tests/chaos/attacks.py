"""The attacks, by name; each returns after how many the run went on, and raises `WrongError`."""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import psutil

from balance.runner.bot_speed import warm_up
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from tests.chaos.runs import COMMAND, PIG, Attacked, WrongError

Attack = Callable[[Attacked, dict[str, bytes], float], int]
WORKERS = ("--backend", "processes")


def kill_driver(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Kill, end or interrupt the command at random moments, ten times."""
    for _ in range(10):
        program = attacked.begin()
        time.sleep(attacked.rng.uniform(0, 1.1 * seconds))
        program.kill(attacked.rng.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
        attacked.note(program.end())
    attacked.complete(whole)
    return 10


def interrupt_twice(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Press Ctrl-C twice, with any time between."""
    program = attacked.begin()
    time.sleep(attacked.rng.uniform(0, seconds))
    program.kill(signal.SIGINT)
    time.sleep(attacked.rng.choice((0.0, 0.1, 0.6)))
    program.kill(signal.SIGINT)
    attacked.note(program.end())
    attacked.complete(whole)
    return 1


def kill_program(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Kill the program as a user starts it: a parent that watches a child."""
    words = [sys.executable, "-m", "balance", *attacked.command]
    process = subprocess.Popen(
        words, cwd=attacked.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(attacked.rng.uniform(0, seconds + 2.5))
    target = process.pid
    children = psutil.Process(target).children() if process.poll() is None else []
    if children and attacked.rng.random() < 0.5:
        target = children[0].pid
    if process.poll() is None:
        os.kill(target, attacked.rng.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
    process.wait(300)
    attacked.complete(whole)
    return 1


def kill_workers(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Kill processes that play, at random moments."""
    program = attacked.begin(*WORKERS)
    killed, ends = 0, time.monotonic() + 6
    while killed < 3 and time.monotonic() < ends:
        time.sleep(attacked.rng.uniform(0, 2.0))
        if psutil.pid_exists(program.process):
            workers = _workers_of(program.process)
            if workers:
                attacked.rng.choice(workers).kill()
                killed += 1
    attacked.note(program.end())
    attacked.complete(whole)
    return max(killed, 1)


def _workers_of(process: int) -> list[psutil.Process]:
    """Return the processes that play; not the library's own, which cleans up behind them.

    Its successor prints tracebacks about what the dead one knew.
    """
    workers = []
    for child in psutil.Process(process).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended
            if "resource_tracker" not in " ".join(child.cmdline()):
                workers.append(child)
    return workers


def kill_driver_of_workers(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Kill a command with workers; they must end too."""
    program = attacked.begin(*WORKERS)
    time.sleep(attacked.rng.uniform(0.2, 4.0))
    workers = []
    if psutil.pid_exists(program.process):
        workers = psutil.Process(program.process).children(recursive=True)
    program.kill(signal.SIGKILL)
    program.end()
    _, alive = psutil.wait_procs(workers, timeout=60)
    if alive:
        raise WrongError(f"{len(alive)} workers outlive their driver")
    attacked.complete(whole)
    return 1


def fill_the_disk(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Let no file be larger than some bytes, as on a disk that is nearly full."""
    most = attacked.rng.choice((1_024, 2_048, 5_000, 20_000, 100_000))

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    printed = attacked.begin(prepare=limit)
    ended = printed.end()
    if "Traceback" in ended.text or ended.code not in (0, 2, 3):  # the text itself may be cut
        raise WrongError(f"exit {ended.code}:\n{ended.text}")
    attacked.complete(whole)
    return 1


def small_disk(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Play on a file system of some kB, then on one with room; needs the right to mount."""
    attacked.run.mkdir()
    size = attacked.rng.choice((16, 40, 80, 160, 320, 640))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(attacked.run)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        return 0
    try:
        attacked.play()
        kept = attacked.folder / "kept"
        shutil.copytree(attacked.run, kept)
    finally:
        subprocess.run(["umount", str(attacked.run)], check=True)
    attacked.run.rmdir()
    kept.rename(attacked.run)
    attacked.complete(whole)
    return 1


def damage_file(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Cut, change, swap, remove or replace files of a finished run, then report and run again."""
    attacked.play()
    for _ in range(3):
        files = [path for path in attacked.run.rglob("*") if path.is_file()]
        _damage(attacked, attacked.rng.choice(files), files)
        if attacked.report().code == 0:
            attacked.check_tables(whole)
    attacked.complete(whole)
    return 3


def _damage(attacked: Attacked, path: Path, files: list[Path]) -> None:
    rng, content = attacked.rng, bytearray(path.read_bytes())
    how = rng.randrange(10)
    if how == 0:
        path.write_bytes(content[: rng.randrange(len(content) + 1)])
    elif how == 1 and content:
        for _ in range(rng.randrange(1, 5)):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(content)
    elif how == 2:
        path.write_bytes(content + rng.randbytes(rng.randrange(1, 2_000)))
    elif how == 3:
        other = rng.choice(files)
        theirs = other.read_bytes()
        other.write_bytes(content)
        path.write_bytes(theirs)
    elif how == 4:
        path.write_bytes(b"")
    else:
        path.unlink()
        if how == 5:
            os.mkfifo(path)
        elif how == 6:
            path.mkdir()
        elif how == 7:
            path.symlink_to(rng.choice((path, "/dev/zero", "/etc/hostname", "nowhere")))
        elif how == 8:
            path.symlink_to(rng.choice(files))


def change_clock(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Let the clock jump, and give files times of the past and the future."""
    jumps = [attacked.rng.uniform(-1e9, 1e9) for _ in range(7)]
    real = time.time

    def jump() -> None:
        time.time = lambda: real() + jumps[int(real() * 1000) % 7]

    attacked.play("--games", "7000", prepare=jump)
    for path in attacked.run.rglob("*"):
        moment = real() + attacked.rng.choice(jumps)
        os.utime(path, (moment, moment))
    attacked.play(prepare=jump)
    attacked.complete(whole)
    return 2


def two_at_once(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Carry out two commands on one folder at once, one of them perhaps killed."""
    first = attacked.begin()
    time.sleep(attacked.rng.uniform(0, seconds / 2))
    second = attacked.begin() if attacked.rng.random() < 0.7 else None
    time.sleep(attacked.rng.uniform(0, seconds / 2))
    if attacked.rng.random() < 0.5:
        first.kill(signal.SIGKILL)
    for program in (first, second):
        if program is not None:
            attacked.note(program.end())
    attacked.complete(whole)
    return 1


def close_output(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Close the pipe that the command prints into, at once or later."""
    reader, writer = os.pipe()

    def print_into() -> None:
        os.dup2(writer, 1)
        os.close(reader)

    program = attacked.begin(prepare=print_into)
    os.close(writer)
    time.sleep(attacked.rng.uniform(0, seconds))
    os.close(reader)
    ended = program.end()
    if "Traceback" in ended.text or ended.code not in (0, 141):
        raise WrongError(f"exit {ended.code}:\n{ended.text}")
    attacked.complete(whole)
    return 1


def damage_cache(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Damage files of the compiler's cache, and play in a new process, twice."""
    cache = attacked.folder / "cache"
    shutil.copytree(os.environ["BALANCE_CACHE"], cache)
    files = [path for path in cache.rglob("*.nb*") if path.is_file()]
    for path in attacked.rng.sample(files, attacked.rng.randrange(1, 6)):
        _damage(attacked, path, files)
    words = [sys.executable, "-m", "balance", *attacked.command]
    for _ in range(2):
        done = subprocess.run(
            words, cwd=attacked.folder, env={**os.environ, "BALANCE_CACHE": str(cache)},
            check=False, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        if done.returncode != 0 or "Traceback" in done.stderr:
            raise WrongError(f"exit {done.returncode}:\n{done.stderr}")
        if "Note: a damaged file" in done.stderr and _ == 1:
            raise WrongError("the cache did not heal")
    attacked.outcomes.append("went on")
    attacked.complete(whole)
    return 1


def kill_dask_workers(attacked: Attacked, whole: dict[str, bytes], seconds: float) -> int:
    """Kill workers of a dask cluster while they play."""
    return _on_cluster(attacked, whole, "distributed")


def _on_cluster(attacked: Attacked, whole: dict[str, bytes], package: str) -> int:
    starts = f"""
import {package}, sys, time
if __name__ == "__main__":
    cluster = {package}.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    print(cluster.scheduler.address, flush=True)
    sys.stdin.read()
"""
    try:
        __import__(package)
    except ImportError:
        return 0
    server = subprocess.Popen(
        [sys.executable, "-c", starts], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    killed = 0
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        words = (*COMMAND, "--backend", "dask", "--scheduler", address)
        process = subprocess.Popen(
            [sys.executable, "-m", "balance", *words], cwd=attacked.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        while process.poll() is None and killed < 6:
            time.sleep(attacked.rng.uniform(0.5, 2.5))
            workers = [
                child for child in psutil.Process(server.pid).children(recursive=True)
                if "spawn" in " ".join(child.cmdline())
            ]  # fmt: skip
            if workers and process.poll() is None:
                attacked.rng.choice(workers).kill()
                killed += 1
        _, said = process.communicate(timeout=300)
        if process.returncode not in (0, 2) or "Traceback" in said:
            raise WrongError(f"exit {process.returncode}:\n{said}")
    finally:
        for child in psutil.Process(server.pid).children(recursive=True):
            child.kill()
        server.kill()
        server.communicate()
    attacked.complete(whole)
    return max(killed, 1)


# By name: the attack, and how often it is drawn, of the sum of all.
ATTACKS: dict[str, tuple[Attack, int]] = {
    "the command killed, ended or interrupted": (kill_driver, 30),
    "Ctrl-C twice": (interrupt_twice, 6),
    "the program killed, or only its child": (kill_program, 4),
    "worker processes killed": (kill_workers, 2),
    "the driver of workers killed": (kill_driver_of_workers, 2),
    "dask workers killed": (kill_dask_workers, 1),
    "a limit for the size of files": (fill_the_disk, 8),
    "a small disk": (small_disk, 6),
    "files of the run damaged or replaced": (damage_file, 30),
    "the clock changed": (change_clock, 5),
    "two commands on one folder": (two_at_once, 6),
    "the output closed": (close_output, 5),
    "the compiler's cache damaged": (damage_cache, 1),
}


def undisturbed(folder: Path, records: bool) -> tuple[Attacked, float]:
    """Play the run without an attack; return it, and its seconds.

    This process plays too, so that those that it forks have everything compiled and imported.
    """
    attacked = Attacked(folder, Random(0), records)
    match = prepare(read_scenario(str(PIG / "pig.toml"))).cells[0].match
    warm_up(match)
    attacked.play()
    shutil.rmtree(attacked.run)
    ended = attacked.play()
    if ended.code != 0:
        raise WrongError(ended.text)
    return attacked, ended.seconds
