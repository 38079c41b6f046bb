"""What plans a session and lists its items loads no stage: most starts need none."""

import subprocess
import sys

HEAVY = (
    "pytest_cookie.judging.checks", "pytest_cookie.judging.model", "pytest_cookie.exploration",
    "pytest_cookie.browser.host", "pytest_cookie.deployment",
    "pytest_cookie.reporting.site", "playwright", "numpy", "av",
)  # fmt: skip
PROBE = "import sys, pytest_cookie.plugin.install, pytest_cookie.protocols.cookie.protocol; print(*sys.modules)"


def test_planning_loads_no_stage():
    result = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    loaded = result.stdout.split()
    assert "pytest_cookie.protocols.run.suite" in loaded
    assert not [name for name in loaded if name.startswith(HEAVY)]
