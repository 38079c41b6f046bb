"""What an exploration of workflows costs, also where the browser's clock had to be changed."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.browser.errors import ClockCannotCarryError, TimeIsUpError
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import Spend
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.vibecode.explorer import WorkflowExplorer
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK
from pytest_cookie.protocols.vibecode.results import WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields

FIELDS = {"workflows": [{"id": name, "purpose": "p", "steps": ["s"]} for name in ("a", "b")]}
CASE = load_cases(BENCHMARK / "apps.yaml", extra=WorkflowFields)[0].model_copy(update={"fields": FIELDS})


class Host:
    """A browser whose first clock cannot drive the page of the second workflow."""

    version, clock, clock_note, may_change_clock = "1", "stepped", "", True
    workplace = SimpleNamespace(now=lambda: 0.0)

    def use_browser(self):
        return nullcontext()

    def open_session(self, settings):
        return nullcontext(settings.clock or self.clock)


class Costly:
    """Every workflow costs a call. `broken`: the one that the second clock cannot end either."""

    id, prompt, facts = "m/any", "", {}

    def __init__(self, broken: str = "") -> None:
        self.broken = broken

    def facts_of(self, workflow):
        return {}

    def execute(self, session, workflow, folder, *, name, repeat, spent):
        spent.append(Spend(calls=1))
        if workflow.id == "b" and session == "stepped":
            raise ClockCannotCarryError("frames cost too much")
        if workflow.id == self.broken and session != "stepped":
            raise TimeIsUpError("too late")
        return WorkflowResult(workflow=workflow.id)


class Explorer(WorkflowExplorer):
    def _perceive(self, settings, url, folder):
        return StaticPerception(loaded=True)


def explore(folder: Path, evaluator: Costly):
    application = SimpleNamespace(reset=lambda: None, fault="", describe_ended=lambda: "")
    explorer = Explorer(Host(), {"g": application}, evaluator, 0, 60.0)  # type: ignore[arg-type, dict-item]
    return explorer.explore(CASE, Deployment(url="u", gateway="g", artifact_digest="d"), folder)


def test_what_a_clock_cost_that_could_not_drive_the_page_counts(tmp_path: Path):
    found = explore(tmp_path / "whole", Costly())
    assert (found.spend.calls, found.clock) == (4, "cooperative")
    assert "frames cost too much" in found.clock_note
    with pytest.raises(TimeIsUpError) as error:
        explore(tmp_path / "broken", Costly(broken="a"))
    assert error.value.spend.calls == 3
