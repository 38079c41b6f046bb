"""Run as a process of its own: a worker that takes slots from a folder that others take from, too.

python slot_holder.py hold FOLDER COUNT               takes one, prints that, and waits
python slot_holder.py rounds FOLDER COUNT ROUNDS      takes and gives back, and notes in FOLDER/log when it had one
"""

import os
import sys
import time
from pathlib import Path

from pytest_cookie.browser.process.file_semaphore import FileSemaphore


def hold(folder: str, count: str) -> None:
    FileSemaphore(Path(folder), "browser", int(count)).acquire()
    sys.stdout.write("held\n")
    sys.stdout.flush()
    time.sleep(60)


def rounds(folder: str, count: str, times: str) -> None:
    slots, log = FileSemaphore(Path(folder), "browser", int(count)), Path(folder) / "log"
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    with log.open("a") as notes:
        for _ in range(int(times)):
            slot = slots.acquire()
            notes.write(f"{os.getpid()} +\n")
            notes.flush()
            time.sleep(0.005)
            notes.write(f"{os.getpid()} -\n")
            notes.flush()
            slot.release()


if __name__ == "__main__":
    {"hold": hold, "rounds": rounds}[sys.argv[1]](*sys.argv[2:])
