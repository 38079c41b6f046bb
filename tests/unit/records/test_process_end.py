import subprocess
import sys
import time

import psutil

from pytest_cookie.records.process_end import kill_processes

_SLEEP = "import time; time.sleep(60)"
_CHILD_ENDS = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", ""])
print(child.pid, flush=True)
time.sleep(60)
"""


def test_a_process_that_ended_is_not_waited_for_whoever_still_has_to_take_note_of_it():
    with subprocess.Popen([sys.executable, "-c", _CHILD_ENDS], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        while child.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.01)
        begun = time.monotonic()
        kill_processes([child], wait_seconds=600)
        assert time.monotonic() - begun < 300
        assert child.status() == psutil.STATUS_ZOMBIE
        parent.kill()


def test_children_of_our_own_give_their_pid_back():
    child = subprocess.Popen([sys.executable, "-c", _SLEEP])
    kill_processes([psutil.Process(child.pid)], wait_seconds=600)
    assert not psutil.pid_exists(child.pid)
    assert child.wait() == 0, "its exit code is gone too"
