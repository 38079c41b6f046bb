"""How many hostile pages are survived: `python benchmarks/hostile.py [WORDS …]`

Each page of `tests/browser/hostile` is an item of one run in one browser, with the deadlines of a run; after each a
well-behaved page is used, which has to be as it was at first. Prints outcome, cause, seconds, and what went wrong.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.hostile.canary import Canary
from tests.browser.hostile.table import PAGES
from tests.browser.hostile.trial import Trial, opened


def main() -> None:
    """Print a line for each page, then how many were survived; exit 1 if not all were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only pages whose name has one of them")
    parser.add_argument("--hurried", action="store_true", help="with the shorter deadlines of the tests")
    parser.add_argument("--keep", type=Path, help="a new folder for the items' files")
    options = parser.parse_args()
    pages = [page for page in PAGES if not options.words or any(word in page.name for word in options.words)]
    with tempfile.TemporaryDirectory() as folder, Canary() as canary:
        trials = []
        with opened(options.keep or Path(folder), canary, hurried=options.hurried) as bench:
            for page in pages:
                trials.append(bench.try_out(page))
                print(_line(trials[-1]), flush=True)
    survived = sum(trial.survived for trial in trials)
    print(f"survived {survived} of {len(trials)} in {sum(trial.seconds for trial in trials):.0f} s")
    sys.exit(survived != len(trials))


def _line(trial: Trial) -> str:
    first = next((f"{finding.title}: {finding.why}" for finding in trial.record.findings), "")
    cause = trial.record.cause.message if trial.record.cause else first
    restarted = ", browser restarted" if trial.restarted else ""
    how = f"{'ok ' if trial.survived else 'BAD'} {trial.page.name:38} {trial.record.outcome:8}"
    return "\n    ".join([f"{how} {trial.seconds:6.1f} s{restarted}  {cause[:150]}", *trial.problems])


if __name__ == "__main__":
    main()
