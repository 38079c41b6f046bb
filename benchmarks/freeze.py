"""Is a frozen page motionless? `python benchmarks/freeze.py --seconds 600 --clock stepped`, from the project's root.

A page with every kind of clock runs, stands frozen for this machine time while it is observed, and runs again. Printed
are the readings that moved, those that did not move afterwards, and the CPU time of the freeze.
"""

import argparse
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from load import Cost

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from tests.browser import every_clock
from tests.browser.conftest import Files, Gateway

_LOOK_EVERY_SECONDS = 20.0
_DRIFT = 0.002


def _files() -> Files:
    pages: Files = {"/": ("text/html; charset=utf-8", every_clock.page().encode())}
    for path, content in every_clock.files().items():
        pages[path] = ("text/html; charset=utf-8", content.encode()) if isinstance(content, str) else content
    return pages


def freeze(session: Session, seconds: float) -> tuple[str, bool]:
    """The readings in words, and whether the page stood still and went on."""
    every_clock.begin(session)
    session.wait(600)
    before, began_ms = every_clock.read(session), session.page_ms
    with Cost() as cost:
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK_EVERY_SECONDS))
            session.observe(with_tree=True)
    after = every_clock.read(session)
    moved = {name: after[name] - value for name, value in before.items() if abs(after[name] - value) > _DRIFT}
    passed_ms = session.page_ms - began_ms
    session.wait(1_000)
    later = every_clock.read(session)
    stuck = [name for name, value in later.items() if value <= after[name] and name not in every_clock.GIFS]
    said = (
        f"{session.clock}, {len(before)} readings, frozen {seconds:.0f} s: page time passed {passed_ms} ms; "
        f"moved: {moved or 'none'}; stuck afterwards: {stuck or 'none'}; {cost.cpu_seconds / seconds:.3f} cores"
    )
    return said, not (moved or stuck or passed_ms)


def main() -> None:
    """Print a line; end with 1 where anything moved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clock", choices=("stepped", "cooperative"))
    options = parser.parse_args()
    gateway, host = Gateway(_files()), BrowserHost(clock=options.clock)
    threading.Thread(target=gateway.serve_forever, daemon=True).start()
    try:
        with host.open_session(SessionSettings(gateway=gateway.address)) as session:
            session.load(f"{ORIGIN}/")
            said, stood_still = freeze(session, options.seconds)
    finally:
        host.close()
        gateway.shutdown()
        gateway.server_close()
    print(said, flush=True)
    sys.exit(not stood_still)


if __name__ == "__main__":
    main()
