"""`python -m tools.interaction2code.confusion`: how often seeded failures are named right.

With `--keep FOLDER`, evidence is kept there and used again, so that a change of attribution needs no browser.
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.interaction2code.attempt import Attempt
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.explorer import attempt_interaction, copy_reference, window_of
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS, Failure
from pytest_cookie.protocols.interaction2code.judge_interaction import judge_interaction
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.protocol import BENCHMARK
from pytest_cookie.protocols.interaction2code.recording.open_page import serve_page
from pytest_cookie.protocols.interaction2code.reference import Reference
from tools.interaction2code.seeded import SeededPage, seeded_pages


@dataclass(frozen=True)
class Named:
    """A seeded page, and the failures that were named."""

    page: SeededPage
    failures: tuple[Failure, ...]

    @property
    def name(self) -> str:
        """The first failure, the one that hinders most; "none" without one."""
        return self.failures[0].kind if self.failures else "none"


def main() -> None:
    """Print every page that was named wrong, and the confusion table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="folder for the evidence")
    options = parser.parse_args()
    host = BrowserHost()
    with host.use_browser():
        named = [name_failures(host, page, options.keep) for page in seeded_pages()]
    host.close()
    print("\n".join(describe(named)))  # noqa: T201


def name_failures(host: BrowserHost, page: SeededPage, keep: Path | None = None) -> Named:
    """Perform the page's interaction and name its failures. Evidence of the same page below `keep` is used again."""
    case = next(case for case in _cases() if case.id == page.case)
    fields = InteractionFields.model_validate(case.fields)
    with TemporaryDirectory() as name:
        folder = (keep or Path(name)) / page.case / f"{page.failure}-{page.interaction}"
        source, stored = folder / "index.html", folder / "attempt.json"
        if stored.is_file() and source.read_text(encoding="utf-8") == page.html:
            reference = Reference.read(fields, folder)
            attempt = Attempt.model_validate_json(stored.read_bytes())
        else:
            reference = copy_reference(case, fields, folder)
            source.write_text(page.html, encoding="utf-8")
            window = window_of(reference)
            with serve_page(source, host, (window.width, window.height)) as (_, url, gateway):
                settings = SessionSettings(gateway=gateway, viewport=window)
                attempt = attempt_interaction(host, settings, reference, page.interaction, url, folder)
            stored.write_text(attempt.model_dump_json(exclude_defaults=True), encoding="utf-8")
        return Named(page, judge_interaction(reference, attempt, folder, Options(), None).failures)


def describe(named: list[Named]) -> list[str]:
    """The pages that were named wrong, the table, and the share that is right."""
    seeded = [naming for naming in named if naming.page.failure]
    right = sum(naming.name == naming.page.failure for naming in seeded)
    false = sum(naming.name != "none" for naming in named if not naming.page.failure)
    lines = [
        f"{naming.page.case} {naming.page.failure or 'faithful'} {naming.page.interaction}: "
        + ("; ".join(f"{each.kind} {each.confidence:.2f} {each.reason}" for each in naming.failures) or "none")
        for naming in named
        if naming.name != (naming.page.failure or "none")
    ]
    table: Counter[tuple[str, str]] = Counter((naming.page.failure or "none", naming.name) for naming in named)
    for kind in ("none", *KINDS):
        row = ", ".join(f"{name} {count}" for (seed, name), count in table.items() if seed == kind)
        lines.append(f"{kind:<24} → {row}")
    return [*lines, f"{right} of {len(seeded)} named right; {false} named on faithful pages"]


@cache
def _cases() -> tuple[Case, ...]:
    return load_cases(BENCHMARK / "pages.yaml", extra=InteractionFields)


if __name__ == "__main__":
    main()
