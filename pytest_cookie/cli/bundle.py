"""`pytest-cookie bundle`: writes a small copy of a run and its report, to send to somebody."""

import argparse
import re
from pathlib import Path

from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import file_size

_SIZE = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(kB|KB|MB|GB)")
_UNITS = {"KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_DEFAULT = "25MB"
"""The largest attachment that most mail services accept."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    bundle = commands.add_parser("bundle", help="write a small copy of a run and its report, to send to somebody")
    bundle.add_argument("run", type=Path, help="run folder to copy")
    bundle.add_argument(
        "--max",
        type=_size,
        default=_DEFAULT,
        metavar="SIZE",
        help=f"largest size, such as 500KB, 25MB or 1GB (default: {_DEFAULT})",
    )
    bundle.add_argument(
        "--anonymous", action="store_true", help="call the models A, B, C, and leave out what their calls took"
    )
    bundle.add_argument(
        "--output",
        type=Path,
        metavar="PATH",
        help="new folder, or archive if the name ends in .zip (default: RUN-bundle.zip in this folder)",
    )
    bundle.set_defaults(command=_run)


def _size(text: str) -> int:
    found = _SIZE.fullmatch(text.strip())
    if found is None or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; write a number and KB, MB or GB, such as 25MB")
    return round(float(found[1]) * _UNITS[found[2].upper()])


def _run(options: argparse.Namespace) -> None:
    from pytest_cookie.reporting.bundle.write import write_bundle

    run = RunFolder.open(options.run)
    name = "run" if options.anonymous else run.path.resolve().name
    target = options.output or Path(f"{name}-bundle.zip")
    written = write_bundle(run, target, most_bytes=options.max, anonymous=options.anonymous)
    print(f"written: {written.path} ({file_size(written.size_bytes)})")
    print("To make it small and clean:")
    print("\n".join(f"  {line}" for line in written.left_out))
