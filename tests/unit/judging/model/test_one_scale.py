"""Severities, their costs and the meaning of final scores agree in every prompt that the judge sends."""

import re
from pathlib import Path

import pytest

from pytest_cookie.judging.model.static_opinion import grade_severity
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import PROMPTS, Item

_COST = re.compile(r"^  (critical|major|minor), (\d\.\d) to (\d\.\d): (.*)$", re.MULTILINE)


@pytest.fixture
def prompts(http_judge: HttpJudge, tmp_path: Path) -> dict[str, str]:
    """The system prompts as they were sent, by the form of the reply."""
    http_judge.judge(Item(tmp_path))
    return {name: asked.messages[0].text for name, asked in http_judge.asked.items()}


@pytest.fixture
def costs(prompts: dict[str, str]) -> dict[str, tuple[float, float]]:
    return {name: (float(low), float(high)) for name, low, high, _ in _COST.findall(prompts["score_adjustment"])}


def test_every_cost_has_one_severity(costs: dict[str, tuple[float, float]]):
    assert sorted(costs) == ["critical", "major", "minor"]
    assert costs["minor"][1] + 0.1 == pytest.approx(costs["major"][0])
    assert costs["major"][1] + 0.1 == pytest.approx(costs["critical"][0])
    for severity, (low, high) in costs.items():
        assert (grade_severity(low), grade_severity(high)) == (severity, severity)


def test_levels_mean_the_same_where_they_are_given(prompts: dict[str, str]):
    levels = {8: "yes, as it is", 6: "yes, after small repairs", 4: "as a beginning", 2: "no"}
    for level, accepted in levels.items():
        for name in ("static_scoring", "score_adjustment"):
            assert f"\n| {level} | {accepted} | " in prompts[name]
        assert f"{level}: {accepted}; " in PROMPTS.step_scoring.text


def test_severities_are_described_alike_where_they_are_given_and_where_they_cost(prompts: dict[str, str]):
    for severity, *_, described in _COST.findall(prompts["score_adjustment"]):
        first = re.split(r" \(about|\. ", described)[0].rstrip(".")
        assert f"`{severity}`: {first}" in prompts["problem_detection"]


def test_stage_one_deducts_on_the_same_scale(prompts: dict[str, str], costs: dict[str, tuple[float, float]]):
    for text in (prompts["static_scoring"], PROMPTS.step_scoring.text):
        assert f"{costs['major'][0]} to {costs['major'][1]}" in text
        assert f"{costs['critical'][0]} or more" in text
        assert re.search(rf"0\.\d to {costs['minor'][1]}\b", text)
