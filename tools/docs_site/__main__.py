"""`python -m tools.docs_site [--serve]`: builds the site in `dist/site`, or shows it at http://127.0.0.1:8000."""

import os
import subprocess
import sys
from pathlib import Path

from tools.docs_site.sources import write_sources

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "build" / "docs-site"


def main(arguments: list[str]) -> int:
    """Write the sources, then run MkDocs. Returns its exit code, or 2 for wrong arguments."""
    if arguments not in ([], ["--serve"]):
        sys.stderr.write("usage: python -m tools.docs_site [--serve]\n")
        return 2
    config = write_sources(ROOT, SOURCES)
    command = ["serve"] if arguments else ["build", "--clean", "--site-dir", str(ROOT / "dist" / "site")]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # its banner; what it says is in CONTRIBUTING.md
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *command, "--config-file", str(config)], check=False, env=environment
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
