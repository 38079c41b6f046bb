"""Run as a process of its own: a session that has a run's lock, with a worker of it or without.

python lock_tenant.py session FOLDER            takes the lock, prints that, and waits
python lock_tenant.py session-and-worker FOLDER the same, and a process that joins; prints its number
python lock_tenant.py worker FOLDER             joins, prints that, and waits
"""

import subprocess
import sys
import time
from pathlib import Path

from pytest_cookie.records.lock import RunLock


def main(part: str, folder: str) -> None:
    lock = RunLock(Path(folder))
    if part == "worker":
        lock.join()
    else:
        lock.take()
    said = "taken"
    if part == "session-and-worker":
        worker = subprocess.Popen([sys.executable, __file__, "worker", folder], stdout=subprocess.PIPE)
        assert worker.stdout
        worker.stdout.readline()
        said = str(worker.pid)
    sys.stdout.write(f"{said}\n")
    sys.stdout.flush()
    time.sleep(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
