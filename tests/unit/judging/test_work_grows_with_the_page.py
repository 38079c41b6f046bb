"""Twice as much of anything on a page is at most about twice the work for the judge: steps counted, no clock."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import Box, PageError
from pytest_cookie.core.page_layout import PageLayout, Part, SetText, Siblings
from pytest_cookie.core.trace import Change
from tests.change_lines import states
from tests.count_lines import MOST_GROWTH, count_lines
from tests.unit.judging.evidence_builders import (
    artifact,
    case,
    control,
    element,
    evidence,
    inventory,
    layout,
    medium,
    message,
    perception,
    request,
    step,
    trace,
    views,
)  # fmt: skip

_FEW = 100


def _controls(n: int) -> Evidence:
    return evidence(
        perception=perception(inventory=inventory(controls=tuple(control(f"b{i}", f"B {i}") for i in range(n))))
    )


def _texts(n: int) -> Evidence:
    told = Change(
        vanished_text=tuple(f"row {chr(97 + i % 26) * (i // 26 + 1)} 1" for i in range(n)),
        appeared_text=tuple(f"row {chr(97 + i % 26) * (i // 26 + 1)} 2" for i in range(n)),
    )
    return evidence(trace=trace(*(step(i, ref=f"b{i}", change=told) for i in range(3))))


def _states(n: int) -> Evidence:
    told = Change(states=states(*(f"slider {i}: value “{i}” → “{i + 1}”" for i in range(n))))
    return evidence(trace=trace(*(step(i, ref=f"b{i}", change=told) for i in range(3))))


def _steps(n: int) -> Evidence:
    told = Change(appeared_text=("Saved",))
    return evidence(trace=trace(*(step(i, ref=f"b{i % 4}", change=told) for i in range(n))))


def _errors(n: int) -> Evidence:
    errors = tuple(PageError(message=f"TypeError: no {i}") for i in range(n))
    failed = tuple(request(f"http://artifact.localhost/{i}.js") for i in range(n))
    said = tuple(message(f"bad {i}") for i in range(n))
    return evidence(perception=perception(page_errors=errors, failed_requests=failed, console=said))


def _layouts(n: int) -> Evidence:
    found = tuple(element(f"thing {i}", f"#t{i}") for i in range(n))
    return evidence(
        perception=perception(views=views(desktop=layout(overflowing=found), mobile=layout(overflowing=found)))
    )


def _lines(n: int) -> Evidence:
    return evidence(
        perception=perception(inventory=inventory("\n".join(f"A line of words, number {i}" for i in range(n))))
    )


def _boxes(n: int) -> Evidence:
    parts = tuple(Part(x=30.0 * (i % 9), y=40.0 * (i // 9), width=20, height=30, make=1, dress=i % 3) for i in range(n))
    put = PageLayout(
        groups=(Siblings(selector="main", box=Box(x=0, y=0, width=900, height=900), parts=parts),),
        texts=tuple(
            SetText(
                selector=f"#p{i}", text=f"word {i}", box=Box(x=1, y=20.0 * i, width=90, height=18), letters=6, lines=1,
                size=12 + i % 40, leading=18, weight=400, face=f"face {i}",
            )
            for i in range(n)
        ),
        grounds={f"#{i:06x}": 10 for i in range(n)},
        inks={f"#{i:06x}": 3 for i in range(n)},
        boxes=n,
    )  # fmt: skip
    return evidence(perception=perception(composition=put))


def _row(n: int) -> Evidence:
    parts = tuple(Part(x=30.0 * i, y=float(i % 3), width=20, height=30 + i % 5, make=1, dress=1) for i in range(n))
    row = Siblings(selector="main", box=Box(x=0, y=0, width=30.0 * n, height=90), parts=parts)
    return evidence(perception=perception(composition=PageLayout(groups=(row,), boxes=n)))


def _pictures(n: int) -> Evidence:
    own = "http://artifact.localhost"
    lost = tuple(medium(selector=f"#i{i}", source=f"{own}/{i}.png", alt="", loaded=False) for i in range(n))
    asked = tuple(request(f"{own}/more{i}.png", "image", step=1) for i in range(n))
    return evidence(perception=perception(inventory=inventory(media=lost), failed_requests=asked))


@pytest.mark.parametrize("of", [_row, _pictures, _controls, _texts, _states, _steps, _errors, _layouts, _lines, _boxes])
def test_twice_the_page_is_twice_the_work(of: Callable[[int], Evidence], tmp_path: Path) -> None:
    small, large = of(_FEW), of(2 * _FEW)
    make_measured_judge().judge(case(), artifact(), of(3), tmp_path)
    assert _work(small, tmp_path) * MOST_GROWTH > _work(large, tmp_path)


def _work(told: Evidence, folder: Path) -> int:
    return count_lines(lambda: make_measured_judge().judge(case(), artifact(), told, folder))
