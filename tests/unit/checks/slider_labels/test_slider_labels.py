"""Sliders whose value labels stay: how they are seen, told and judged."""

from pytest_cookie.checks.slider_labels.fact import SliderFact, StaleLabel
from pytest_cookie.checks.slider_labels.judge import find_stale_values
from pytest_cookie.checks.slider_labels.watch import SliderWatch, find_stale_labels
from pytest_cookie.core.action import Hold
from pytest_cookie.core.page import Box
from pytest_cookie.core.trace import Change
from pytest_cookie.exploration.agent.change_text import summarize_step
from pytest_cookie.exploration.watch import Act, watch_all
from pytest_cookie.judging.model.prompt_sections import describe_changes
from tests.unit.exploration.pages import control, observation, text
from tests.unit.judging.evidence_builders import page_in_use, step


def slider(value: str, said: str):
    mass = control("m", "slider", f"Mass {said}", value=value, box=Box(x=10, y=40, width=200, height=20))
    return observation(controls=(mass,), elements={"label": text("Mass"), "label>b": text(said, box=(60, 10, 40, 20))})


def test_a_readout_that_stays_though_its_slider_moves():
    assert find_stale_labels(slider("1", "1.0 kg"), slider("1.5", "1.0 kg")) == (
        StaleLabel(control="Mass 1.0 kg", text="1.0 kg"),
    )
    assert find_stale_labels(slider("1", "1.0 kg"), slider("1.5", "1.5 kg")) == ()
    assert find_stale_labels(slider("1", "1.0 kg"), slider("1", "1.0 kg")) == ()


def test_the_end_of_a_scale_is_no_readout():
    assert find_stale_labels(slider("1", "1"), slider("2", "1")) == ()
    assert find_stale_labels(slider("0", "0 %"), slider("2", "0 %")) == ()


def test_another_sliders_readout_below_is_none_of_this_one():
    def page(value: str):
        mass = control("m", "slider", "Mass", value=value, box=Box(x=10, y=40, width=200, height=20))
        return observation(controls=(mass,), elements={"next": text("1.0 m", box=(60, 80, 40, 20))})

    assert find_stale_labels(page("1"), page("1.5")) == ()


def test_agents_and_judging_models_read_of_it():
    act = Act(Hold(ref="m"), slider("1", "1.0 kg"), slider("1.5", "1.0 kg"))
    moved = step(0, change=Change(seen=True, facts=watch_all({"slider-labels": SliderWatch()}, act)))
    stored = type(moved).model_validate_json(moved.model_dump_json(exclude_defaults=True))
    for known in (moved, stored):
        assert describe_changes(known) == ["stale: Mass 1.0 kg: 1.0 kg"]
        assert 'text that still says the old value: "Mass 1.0 kg: 1.0 kg"' in summarize_step(known, "Hold")


def test_a_label_that_stays_is_a_blemish_told_once():
    fact = SliderFact(stale=(StaleLabel(control="Mass", text="1.0 kg"),))
    moved = step(0, "hold", ref="b1", role="slider", change=Change(seen=True, facts={"slider-labels": fact}))
    defects = find_stale_values(page_in_use(moved, moved.model_copy(update={"index": 1})))
    assert [(defect.severity, defect.step) for defect in defects] == [("minor", 0)]
