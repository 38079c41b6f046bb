"""What pages gain by looking better than they are: `python benchmarks/inflation.py [WORDS …] [--keep FOLDER]`

Each attempt of `tests/browser/inflation` is added to an honest page, explored and judged. Prints functionality,
aesthetics and total, what each is beyond the honest page's, and the first findings. Then pages that carry a brief's
words on toggles, beside an honest page without a style sheet. Exit 1 for a gain above the limit.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pytest_cookie.browser.host import BrowserHost
from tests.browser.inflation.bases import BASES, Base
from tests.browser.inflation.stuffed import STUFFED
from tests.browser.inflation.table import ATTEMPTS, Attempt
from tests.browser.inflation.trial import ALLOWED, Bench, Scores


def main() -> None:
    """Print a line for each page; exit 1 if an attempt gained more than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only attempts whose name has one of them")
    parser.add_argument("--keep", type=Path, help="a new folder for the items' evidence")
    options = parser.parse_args()
    chosen = [
        attempt for attempt in ATTEMPTS if not options.words or any(word in attempt.name for word in options.words)
    ]
    with tempfile.TemporaryDirectory() as folder:
        host = BrowserHost()
        try:
            bench = Bench(host, options.keep or Path(folder))
            gained = _try_all(bench, chosen) + _try_stuffed(bench, options.words)
        finally:
            host.close()
    tried = sum(len(one.bases) for one in chosen)
    print(f"{gained} of {tried} attempts, and of stuffed pages, gained more than {ALLOWED:.0f} points")
    sys.exit(bool(gained))


def _try_all(bench: Bench, chosen: list[Attempt]) -> int:
    gained = 0
    for base in BASES:
        tried = [one for one in chosen if base in one.bases]
        if not tried:
            continue
        honest = bench.scores(base)
        print(_line(base, "as it is", honest, honest), flush=True)
        for attempt in tried:
            try:
                scores = bench.scores(base, attempt.name, attempt.snippet)
            except AssertionError as problem:
                print(f"BAD {base.name:6} {attempt.name:26} {problem}", flush=True)
                gained += 1
                continue
            gained += max(scores.gain_over(honest)) > ALLOWED
            print(_line(base, attempt.name, scores, honest), flush=True)
    return gained


def _try_stuffed(bench: Bench, words: list[str]) -> int:
    gained = 0
    for pages in STUFFED:
        if words and not any(word in pages.honest.name for word in words):
            continue
        plain = bench.scores(pages.plain)
        for page in (pages.plain, pages.honest, *pages.pretenders):
            scores = plain if page == pages.plain else bench.scores(page)
            gained += page in pages.pretenders and max(scores.gain_over(plain)[0::2]) > 0
            print(_line(page, "as it is", scores, plain), flush=True)
    return gained


def _line(base: Base, name: str, scores: Scores, honest: Scores) -> str:
    gain = scores.gain_over(honest)
    mark = "BAD" if max(gain) > ALLOWED else "ok "
    points = f"{scores.functionality:6.2f} {scores.aesthetics:6.2f} {scores.total:6.2f}"
    beyond = " ".join(f"{one:+7.2f}" for one in gain)
    return f"{mark} {base.name:6} {name:26} {points}  {beyond}  {'; '.join(scores.titles[:3])[:160]}"


if __name__ == "__main__":
    main()
