"""Loading that stays for long is a finding; that which ends, or is asked for, is none."""

from itertools import pairwise

from pytest_cookie.checks.endless_loading import find_endless_loading
from pytest_cookie.checks.endless_loading.tactic import WaitForContent
from pytest_cookie.checks.endless_loading.watch import LoadingFact, LoadingSign, LoadingWatch
from pytest_cookie.core.action import Reload, Wait
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.watch import Act
from tests.unit.exploration.pages import Desk, observation, text, turn
from tests.unit.judging.evidence_builders import case, page_in_use, step


def follow(*moments: tuple[int, str], reload_at: int = -1) -> list[int]:
    """How long the sign was there after each moment but the first; a moment is a page time and a text."""
    watch, durations = LoadingWatch(), []
    seen = [observation(elements={"p": text(words)}, page_ms=page_ms) for page_ms, words in moments]
    for i, (before, after) in enumerate(pairwise(seen)):
        fact = watch.compare(Act(Reload() if i == reload_at else Wait(value="500"), before, after))
        durations.append(max((sign.for_ms for sign in fact.signs), default=0) if fact else 0)
    return durations


def test_a_sign_is_followed_until_it_goes():
    assert follow((100, "Loading…"), (3_000, "Loading…"), (9_000, "Loading…")) == [2_900, 8_900]
    assert follow((100, "Loading…"), (3_000, "12 boats"), (9_000, "Loading…")) == [0, 0]
    assert follow((100, "Loading 20%…"), (3_000, "Loading 40%…"), (9_000, "Loading 40%…")) == [0, 6_000]
    assert follow((100, "Loading…"), (8_000, "Loading…"), (9_000, "Loading…"), reload_at=1) == [7_900, 0]


def titles(*durations_ms: int, words: str = "Loading…", of=None) -> list[str]:
    steps = [
        step(i, ref=f"b{i}", change=Change(facts={"endless-loading": fact}))
        for i, for_ms in enumerate(durations_ms)
        if (fact := LoadingFact(signs=(LoadingSign(text=words, for_ms=for_ms),)))
    ]
    return [defect.title for defect in find_endless_loading(page_in_use(*steps, of=of))]


def test_loading_that_stays_is_a_finding():
    assert titles(2_000, 9_000) == []
    assert titles(2_000, 14_500) == ["“Loading…” is still shown after 14 s"]
    assert titles(14_500, 300) == ["“Loading…” is still shown after 14 s"]
    assert titles(31_000, words="") == ["Empty blocks in place of content are still shown after 31 s"]


def waits(*durations_ms: int) -> list[str]:
    tactic = WaitForContent()
    facts = [LoadingFact(signs=(LoadingSign(text="Loading…", for_ms=for_ms),)) for for_ms in durations_ms]
    steps = [step(i, change=Change(facts={"endless-loading": fact})) for i, fact in enumerate(facts)]
    decisions = [tactic.propose(turn(Desk().view(last=one))) for one in steps]
    return [decision.action.value for decision in decisions if decision]


def test_loading_is_given_time_once():
    assert waits(3_000) == ["7500"]
    assert waits(3_000, 4_000) == ["7500"]
    assert waits(12_000) == []
    assert WaitForContent().propose(turn(Desk().view(last=step(1)))) is None


def test_a_brief_may_ask_for_signs_of_loading():
    assert titles(31_000, of=case(brief="A gallery of CSS spinners and skeleton screens.")) == []
