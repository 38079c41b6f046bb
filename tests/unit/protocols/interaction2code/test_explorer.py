"""The explorer with a scripted browser: pages that the stepped clock cannot drive."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.page.observation import Happenings, LoadOutcome
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.protocols.interaction2code import explorer
from pytest_cookie.protocols.interaction2code.attempt import Attempt
from pytest_cookie.protocols.interaction2code.explorer import InteractionExplorer
from tests.unit.protocols.interaction2code.recorded_case import write_case


@dataclass
class Page:
    settings: SessionSettings
    crashed: bool = False
    cpu_seconds: float = 0.0

    def load(self, url: str) -> LoadOutcome:
        return LoadOutcome(loaded=True, happenings=Happenings())


@dataclass
class Host:
    may_change_clock: bool = True
    version, clock, clock_note = "Chromium 1", "stepped", ""

    @property
    def workplace(self) -> "Host":
        return self

    def now(self) -> float:
        return 0.0

    @contextmanager
    def use_browser(self) -> Iterator[None]:
        yield

    @contextmanager
    def open_session(self, settings: SessionSettings) -> Iterator[Page]:
        yield Page(settings)


@pytest.mark.parametrize(("stuck", "clock"), [("", "stepped"), ("perceive", "cooperative"), ("perform", "cooperative")])
def test_a_page_that_cannot_be_stepped_is_explored_in_real_time(tmp_path: Path, monkeypatch, stuck: str, clock: str):
    def drive(name: str, page: Page) -> None:
        if name == stuck and page.settings.clock is None:
            raise ClockCannotCarryError("frames never arrive")

    def perceive(page: Page, url: str, folder: Path) -> StaticPerception:
        drive("perceive", page)
        folder.mkdir()  # fails if that of the first try is still there
        return StaticPerception(loaded=True)

    def perform(page: Page, number: int, *_: object) -> Attempt:
        drive("perform", page)
        return Attempt(number=number)

    monkeypatch.setattr(explorer, "perceive", perceive)
    monkeypatch.setattr(explorer, "perform", perform)
    case = write_case(tmp_path / "cases")
    deployment = Deployment(url="http://artifact.localhost/", gateway="http://127.0.0.1:1", artifact_digest="d")
    tool = InteractionExplorer(Host(), seed=0, max_item_seconds=9)  # type: ignore[arg-type]
    seen = tool.explore(case, deployment, tmp_path / "evidence")
    assert (seen.clock, bool(seen.clock_note)) == (clock, bool(stuck))
    assert [session.name for session in seen.sessions] == ["static", "reference", "interactions"]
    if stuck:
        tool = InteractionExplorer(Host(may_change_clock=False), seed=0, max_item_seconds=9)  # type: ignore[arg-type]
        with pytest.raises(ClockCannotCarryError):
            tool.explore(case, deployment, tmp_path / "other")
