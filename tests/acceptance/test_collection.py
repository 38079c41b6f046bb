"""Cases become items: ids, order, selection."""

from collections.abc import Callable
from pathlib import Path

import pytest

MODELS = ("--model=sample/polished", "--model=sample/flawed")
Collect = Callable[..., list[str]]


def test_ids_say_what_an_item_is(collected: Collect):
    ids = collected("--model=sample/polished", "-k", "moth")
    assert ids == ["games-action-medium-en-moth-and-lanterns-html-r1-sample-polished"]


def test_every_model_and_repeat_has_its_item_in_a_stable_order(collected: Collect):
    ids = collected(*MODELS, "--cookie-repeats", "2")
    assert len(ids) == len(set(ids))
    moths = [name.split("moth-and-lanterns-", 1)[1] for name in ids if "moth" in name]
    assert moths == [
        "html-r1-sample-polished",
        "html-r2-sample-polished",
        "html-r1-sample-flawed",
        "html-r2-sample-flawed",
    ]
    assert collected(*MODELS, "--cookie-repeats", "2") == ids


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (("-k", "games and medium"), {"moth-and-lanterns"}),
        (("-m", "cookie(domain='analytics', difficulty='hard', language='en')"), {"bike-share-ops"}),
        (("-m", "cookie(language='de')"), {"backrezept-umrechner"}),
        (("-m", "simulation and hard"), {"coupled-pendulums"}),
        (("-m", "static and zh"), {"qingyu-air-monitor"}),
        (("-m", "cookie(domain='games', difficulty='hard')"), set()),
    ],
)
def test_labels_select(collected: Collect, selection: tuple[str, str], expected: set[str]):
    ids = collected("--model=sample/polished", *selection)
    ours = ("moth-and-lanterns", "bike-share-ops", "backrezept-umrechner", "coupled-pendulums", "qingyu-air-monitor")
    assert {name for name in ours if any(name in item for item in ids)} == expected
    if not expected:
        assert ids == []


def test_a_label_word_inside_a_model_id_selects_nothing(pytester: pytest.Pytester):
    Path(pytester.path / "page.html").write_text("<p>Hello")
    Path(pytester.path / "cases.yaml").write_text(
        "- {id: one, leaf: article, language: en, brief: b, artifact: page.html,"
        " complexity: {functional_logic: 1, page_interaction: 1, data_system: 1, visual_design: 1,"
        " user_experience: 1, dynamic_simulation: 1}}"
    )
    result = pytester.runpytest_inprocess("--cookie-cases", "cases.yaml", "--collect-only", "-q", "-k", "hard")
    result.stdout.fnmatch_lines(["*1 deselected*"])


def test_workers_collect_the_same(project):
    project.page("good.html")
    for name in ("b-second", "a-first"):
        project.case(name, "good.html")
    result = project.run("-n", "2", "--collect-only", "-q")
    ids = [line for line in result.outlines if "test_artifact[" in line]
    assert ["a-first" in line for line in ids] == [True, False]
    assert not (project.path / "run").exists()
