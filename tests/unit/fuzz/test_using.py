"""The explorer plans, types and compares without an error, whatever the page contains."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.layout_jumps.watch import find_layout_jumps
from pytest_cookie.checks.registry import make_crawler
from pytest_cookie.core.action import Action
from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.trace import Change, Coverage, Step
from pytest_cookie.exploration.agent.control_list import ControlList
from pytest_cookie.exploration.agent.observation import Observer
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent.settings import AgentSettings
from pytest_cookie.exploration.agent.window_pictures import WindowPictures
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.crawler import test_data as plausible
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.change import compare
from pytest_cookie.exploration.page_facts import Detail, PageFacts
from pytest_cookie.exploration.perception.contrast import text_contrast
from pytest_cookie.exploration.pictures import decode_pixels
from pytest_cookie.exploration.trace_summary import summarize
from tests.unit.exploration.agent.scripted import PROMPTS, text_of
from tests.unit.exploration.pages import case, picture
from tests.unit.fuzz.strategies import actions, nouns, observations, texts

_REFS = ("e1", "e2", "e3", "e4")
_TYPES = (
    "", "text", "number", "range", "email", "url", "date", "month", "week", "time", "datetime-local", "color",
    "password", "search", "tel", "file", "checkbox")  # fmt: skip
_CONTROLS = st.lists(
    nouns(Control, ref=st.sampled_from(_REFS), input_type=st.one_of(st.sampled_from(_TYPES), texts())),
    max_size=4,
    unique_by=lambda one: one.ref,
).map(tuple)
_AROUND = nouns(PageFacts, details=st.fixed_dictionaries({}, optional=dict.fromkeys(_REFS, nouns(Detail))))
_FIELDS = st.sampled_from(_TYPES).flatmap(
    lambda kind: nouns(Control, tag=st.sampled_from(("input", "textarea", "select")), input_type=kind)
)
_ACTION: TypeAdapter[Action] = TypeAdapter(Action)
_STEPS = nouns(Step, action=actions(ref=st.sampled_from(("", *_REFS))), change=nouns(Change))


def _view(seen: Observation, around: PageFacts, last: Step | None, left: int) -> View:
    return View(
        observation=seen, page_facts=around, last=last, steps_left=left, seconds_left=20.0, page_seconds_left=20.0
    )


@given(field=_FIELDS, detail=nouns(Detail), language=st.sampled_from(LANGUAGES), nth=st.integers(0, 50))
def test_every_field_gets_values(field: Control, detail: Detail, language: str, nth: int) -> None:
    for value_of in (plausible.valid_value, plausible.further_value):
        assert isinstance(value_of(field, detail, language, nth=nth), str)
    assert isinstance(plausible.other_value(field, detail, language), str)
    plausible.wrong_value(field, detail)
    if plausible.is_dated(field):
        assert isinstance(plausible.earlier_value(field, detail, language), str)


@given(text=texts(), cells=st.lists(texts(), max_size=5))
def test_a_search_is_for_a_word_or_nothing(text: str, cells: list[str]) -> None:
    assert isinstance(plausible.search_term(text, cells), str)


@given(
    turns=st.lists(
        st.tuples(observations(controls=_CONTROLS), _AROUND, _STEPS, st.integers(1, 40)), min_size=1, max_size=4
    )
)
def test_the_crawler_always_knows_what_to_do(turns: list[tuple[Observation, PageFacts, Step, int]]) -> None:
    crawler, last = make_crawler(), None
    for seen, around, step, left in turns:
        decision = crawler.decide(case(), _view(seen, around, last, left))
        assert _ACTION.validate_json(decision.action.model_dump_json().encode()) == decision.action
        last = step.model_copy(update={"action": decision.action})


@given(
    seen=observations(controls=_CONTROLS),
    around=_AROUND,
    last=st.one_of(st.none(), _STEPS),
    scale=st.sampled_from((0.1, 0.5, 1.0)),
)
def test_an_agent_is_shown_it(seen: Observation, around: PageFacts, last: Step | None, scale: float) -> None:
    references = References()
    pictures = WindowPictures(references, AgentSettings(marks=False))
    observer = Observer(PROMPTS, ControlList(references, Counter()), pictures)
    view = _view(seen, around, last, 5)
    assert text_of(observer.whole(view, scale=scale)).encode()
    assert text_of(observer.update(view, scale=scale)).encode()


@given(
    before=observations(controls=_CONTROLS),
    after=observations(controls=_CONTROLS),
    action=actions(),
    around=st.lists(nouns(Box), max_size=2),
)
def test_two_moments_can_be_compared(
    before: Observation, after: Observation, action: Action, around: list[Box]
) -> None:
    quiet = BackgroundChanges.between(before, after)
    change = compare(before, after, quiet=quiet, around=tuple(around))
    find_layout_jumps(action, before, after, quiet)
    compare(before, after)
    assert Change.model_validate_json(change.model_dump_json().encode()) == change


@given(steps=st.lists(_STEPS, max_size=4), coverage=nouns(Coverage))
def test_an_exploration_can_be_told(steps: list[Step], coverage: Coverage) -> None:
    assert summarize(tuple(steps), coverage, "finished").encode()


@given(box=nouns(Box), ink=texts())
def test_the_contrast_of_any_box_is_a_ratio_or_nothing(box: Box, ink: str) -> None:
    ratio = text_contrast(decode_pixels(picture((10, 10, 400, 300))), box, ink)
    assert ratio is None or 1 <= ratio <= 21
