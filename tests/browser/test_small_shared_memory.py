"""A container's `/dev/shm` has 64 MB: pages that draw more than that are used as everywhere."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MEGABYTES = 64
ITEM = """
import shutil, sys
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost
from tests.one_item import GOOD, OneItem

DRAWS = '''<script>
  for (let n = 0; n < 6; n++) {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    canvas.width = canvas.height = 2400;
    const context = canvas.getContext('2d');
    const paint = () => { context.fillStyle = `hsl(${Math.random() * 360} 60% 60%)`;
      context.fillRect(0, 0, 2400, 2400); requestAnimationFrame(paint); };
    paint();
  }
</script>'''
host = BrowserHost()
try:
    record = OneItem(host, Path(sys.argv[1]), html=GOOD + DRAWS).run()
finally:
    host.close()
print(shutil.disk_usage("/dev/shm").total // (1 << 20), record.outcome, record.cause, flush=True)
"""


@pytest.mark.slow
def test_a_page_that_draws_more_than_fits_is_scored(tmp_path: Path):
    sandbox = shutil.which("bwrap")
    if sandbox is None:
        pytest.skip("a /dev/shm of one's own needs bubblewrap")
    small = [sandbox, "--dev-bind", "/", "/", "--size", str(MEGABYTES << 20), "--tmpfs", "/dev/shm"]
    if subprocess.run([*small, "true"], check=False, capture_output=True).returncode:
        pytest.skip("bubblewrap may not be used here")
    command = [*small, sys.executable, "-c", ITEM, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=600)
    assert done.stdout.split(maxsplit=2) == [str(MEGABYTES), "scored", "None\n"], done.stderr[-2000:]
