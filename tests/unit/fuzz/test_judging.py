"""The whole measured judge on evidence that a page has made up as far as it could: always a verdict."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.action import Look
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import Inventory
from pytest_cookie.core.page_layout import PageLayout
from pytest_cookie.core.perception import VIEWPORTS, Layout, StaticPerception, Styling
from pytest_cookie.core.trace import Change, Coverage, Step, Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.measures.truncated_source import find_cut_off
from pytest_cookie.judging.text.code_examples import quoted_names
from tests.unit.fuzz.strategies import actions, nouns, raw_texts, texts
from tests.unit.judging.evidence_builders import artifact, case, evidence, inventory, perception, styling, trace, views


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evidence")


def judged(folder: Path, told: Evidence, leaf: str = "dashboard") -> Verdict:
    """The verdict on it, which can be written and read again; the evidence, too."""
    assert Evidence.model_validate_json(told.model_dump_json().encode()) == told
    verdict = make_measured_judge().judge(case(leaf), artifact(), told, folder)
    assert Verdict.model_validate_json(verdict.model_dump_json().encode()) == verdict
    return verdict


def _traces() -> st.SearchStrategy[Trace]:
    used = actions(
        ref=st.sampled_from(("", "b0", "b1", "b2", "c9")),
        selector=st.sampled_from(("", "#b0", "#b1", ":stage")),
    )
    steps = st.lists(st.tuples(used, nouns(Change), nouns(Step, index=0, action=Look())), max_size=6)
    numbered = steps.map(
        lambda found: tuple(
            one.model_copy(update={"index": i, "action": a, "change": c}) for i, (a, c, one) in enumerate(found)
        )
    )
    return st.builds(
        lambda steps, whole: whole.model_copy(update={"steps": steps}),
        numbered,
        nouns(Trace, policy="crawler", steps=(), coverage=nouns(Coverage)),
    )


@given(told=_traces())
def test_however_a_page_answers(folder: Path, told: Trace) -> None:
    assert judged(folder, evidence(trace=told)).runnable is not None


@given(found=nouns(Inventory), dress=nouns(Styling), used=_traces())
def test_whatever_a_page_shows(folder: Path, found: Inventory, dress: Styling, used: Trace) -> None:
    judged(folder, evidence(perception=perception(inventory=found, styling=dress), trace=used))


@given(shapes=st.tuples(*[nouns(Layout)] * 3), put=nouns(PageLayout))
def test_however_it_is_laid_out(folder: Path, shapes: tuple[Layout, Layout, Layout], put: PageLayout) -> None:
    desktop, tablet, mobile = shapes
    looks = perception(views=views(desktop=desktop, tablet=tablet, mobile=mobile), composition=put)
    judged(folder, evidence(perception=looks))


@given(
    told=nouns(
        StaticPerception,
        loaded=True,
        views=st.just(views()),
        inventory=st.just(inventory()),
        styling=st.just(styling()),
    )
)
def test_whatever_it_says_on_the_side(folder: Path, told: StaticPerception) -> None:
    judged(folder, evidence(perception=told, trace=trace()))


@given(
    told=nouns(StaticPerception),
    leaf=st.sampled_from(("dashboard", "action", "converter", "product-landing", "code-playground")),
)
def test_whatever_comes_of_looking_at_it(folder: Path, told: StaticPerception, leaf: str) -> None:
    if told.loaded and not (told.crashed or told.unusable):  # whole evidence has a picture of every width
        told = told.model_copy(
            update={"views": views(), "inventory": told.inventory or inventory(), "styling": styling()}
        )
    judged(folder, evidence(perception=told), leaf)


@given(
    source=st.lists(
        st.one_of(
            raw_texts(),
            texts(),
            st.sampled_from(
                ("<", ">", "<!--", "<script>", "</", "<a b='", "<![CDATA[", "<svg", "&#x0;", "&#99999999999;")
            ),
        )
    ).map("".join)
)
def test_whatever_its_source_is(source: str) -> None:
    text = source.encode(errors="replace").decode()
    assert isinstance(find_cut_off(text), str)
    assert isinstance(quoted_names(text), frozenset)


def test_the_three_widths_are_those_of_the_builders() -> None:
    assert {view.viewport for view in views()} == set(VIEWPORTS)
