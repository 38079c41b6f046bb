"""What keeps a run from being continued, and what does not."""

import pytest

from pytest_cookie.core.record import Manifest
from pytest_cookie.records.continuity import changes, continued
from tests.synthetic_run import make_manifest

OPTIONS = {"max_steps": 50, "film": True, "numprocesses": 2, "keyword": "", "cookie_judge": "measured"}
BEGUN = make_manifest().model_copy(
    update={"options": OPTIONS, "prompts": {"judge": "rubric v1 aa"}, "judge_version": "measured 7", "planned": 12}
)
FIRST, SECOND, *_ = BEGUN.cases


def changed(**fields: object) -> Manifest:
    return BEGUN.model_copy(update=fields)


@pytest.mark.parametrize(
    "now",
    [
        BEGUN,
        changed(version="9", started="x", browser="other", python="4", platform="other", planned=3),
        changed(options=OPTIONS | {"numprocesses": 8, "keyword": "games", "cookie_judge": "acme/j", "new_option": 1}),
        changed(models=tuple(reversed(BEGUN.models))),
    ],
)
def test_how_it_is_run_and_which_items_may_differ(now: Manifest):
    assert changes(BEGUN, now) == ()


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (changed(judge="acme/j"), "judge: measured when the run was begun, acme/j now"),
        (changed(judge_version="measured 8"), "judge version: measured 7 when the run was begun, measured 8 now"),
        (changed(agent="acme/a"), "agent: crawler when the run was begun, acme/a now"),
        (changed(seed=7), "seed: 0 when the run was begun, 7 now"),
        (changed(mode="react"), "mode: html when the run was begun, react now"),
        (changed(repeats=3), "repeats: 1 when the run was begun, 3 now"),
        (changed(protocol="auigym"), "protocol: cookie when the run was begun, auigym now"),
        (changed(schema_version=2), "schema version: 1 when the run was begun, 2 now"),
        (
            changed(prompts={"judge": "rubric v2 bb"}),
            "prompts of judge: rubric v1 aa when the run was begun, rubric v2 bb now",
        ),
        (changed(prompts={}), "prompts of judge: rubric v1 aa when the run was begun, none now"),
        (changed(options=OPTIONS | {"max_steps": 20}), "option max_steps: 50 when the run was begun, 20 now"),
        (changed(options=OPTIONS | {"film": False}), "option film: True when the run was begun, False now"),
        (
            changed(models=(BEGUN.models[0], "acme/new")),
            f"models that only one has: {BEGUN.models[1]} when the run was begun, acme/new now",
        ),
        (
            changed(cases=BEGUN.cases | {FIRST: "another"}),
            f"text or labels of {FIRST}: one version when the run was begun, another now",
        ),
        (
            changed(cases={case: digest for case, digest in BEGUN.cases.items() if case != FIRST} | {"new": "0"}),
            f"cases that only one has: {FIRST} when the run was begun, new now",
        ),
    ],
    ids=lambda value: value.partition(":")[0] if isinstance(value, str) else "",
)
def test_what_its_items_have_in_common_may_not(now: Manifest, told: str):
    assert [str(change) for change in changes(BEGUN, now)] == [told]


def test_what_an_older_manifest_does_not_know_is_not_held_against_it():
    older = changed(judge_version="", options={"max_steps": 50})
    assert changes(older, BEGUN) == ()


@pytest.mark.parametrize(
    ("before", "now", "kept"),
    [
        (("games", ""), ("", ""), ("games", "")),
        (("", ""), ("games", "easy"), ("", "")),
        (("games", ""), ("tools", "easy"), ("games | tools", "easy")),
        (("games", ""), ("games", ""), ("games", "")),
    ],
)
def test_what_a_run_was_selected_by_stays_known(before: tuple[str, str], now: tuple[str, str], kept: tuple[str, str]):
    a, b = (changed(options=OPTIONS | {"keyword": one[0], "markexpr": one[1]}) for one in (before, now))
    options = continued(a, b, ()).options
    assert (options["keyword"], options["markexpr"]) == kept


def test_a_continued_run_is_the_one_that_was_begun_and_what_is_new():
    now = changed(
        started="later", browser="newer", models=("acme/new",), cases={SECOND: "another", "x": "1"}, planned=1
    )
    found = changes(BEGUN, now)
    whole = continued(BEGUN, now, found)
    assert (whole.started, whole.browser, whole.planned) == (BEGUN.started, BEGUN.browser, 12)
    assert whole.models == (*BEGUN.models, "acme/new")
    assert list(whole.cases) == [*BEGUN.cases, "x"]
    assert (whole.cases[FIRST], whole.cases[SECOND]) == (BEGUN.cases[FIRST], "another")
    (session,) = whole.continued
    assert (session.started, session.browser, session.changed) == ("later", "newer", tuple(map(str, found)))
    assert [one.started for one in continued(whole, changed(started="last"), ()).continued] == ["later", "last"]
