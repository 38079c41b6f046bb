"""`python -m tools.reference [--check]`."""

import sys
from pathlib import Path

from tools.reference.pages import stale_pages, write_pages

FOLDER = Path(__file__).parents[2] / "docs" / "reference"


def main(arguments: list[str]) -> int:
    """Write the pages, or compare them with `--check`. Returns 1 if a page is out of date, 2 for wrong arguments."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python -m tools.reference [--check]\n")
        return 2
    if not arguments:
        write_pages(FOLDER)
        return 0
    stale = stale_pages(FOLDER)
    for name in stale:
        sys.stderr.write(f"docs/reference/{name} is out of date with the code; run: make reference\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
