"""A restart that leaves figures, or a page that no longer answers, is found."""

import pytest

from pytest_cookie.checks.restart.fact import KeptFigure, RestartFact
from pytest_cookie.checks.restart.judge import find_wrong_restarts
from pytest_cookie.core.trace import Change, Step
from tests.unit.judging.evidence_builders import ANSWER, case, step, subject, trace

KEPT = (KeptFigure(line="Score: 20", start="Score: 0"),)


def restart(index: int, kind: str = "click", kept: tuple[KeptFigure, ...] = KEPT, **fields) -> Step:
    change = Change(seen=True, facts={"restart": RestartFact(back="Moves: 0", kept=kept)})
    return step(index, kind, ref="b0" if kind == "click" else "", change=change, **fields)


def again(index: int, change: Change | None = None, **fields) -> Step:
    return step(index, ref=f"b{index}", change=change, **{"check": "restart", **fields})


def found(*steps: Step, domain: str = "games") -> list[tuple[str, str, str]]:
    context = subject(of=case(domain=domain), trace=trace(*steps))
    return [(one.severity, one.kind, one.title) for one in find_wrong_restarts(context)]


STAYS = ("major", "kept-over-restart", "“Score: 20” stays after a restart")
DEAD = ("major", "dead-after-restart", "After a restart, the controls have no effect")


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([restart(1)], [STAYS]),
        ([restart(1), restart(2, "wait")], [STAYS]),
        ([restart(1), restart(2, "wait", ())], []),
        ([restart(1, kept=())], []),
        ([restart(1, kept=()), again(2), step(3, "wait", check="restart"), again(4)], [DEAD]),
        ([restart(1, kept=()), again(2)], []),
        ([restart(1, kept=()), again(2), again(3, ANSWER)], []),
        ([restart(1, kept=()), again(2), again(3, check="")], []),
        ([restart(1, kept=()), again(2), again(3, hidden_by="canvas")], []),
        ([again(2), again(3)], []),
    ],
)
def test_what_a_restart_leaves_is_told(steps: list[Step], told: list):
    assert found(*steps) == told


def test_a_reset_keeps_settings_in_other_pages_than_games():
    assert found(restart(1, purpose="destroy")) == [STAYS]
    assert found(restart(1, purpose="destroy"), domain="utilities") == []
    assert found(restart(1), domain="utilities") == [STAYS]
