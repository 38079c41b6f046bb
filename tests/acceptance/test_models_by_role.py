"""Misbehaviours of a provider by role, through real litellm over real HTTP, with short timeouts.

Once, then a good reply: the result is right after another attempt. Always: a broken reply makes the author's page
worthless; for an agent or judge it is an error that names the cause. The cost is recorded in every case.

Roles and misbehaviours are paired: each role meets each kind of wrong reply, once or always, and each misbehaviour
before the reply meets at least one role, since `Models` handles those for all roles (`tests/unit/llm/test_models.py`).
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_cookie.core.action import Look
from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.errors import ExplorationError, GenerationError, JudgingError
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.exploration.agent.model_agent import ModelAgent
from pytest_cookie.exploration.agent.settings import AgentPrompts
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport.litellm_call import Timeouts, load_litellm
from pytest_cookie.llm.transport.retry import Patience
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.cookie.composition import PROMPTS, generator_of, judge_of
from pytest_cookie.protocols.run.existing_files import stock_of
from tests.acceptance.misfortunes import HARMLESS, OF_UNKNOWN_COST, REFUSALS, TOO_LONG, UNANSWERED, WRONG_REPLIES
from tests.acceptance.modelled import MODEL, PRICES
from tests.provider import KEY, Asked, Behaviour, Provider
from tests.unit.exploration.pages import Desk, case, control
from tests.unit.judging.model.scripted import Item

BRIEF = "A counter for cups of tea."
WHOLE_SECONDS, DEADLINE_SECONDS = 1.5, 4.0
"""For replies that never come, so that only the timeout ends the call."""
UNHURRIED_SECONDS = 300.0
"""For all others, so that no slow machine runs into a timeout."""
ENDLESS = {"hang", "a byte now and then", "429 with Retry-After", "429 without"}


@pytest.fixture
def models(request: pytest.FixtureRequest, provider: Provider, tmp_path: Path) -> Iterator[Models]:
    """All calls of one process without a cache; short timeouts for calls that only a timeout ends.

    litellm is loaded before any timeout starts.
    """
    del provider
    load_litellm()
    parameters = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    endless = parameters.get("name") in ENDLESS
    whole, deadline = (WHOLE_SECONDS, DEADLINE_SECONDS) if endless else (UNHURRIED_SECONDS, UNHURRIED_SECONDS)
    prices = tmp_path / "prices.toml"
    prices.write_text(PRICES)
    settings = ModelSettings(
        state=tmp_path / "state",
        replay=tmp_path / "replay",
        replay_mode="off",
        prices=prices,
        timeouts=Timeouts(connect=1 if endless else whole, read=1 if endless else whole, whole=whole),
        patience=Patience(tries=3, deadline_seconds=deadline, queue_seconds=5, backoff_seconds=0.05),
    )
    running = Models(settings, jitter=random.Random(0))
    yield running
    running.close()


def each(behaviours: dict[str, Behaviour]) -> pytest.MarkDecorator:
    """A test for every misbehaviour."""
    return pytest.mark.parametrize(("name", "behaviour"), behaviours.items(), ids=behaviours)


def some(behaviours: dict[str, Behaviour], start: int, step: int) -> dict[str, Behaviour]:
    """Every misbehaviour number `start`, `start + step`, …: a part of the pairs."""
    return {name: behaviours[name] for name in list(behaviours)[start::step]}


UNUSABLE = {**WRONG_REPLIES, **REFUSALS}
"""Replies that the agent and the judge cannot use."""


# --- the author ---


@pytest.fixture
def author(models: Models, tmp_path: Path) -> Callable[[], Artifact]:
    generator = generator_of(MODEL, Settings(), models, stock_of(Settings()))
    key = ItemKey(case="test", model=MODEL, mode="html", repeat=1)
    return lambda: generator.generate(case(brief=BRIEF), key, tmp_path / "item/artifact")


def written(artifact: Artifact, folder: Path) -> str:
    return (folder / "item/artifact" / artifact.entry).read_text()


@each(UNANSWERED)
def test_an_author_is_asked_again(author, provider: Provider, tmp_path: Path, name: str, behaviour: Behaviour):
    provider.first(behaviour)
    artifact = author()
    assert artifact.problem is None
    assert "Count up" in written(artifact, tmp_path)
    assert len(provider.asked) == 2
    assert artifact.spend.calls == 1


@each(some(UNANSWERED, 0, 3))
def test_an_author_without_a_reply_is_an_error_and_no_bad_page(
    author, provider: Provider, name: str, behaviour: Behaviour
):
    provider.always(behaviour)
    with pytest.raises(GenerationError, match=MODEL) as failed:
        author()
    assert KEY not in str(failed.value)
    assert 1 <= len(provider.asked) <= 60


@each(HARMLESS)
def test_a_harmless_oddity_leaves_the_authors_page_good(
    author, provider: Provider, tmp_path, name: str, behaviour: Behaviour
):
    provider.always(behaviour)
    artifact = author()
    assert artifact.problem is None
    assert "Count up" in written(artifact, tmp_path)
    assert (artifact.spend.cost_usd is None) == (name in OF_UNKNOWN_COST)
    assert min(artifact.spend.usage.model_dump().values()) >= 0


@each({name: reply for name, reply in UNUSABLE.items() if name != "cut off by length"})
def test_a_reply_without_a_page_is_the_authors_fault(author, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour)
    artifact = author()
    assert artifact.problem
    assert artifact.problem.kind == "no_code"
    assert ("refus" in artifact.problem.message) == (name in REFUSALS)
    assert artifact.spend.calls >= 1


def test_an_author_that_was_cut_off_continues(author, provider: Provider, tmp_path: Path):
    provider.first(WRONG_REPLIES["cut off by length"])
    artifact = author()
    assert artifact.problem is None
    page = written(artifact, tmp_path)
    assert page.rstrip().endswith("</html>")
    assert page.count("<h1>") == 1
    assert artifact.spend.calls == 2
    assert len(artifact.replies) == 2


def test_an_author_that_is_always_cut_off_is_asked_twice(author, provider: Provider):
    provider.always(WRONG_REPLIES["cut off by length"])
    assert author().spend.calls == 2


def test_ten_megabytes_after_a_page_are_dropped(author, provider: Provider, tmp_path: Path):
    provider.always(TOO_LONG)
    artifact = author()
    assert artifact.problem is None
    assert len(written(artifact, tmp_path)) < 10_000


# --- the agent ---


class Walk:
    """The loop of an exploration without a browser: each decision becomes a step of the next view."""

    def __init__(self, models: Models) -> None:
        self.policy = ModelAgent(MODEL, models, AgentPrompts.read(PROMPTS))
        self.steps = [Step(index=0, thought="Look.", action=Look(), screenshot="s/0.png")]
        self.controls = (control("a", name="Count up"), control("b", "textbox", "Your name"))

    def run(self) -> list[str]:
        """The kinds of its actions, until it finishes; at most ten."""
        desk, kinds = Desk(), []
        while kinds[-1:] != ["finish"] and len(kinds) < 10:
            last = self.steps[-1]
            decision = self.policy.decide(case(brief=BRIEF), desk.view(*self.controls, last=last))
            kinds.append(decision.action.kind)
            seen = Change(seen=True, appeared_text=("Counted",))
            step = Step(index=last.index + 1, thought=decision.thought, action=decision.action, change=seen)
            self.steps.append(step)
        return kinds

    @property
    def report(self) -> str:
        """Its final report."""
        return self.policy.conclude(Trace(policy="agent", steps=tuple(self.steps)))


@pytest.fixture
def walk(models: Models) -> Walk:
    return Walk(models)


@each(some(UNANSWERED, 2, 6) | some(UNUSABLE, 0, 2))
def test_an_agent_continues_after_a_failure(walk: Walk, provider: Provider, name: str, behaviour: Behaviour):
    provider.first(behaviour, asker="explore")
    assert walk.run() == ["click", "type", "finish"]
    assert "2 of 2 controls" in walk.report
    assert walk.policy.account().spend.calls == len(provider.asked) - (name in UNANSWERED)


@each(some(UNANSWERED, 1, 3) | some(UNUSABLE, 1, 2) | {"ten megabytes of arguments": TOO_LONG})
def test_an_agent_without_a_usable_reply_is_an_error(walk: Walk, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour, asker="explore")
    with pytest.raises(ExplorationError, match=MODEL) as failed:
        walk.run()
    assert KEY not in str(failed.value)
    assert len(str(failed.value)) < 2_000
    assert (failed.value.spend.calls == 0) == (name in UNANSWERED)
    assert 1 <= len(provider.asked) <= 60


@each(some(HARMLESS, 0, 3))
def test_a_harmless_oddity_leaves_the_agents_actions(walk: Walk, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour, asker="explore")
    assert walk.run() == ["click", "type", "finish"]
    assert (walk.policy.account().spend.cost_usd is None) == (name in OF_UNKNOWN_COST)


# --- the judge ---


def last_stage(asked: Asked) -> bool:
    """Whether this is the third of a judge's three requests."""
    return asked.reply_name == "score_adjustment"


