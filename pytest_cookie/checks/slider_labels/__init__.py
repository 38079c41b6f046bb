"""Slider labels: the text that shows a slider's value follows when the slider moves."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.slider_labels.fact import SliderFact
from pytest_cookie.checks.slider_labels.judge import STALE_SLIDER_VALUE, find_stale_values
from pytest_cookie.checks.slider_labels.watch import SliderWatch

CHECK = Check(
    id="slider-labels",
    item="3",
    find=find_stale_values,
    kinds=(STALE_SLIDER_VALUE,),
    fact=SliderFact,
    watch=SliderWatch,
)
