"""What the explorer keeps, runs again and counts, with a scripted browser and verifier."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pydantic import JsonValue

from pytest_cookie.browser.errors import ClockCannotCarryError, PageGoneError, PageUnsettledError
from pytest_cookie.browser.page.observation import Happenings, LoadOutcome
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import Spend
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.protocols.auigym import explorer
from pytest_cookie.protocols.auigym import protocol as auigym
from pytest_cookie.protocols.auigym.explorer import TaskExplorer
from pytest_cookie.protocols.auigym.judge import TaskJudge
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.performers import ModelPerformer
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.vibecode import protocol as vibecode
from pytest_cookie.records.files import write_model
from tests.unit.judging.evidence_builders import artifact, case

TASKS = [{"id": name, "kind": "core", "do": f"Do {name}.", "outcome": "Done."} for name in ("a", "b")]


class Says:
    """A verifier that supports no task, or all."""

    def __init__(self, *, supported: bool = False) -> None:
        self.supported, self.calls = supported, 0

    def complete(self, request: Request) -> Completion:
        self.calls += 1
        row = {"supported": self.supported, "checker": 'exists("#x")' if self.supported else "", "reason": "no button"}
        rows = [{"id": name, **row} for name in ("a", "b")]
        return Completion(json.dumps({"tasks": rows}), spend=Spend(calls=1, cost_usd=0.1))


class Page:
    """A session. `fault` is raised by the evaluation with that number, and by all after it."""

    cpu_seconds = 0.0

    def __init__(self, fault: Exception | None = None, at: int = 1, *, loads: bool = True) -> None:
        self.fault, self.at, self.loads, self.crashed = fault, at, loads, False

    def load(self, url: str) -> LoadOutcome:
        return LoadOutcome(loaded=self.loads, happenings=Happenings())

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        self.at -= 1
        if self.fault and self.at <= 0:
            raise self.fault
        return [None] * len(argument["queries"]) if isinstance(argument, dict) else ["#x | p"]  # type: ignore[arg-type]


class Host:
    """A browser whose pages `make` gives, and whose permits are always free."""

    version, clock, clock_note, may_change_clock = "Chromium 1", "stepped", "", True

    def __init__(self, make: Callable[[], Page]) -> None:
        self.make, self.workplace, self.renewed = make, self, 0

    def now(self) -> float:
        return 0.0

    def renew(self) -> None:
        self.renewed += 1

    @contextmanager
    def use_browser(self) -> Iterator[None]:
        yield

    @contextmanager
    def open_session(self, settings: object) -> Iterator[Page]:
        yield self.make()


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "perceive", lambda *_: StaticPerception(loaded=True))


def explore(
    folder: Path,
    chat: Says,
    make: Callable[[], Page] = Page,
    tasks: list[dict[str, str]] = TASKS,
    *,
    only_samples: bool = False,
) -> Evidence:
    (folder / "static").mkdir(parents=True, exist_ok=True)
    performer = ModelPerformer("openai/agent", chat, Options(), {})
    fields = {"tag": "tool", "tasks": tasks, "only_samples": only_samples}
    one = case().model_copy(update={"fields": fields})
    deployment = Deployment(url="http://artifact.localhost/", gateway="http://127.0.0.1:1", artifact_digest="d")
    return TaskExplorer(Host(make), performer, seed=0, max_item_seconds=9).explore(one, deployment, folder)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "supported", "calls"),
    [
        (lambda: Page(PageGoneError("it crashed")), True, 0),
        (lambda: Page(PageUnsettledError("it navigates again and again")), True, 0),
        (lambda: Page(loads=False), True, 0),
        (lambda: Page(PageGoneError("it crashed"), at=2), True, 2),
        (Page, False, 1),
    ],
)
def test_a_page_that_dies_while_it_is_verified_supports_no_task(tmp_path, make, supported, calls):
    chat = Says(supported=supported)
    seen = explore(tmp_path, chat, make)
    assert (chat.calls, seen.spend.calls) == (calls, calls)
    one = case().model_copy(update={"fields": {"tag": "tool", "tasks": TASKS}})
    verdict = TaskJudge().judge(one, artifact(), seen, tmp_path)
    assert verdict.scores == {"completeness": 0, "success_of_supported": None, "success_rate": 0}


@pytest.mark.parametrize(
    ("model", "only_samples", "written"),
    [
        ("sample/polished", True, False),
        ("openai/coder", True, True),
        ("ready", True, True),
        ("openai/coder", False, False),
    ],
)
def test_checkers_that_name_elements_of_the_samples_are_written_anew_for_other_pages(
    tmp_path, model, only_samples, written
):
    write_model(tmp_path / "artifact.json", artifact(key=ItemKey(case="case", model=model, mode="html")))
    tasks = [{**task, "checker": 'exists("#ours")'} for task in TASKS]
    make = lambda: Page(PageGoneError("it crashed"))  # noqa: E731
    explore(tmp_path / "evidence", Says(), make, tasks, only_samples=only_samples)
    assert bool([*(tmp_path / "evidence").rglob("verif*.json")]) == written


@pytest.mark.parametrize("check_agent", [auigym.check_agent, vibecode.check_agent])
def test_solutions_of_the_samples_are_replayed_on_no_other_artifact(check_agent):
    protocol = auigym if check_agent is auigym.check_agent else vibecode
    (one, *_) = load_cases(protocol.PROTOCOL.cases, extra=protocol.PROTOCOL.case_fields)
    check_agent([one], Roles(), ["sample/polished", "sample/flawed"])
    check_agent([one], Roles(agent="openai/agent"), ["openai/coder"])
    with pytest.raises(UsageError, match=r"openai/coder: the \w+ of its \w+ name elements of the samples of .*agent"):
        check_agent([one], Roles(), ["sample/polished", "openai/coder"])


@pytest.mark.parametrize(("changed", "calls"), [({}, 1), ({"do": "Do it."}, 2), ({"outcome": "A list is there."}, 2)])
def test_tasks_are_verified_again_if_their_words_changed(tmp_path, changed, calls):
    chat = Says()
    explore(tmp_path, chat)
    explore(tmp_path, chat, tasks=[{**TASKS[0], **changed}, TASKS[1]])
    assert chat.calls == calls


def test_what_was_spent_with_a_clock_that_fails_is_counted(tmp_path):
    faults: Iterator[Exception] = iter([ClockCannotCarryError("frames never arrive")])

    class Unseen(Page):
        def picture(self) -> bytes:
            raise next(faults, PageGoneError("it crashed"))

    chat = Says(supported=True)
    seen = explore(tmp_path, chat, Unseen)
    assert (seen.clock, chat.calls, seen.spend.calls) == ("cooperative", 2, 2)