def scores(verdict: Verdict) -> tuple[float | None, float | None]:
    return verdict.scores["functionality"], verdict.scores["aesthetics"]


@pytest.fixture
def judged(models: Models, tmp_path: Path) -> Callable[[], Verdict]:
    judge = judge_of(Roles(judge=MODEL), Settings(), models)
    item = Item(tmp_path / "item", film=False, shrinks_by=8)
    brief = case(brief=BRIEF)
    return lambda: judge.judge(brief, item.artifact, item.evidence, item.folder, source=item.source)


@each(some(UNANSWERED, 4, 6) | some(WRONG_REPLIES, 1, 2))
def test_a_judge_is_asked_again(judged, provider: Provider, name: str, behaviour: Behaviour):
    undisturbed = judged()
    provider.forget()
    provider.first(behaviour, matches=last_stage)
    verdict = judged()
    assert scores(verdict) == scores(undisturbed)
    assert len(provider.asked) == 4
    assert verdict.spend.calls == (3 if name in UNANSWERED else 4)


@each(some(UNANSWERED, 2, 3) | some(WRONG_REPLIES, 0, 2) | REFUSALS)
def test_a_judge_without_a_usable_reply_is_an_error(judged, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour, matches=last_stage)
    with pytest.raises(JudgingError, match="score-adjustment") as failed:
        judged()
    assert MODEL in str(failed.value)
    assert KEY not in str(failed.value)
    assert len(str(failed.value)) < 2_000
    assert failed.value.spend.calls >= 2, "the first two stages are paid for"
    assert 3 <= len(provider.asked) <= 60


@each(some(HARMLESS, 1, 3) | {"ten megabytes of text": TOO_LONG})
def test_a_harmless_oddity_leaves_the_verdict(judged, provider: Provider, name: str, behaviour: Behaviour):
    undisturbed = judged()
    provider.always(behaviour)
    verdict = judged()
    assert scores(verdict) == scores(undisturbed)
    assert verdict.scores["total"]
    assert (verdict.spend.cost_usd is None) == (name in OF_UNKNOWN_COST)
    assert all(len(stage.reasoning) < 10_000 for stage in verdict.stages)
