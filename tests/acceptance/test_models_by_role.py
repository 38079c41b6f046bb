"""The table of misbehaviours, role by role: every one of them through real litellm over real HTTP, with short patience.

Once, then a good answer: the right result after another try. Always: the author's broken reply is a page of no worth,
an agent's or a judge's is an error of the machinery that says what happened; what it took is told in every case.

Every role reads replies in its own way, so wrong replies and refusals are tried with each of them every day. What a
provider does before a reply arrives is handled by `Models`, the same for all roles: `tests/unit/llm/test_models.py` and
the author try all of that, the other roles a few rows. `make test-all` tries the whole table with every role.
"""

import random
from collections.abc import Callable, Container, Iterator
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
"""For an answer that does not come, which only time ends."""
UNHURRIED_SECONDS = 300.0
"""For all others, so that no slow machine cuts them short."""
ENDLESS = {"hang", "a byte now and then", "429 with Retry-After", "429 without"}


@pytest.fixture
def models(request: pytest.FixtureRequest, provider: Provider, tmp_path: Path) -> Iterator[Models]:
    """All calls of one process without a cache, with little patience where that is all that ends a call.

    litellm is loaded before any patience runs out.
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


DAILY = {*WRONG_REPLIES, *REFUSALS, "500", "cut mid-body", "usage null", "ten megabytes of blanks"}
"""What every role is tried with in `make test`."""


def each(*tables: dict[str, Behaviour], daily: Container[str] = DAILY) -> pytest.MarkDecorator:
    """A test for every misbehaviour of the tables; those outside `daily` are slow."""
    rows = {name: behaviour for table in tables for name, behaviour in table.items()}
    marks = {name: () if name in daily else pytest.mark.slow for name in rows}
    parameters = [pytest.param(*row, id=row[0], marks=marks[row[0]]) for row in rows.items()]
    return pytest.mark.parametrize(("name", "behaviour"), parameters)


# --- the author ---


@pytest.fixture
def author(models: Models, tmp_path: Path) -> Callable[[], Artifact]:
    generator = generator_of(MODEL, Settings(), models, stock_of(Settings()))
    key = ItemKey(case="test", model=MODEL, mode="html", repeat=1)
    return lambda: generator.generate(case(brief=BRIEF), key, tmp_path / "item/artifact")


def written(artifact: Artifact, folder: Path) -> str:
    return (folder / "item/artifact" / artifact.entry).read_text()


@each(UNANSWERED, daily=UNANSWERED)
def test_an_author_is_asked_again(author, provider: Provider, tmp_path: Path, name: str, behaviour: Behaviour):
    provider.first(behaviour)
    artifact = author()
    assert artifact.problem is None
    assert "Count up" in written(artifact, tmp_path)
    assert len(provider.asked) == 2
    assert artifact.spend.calls == 1


@each(UNANSWERED)
def test_an_author_that_never_answers_is_no_bad_page(author, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour)
    with pytest.raises(GenerationError, match=MODEL) as told:
        author()
    assert KEY not in str(told.value)
    assert 1 <= len(provider.asked) <= 60


@each(HARMLESS, daily=HARMLESS)
def test_an_authors_page_is_good_all_the_same(author, provider: Provider, tmp_path, name: str, behaviour: Behaviour):
    provider.always(behaviour)
    artifact = author()
    assert artifact.problem is None
    assert "Count up" in written(artifact, tmp_path)
    assert (artifact.spend.cost_usd is None) == (name in OF_UNKNOWN_COST)
    assert min(artifact.spend.usage.model_dump().values()) >= 0


@each({name: reply for name, reply in WRONG_REPLIES.items() if name != "cut off by length"}, REFUSALS)
def test_a_reply_without_a_page_is_the_authors_fault(author, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour)
    artifact = author()
    assert artifact.problem
    assert artifact.problem.kind == "no_code"
    assert ("refus" in artifact.problem.message) == (name in REFUSALS)
    assert artifact.spend.calls >= 1


def test_an_author_who_was_cut_off_goes_on(author, provider: Provider, tmp_path: Path):
    provider.first(WRONG_REPLIES["cut off by length"])
    artifact = author()
    assert artifact.problem is None
    page = written(artifact, tmp_path)
    assert page.rstrip().endswith("</html>")
    assert page.count("<h1>") == 1
    assert artifact.spend.calls == 2
    assert len(artifact.replies) == 2


def test_an_author_who_is_cut_off_for_ever_is_asked_twice(author, provider: Provider):
    provider.always(WRONG_REPLIES["cut off by length"])
    assert author().spend.calls == 2


def test_ten_megabytes_behind_a_page_are_left_there(author, provider: Provider, tmp_path: Path):
    provider.always(TOO_LONG)
    artifact = author()
    assert artifact.problem is None
    assert len(written(artifact, tmp_path)) < 10_000


# --- the agent ---


class Walk:
    """The loop of an exploration without a browser: what is decided becomes a step of the next view."""

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
        """What it wrote when it finished."""
        return self.policy.conclude(Trace(policy="agent", steps=tuple(self.steps)))


@pytest.fixture
def walk(models: Models) -> Walk:
    return Walk(models)


@each(UNANSWERED, WRONG_REPLIES, REFUSALS)
def test_an_agent_goes_on_after_it(walk: Walk, provider: Provider, name: str, behaviour: Behaviour):
    provider.first(behaviour, asker="explore")
    assert walk.run() == ["click", "type", "finish"]
    assert "2 of 2 controls" in walk.report
    assert walk.policy.account().spend.calls == len(provider.asked) - (name in UNANSWERED)


TEN_MEGABYTES = {"ten megabytes of arguments": TOO_LONG, "ten megabytes of blanks": HARMLESS["ten megabytes of blanks"]}


@each(UNANSWERED, WRONG_REPLIES, REFUSALS, TEN_MEGABYTES)
def test_an_agent_that_is_never_right_is_an_error(walk: Walk, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour, asker="explore")
    with pytest.raises(ExplorationError, match=MODEL) as told:
        walk.run()
    assert KEY not in str(told.value)
    assert len(str(told.value)) < 2_000
    assert (told.value.spend.calls == 0) == (name in UNANSWERED)
    assert 1 <= len(provider.asked) <= 60


@each({name: behaviour for name, behaviour in HARMLESS.items() if name not in TEN_MEGABYTES})
def test_an_agent_does_not_notice_it(walk: Walk, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour, asker="explore")
    assert walk.run() == ["click", "type", "finish"]
    assert (walk.policy.account().spend.cost_usd is None) == (name in OF_UNKNOWN_COST)


# --- the judge ---


def last_stage(asked: Asked) -> bool:
    """What is asked when two of three answers are paid for."""
    return asked.reply_name == "score_adjustment"


def scores(verdict: Verdict) -> tuple[float | None, float | None]:
    return verdict.scores["functionality"], verdict.scores["aesthetics"]


@pytest.fixture
def judged(models: Models, tmp_path: Path) -> Callable[[], Verdict]:
    judge = judge_of(Roles(judge=MODEL), Settings(), models)
    item = Item(tmp_path / "item", film=False, shrinks_by=8)
    brief = case(brief=BRIEF)
    return lambda: judge.judge(brief, item.artifact, item.evidence, item.folder, source=item.source)


@each(UNANSWERED, WRONG_REPLIES)
def test_a_judge_is_asked_again(judged, provider: Provider, name: str, behaviour: Behaviour):
    undisturbed = judged()
    provider.forget()
    provider.first(behaviour, matches=last_stage)
    verdict = judged()
    assert scores(verdict) == scores(undisturbed)
    assert len(provider.asked) == 4
    assert verdict.spend.calls == (3 if name in UNANSWERED else 4)


@each(UNANSWERED, WRONG_REPLIES, REFUSALS)
def test_a_judge_that_never_judges_leaves_the_item_unscored(
    judged, provider: Provider, name: str, behaviour: Behaviour
):
    provider.always(behaviour, matches=last_stage)
    with pytest.raises(JudgingError, match="score-adjustment") as told:
        judged()
    assert MODEL in str(told.value)
    assert KEY not in str(told.value)
    assert len(str(told.value)) < 2_000
    assert told.value.spend.calls >= 2, "the first two stages are paid for"
    assert 3 <= len(provider.asked) <= 60


@each(HARMLESS, {"ten megabytes of text": TOO_LONG})
def test_a_verdict_is_good_all_the_same(judged, provider: Provider, name: str, behaviour: Behaviour):
    undisturbed = judged()
    provider.always(behaviour)
    verdict = judged()
    assert scores(verdict) == scores(undisturbed)
    assert verdict.scores["total"]
    assert (verdict.spend.cost_usd is None) == (name in OF_UNKNOWN_COST)
    assert all(len(stage.reasoning) < 10_000 for stage in verdict.stages)
