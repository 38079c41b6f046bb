"""Slots are shared by processes, first come, first served, and a killed one keeps none."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pytest_cookie.browser.process.file_semaphore import FileSemaphore

HOLDER = Path(__file__).with_name("slot_holder.py")


@contextmanager
def process(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(HOLDER), *map(str, arguments)]
    started = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert started.stdout
        started.stdout.readline()
        yield started
    finally:
        started.kill()
        started.communicate()


def test_no_more_than_there_are_and_a_free_one_is_not_waited_for(tmp_path: Path):
    slots, waited = FileSemaphore(tmp_path / "new", "browser", 2), []
    one, two = slots.acquire(lambda: waited.append(1)), slots.acquire(lambda: waited.append(2))
    other = FileSemaphore(tmp_path / "new", "working", 1).acquire(lambda: waited.append(3))
    assert waited == []
    third = threading.Thread(target=lambda: slots.acquire(lambda: waited.append(4)).release())
    third.start()
    third.join(0.3)
    assert third.is_alive()
    assert waited == [4]
    one.release()
    one.release()
    third.join(30)
    assert not third.is_alive()
    two.release()
    other.release()


def test_a_killed_process_keeps_none(tmp_path: Path):
    with process("hold", tmp_path, 1) as holder:
        waits = threading.Event()
        taken = threading.Thread(target=lambda: FileSemaphore(tmp_path, "browser", 1).acquire(waits.set).release())
        taken.start()
        assert waits.wait(30)
        holder.kill()
        taken.join(30)
    assert not taken.is_alive()


def test_three_processes_share_two(tmp_path: Path):
    with ExitStack() as stack:
        workers = [stack.enter_context(process("rounds", tmp_path, 2, 15)) for _ in range(3)]
        for worker in workers:
            assert worker.stdin
            worker.stdin.write("go\n")
            worker.stdin.flush()
        for worker in workers:
            assert worker.wait(60) == 0
    signs = [line.split()[1] for line in (tmp_path / "log").read_text().splitlines()]
    assert signs.count("+") == signs.count("-") == 45
    assert max(signs[:end].count("+") - signs[:end].count("-") for end in range(len(signs))) <= 2


def test_whoever_gives_one_back_stands_behind_those_who_wait(tmp_path: Path):
    slots, order, waits = FileSemaphore(tmp_path, "browser", 1), list[str](), threading.Event()

    def wait() -> None:
        slot = slots.acquire(waits.set)
        order.append("waited")
        slot.release()

    first = slots.acquire()
    waiter = threading.Thread(target=wait)
    waiter.start()
    assert waits.wait(30)
    for _ in range(3):
        first.release()
        first = slots.acquire()
        order.append("again")
    first.release()
    waiter.join(30)
    assert order == ["waited", "again", "again", "again"]


def test_where_no_lock_can_be_had_nobody_waits(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    slots = FileSemaphore(tmp_path / "file", "browser", 1)
    slots.acquire()
    slots.acquire().release()
