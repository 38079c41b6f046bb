"""`python -m tools.reference [--check]`."""

import sys
from pathlib import Path

from tools.reference.pages import stale_pages, write_pages

FOLDER = Path(__file__).parents[2] / "docs" / "reference"


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` compare them; 1 where one is stale."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python -m tools.reference [--check]\n")
        return 2
    if not arguments:
        write_pages(FOLDER)
        return 0
    stale = stale_pages(FOLDER)
    for name in stale:
        sys.stderr.write(f"docs/reference/{name} is not what the code says; run: make reference\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
