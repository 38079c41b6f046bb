"""`pytest-cookie dataset record`: records a reference page with its interactions as a case of Interaction2Code."""

import argparse
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.project import find_project

if TYPE_CHECKING:
    from pytest_cookie.deployment.served_page import ServedPage

_MOST = 4


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("record", help="record a reference page and what its controls do, as a case")
    step.add_argument("page", metavar="PAGE", help="HTML file, a folder with an index.html, or http://127.0.0.1:PORT/…")
    step.add_argument(
        "-o", "--out", type=Path, default=Path("recorded"), metavar="FOLDER", help="output folder (default: recorded)"
    )
    step.add_argument(
        "--window", type=_window, default=(1280, 720), metavar="WxH", help="size of the window (default: 1280x720)"
    )
    step.add_argument(
        "--choose",
        type=_numbers,
        metavar="N,N,…",
        help="interactions to keep, by their numbers in the list (default: the ones that change most, at most 4)",
    )
    step.add_argument("--hover", action="store_true", help="also put the pointer over each control")
    step.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="another machine whose address may be used"
    )
    step.add_argument("--id", metavar="ID", help="id of the case (default: the name of the page)")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    from pytest_cookie.browser.host import BrowserHost
    from pytest_cookie.protocols.interaction2code.recording.open_page import serve_page
    from pytest_cookie.protocols.interaction2code.recording.record_page import record_page
    from pytest_cookie.protocols.interaction2code.recording.write_case import (
        describe_case,
        propose,
        write_attachments,
        write_case_file,
    )

    page, title = _find_page(options.page, tuple(options.allow_host))
    name = options.id or slug(title, max_length=50)
    if (options.out / f"{name}.yaml").exists():
        raise UsageError(f"{options.out / name}.yaml exists; choose another --id or --out")
    host = BrowserHost(chromium=find_project()[1].chromium)
    try:
        with serve_page(page, host, options.window) as (open_session, url, _), host.use_browser():
            recording = record_page(open_session, url, hover=options.hover)
    finally:
        host.close()
    found = recording.interactions
    if not found:
        raise UsageError(f"{options.page}: no control changes the page, so there is nothing to record")
    chosen = [found[number - 1] for number in _checked(options.choose, len(found))] if options.choose else None
    kept = chosen or propose(recording, _MOST) or found[:1]
    for number, interaction in enumerate(found, start=1):
        mark = "*" if any(interaction is each for each in kept) else " "
        label = interaction.target.label or interaction.target.text or interaction.target.tag
        print(
            f"{mark} {number:>2}  {interaction.candidate.action:<8} {label[:40]:<40} "
            f"changes {interaction.saliency():.1%} of the page"
        )
    write_attachments(recording, kept, options.out / name)
    fields = describe_case(recording, kept, name, options.window)
    write_case_file(fields, name, title, options.out / f"{name}.yaml")
    print(f"written: {options.out / name}.yaml with {count(len(kept), 'interaction')}; complete brief and descriptions")


def _find_page(page: str, allowed: tuple[str, ...]) -> "tuple[Path | ServedPage, str]":
    """The page, and the name of its file, folder or server. Raises `UsageError`."""
    from pytest_cookie.deployment.served_page import ADDRESS, ServedPage

    if page.startswith(ADDRESS):
        served = ServedPage.parse(page, allowed=allowed)
        return served, PurePosixPath(served.path.partition("?")[0]).stem or served.host
    path = Path(page)
    if not path.exists():
        raise UsageError(f"{page}: there is no such page; addresses begin with http://")
    return path, path.stem if path.is_file() else path.resolve().name


def _window(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 200 <= int(width) <= 4000 and 200 <= int(height) <= 4000):
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write width and height in CSS px, such as 1280x720")
    return int(width), int(height)


def _numbers(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers, such as 1,3")
    return tuple(dict.fromkeys(map(int, parts)))


def _checked(numbers: Sequence[int], most: int) -> Sequence[int]:
    if wrong := [number for number in numbers if not 1 <= number <= most]:
        raise UsageError(f"--choose: there is no interaction {wrong[0]}; the list has {most}")
    return numbers
