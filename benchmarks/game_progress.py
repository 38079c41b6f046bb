"""How far does the crawler come in games? `python benchmarks/game_progress.py [WORD ...]`

Each page of `games/` is explored by the crawler with the usual budget, as a game without a brief. The pages report
their score and how long the run has lasted on the console; the table has the best of both, and the processor time.
"""

import sys
import tempfile
from pathlib import Path

from pages import BenchmarkPage, any_case, served

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.explorer import BrowserExplorer

_GAMES = Path(__file__).parent / "games"


def measure_progress(trace: Trace) -> tuple[float, float]:
    """The best score and the longest run, in seconds."""
    lines = [line.text.split() for step in trace.steps for line in step.console if line.text.startswith("progress")]
    told = [(float(score), float(seconds)) for _, score, seconds in lines]
    return max((score for score, _ in told), default=0.0), max((seconds for _, seconds in told), default=0.0)


def main() -> None:
    """Print a line for each game."""
    host = BrowserHost()
    case = any_case().model_copy(update={"brief": "Make a small game."})
    print(f"{'game':12} {'score':>8} {'seconds':>8} {'steps':>6} {'page s':>7} {'CPU s':>6}")
    for folder in sorted(path for path in _GAMES.iterdir() if path.is_dir()):
        if sys.argv[1:] and not any(word in folder.name for word in sys.argv[1:]):
            continue
        with (
            served(BenchmarkPage(folder.name, folder)) as deployment,
            tempfile.TemporaryDirectory() as evidence,
            host.use_browser(),
        ):
            explorer = BrowserExplorer(host, make_crawler, watches=make_watches)
            process = host._require_process("stepped")  # it knows the processor time of all sessions
            began = process.guard.cpu_seconds
            trace = explorer.explore(case, deployment, Path(evidence)).trace
            score, seconds = measure_progress(trace)
            page_seconds = trace.steps[-1].page_ms / 1000
            used = process.guard.cpu_seconds - began
            print(
                f"{folder.name:12} {score:8.2f} {seconds:8.1f} {len(trace.steps):6} {page_seconds:7.1f} {used:6.1f}",
                flush=True,
            )
    host.close()


if __name__ == "__main__":
    main()
