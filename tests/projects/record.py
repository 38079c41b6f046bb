"""Builds every mistake and stores the output: `python -m tests.projects.record FOLDER [NAME…]`.

The logs in `tests/unit/sandbox/logs/` test the attribution; record them again when Vite's messages change.
"""

import json
import sys
import tempfile
from pathlib import Path

from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.packages import default_store
from tests.projects.mistakes import MISTAKES


def record(folder: Path, names: list[str]) -> None:
    builder = Builder(BuildSettings(store=default_store()))
    for name in names or list(MISTAKES):
        with tempfile.TemporaryDirectory() as scratch:
            sources = MISTAKES[name].write(Path(scratch, "project"))
            told = builder.build(sources, Path(scratch, "site"))
        (folder / f"{name}.log").write_text(told.log)
        print(name, json.dumps(told.build.model_dump(mode="json")), flush=True)  # noqa: T201


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2:])
