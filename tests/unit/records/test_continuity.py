"""What keeps a run from being continued, and what does not."""

import pytest

from pytest_cookie.core.record import Manifest
from pytest_cookie.records.continuity import compare_manifests, update_manifest
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
    assert compare_manifests(BEGUN, now) == ()


DIFFERING = (
    (changed(judge="acme/j"), "judge: originally measured, now acme/j"),
    (changed(judge_version="measured 8"), "judge version: originally measured 7, now measured 8"),
    (changed(agent="acme/a"), "agent: originally crawler, now acme/a"),
    (changed(seed=7), "seed: originally 0, now 7"),
    (changed(mode="react"), "mode: originally html, now react"),
    (changed(repeats=3), "repeats: originally 1, now 3"),
    (changed(protocol="auigym"), "protocol: originally cookie, now auigym"),
    (changed(protocol_version="2"), "protocol version: originally 1, now 2"),
    (
        changed(prompts={"judge": "rubric v2 bb"}),
        "prompts of judge: originally rubric v1 aa, now rubric v2 bb",
    ),
    (changed(prompts={}), "prompts of judge: originally rubric v1 aa, now none"),
    (changed(options=OPTIONS | {"max_steps": 20}), "option max_steps: originally 50, now 20"),
    (changed(options=OPTIONS | {"film": False}), "option film: originally True, now False"),
    (
        changed(models=(BEGUN.models[0], "acme/new")),
        f"models in only one: originally {BEGUN.models[1]}, now acme/new",
    ),
    (
        changed(cases=BEGUN.cases | {FIRST: "another"}),
        f"text or labels of {FIRST}: originally one version, now another",
    ),
    (
        changed(cases={case: digest for case, digest in BEGUN.cases.items() if case != FIRST} | {"new": "0"}),
        f"cases in only one: originally {FIRST}, now new",
    ),
)


def test_what_its_items_have_in_common_may_not(subtests: pytest.Subtests):
    for now, told in DIFFERING:
        with subtests.test(now=now):
            assert [str(change) for change in compare_manifests(BEGUN, now)] == [told]


def test_what_an_older_manifest_does_not_know_is_not_held_against_it():
    older = changed(judge_version="", options={"max_steps": 50})
    assert compare_manifests(older, BEGUN) == ()


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
    a, b = (
        changed(options=OPTIONS | {"keyword": selection[0], "markexpr": selection[1]}) for selection in (before, now)
    )
    options = update_manifest(a, b, ()).options
    assert (options["keyword"], options["markexpr"]) == kept


def test_a_continued_run_is_the_one_that_was_begun_and_what_is_new():
    now = changed(
        started="later", browser="newer", models=("acme/new",), cases={SECOND: "another", "x": "1"}, planned=1
    )
    found = compare_manifests(BEGUN, now)
    whole = update_manifest(BEGUN, now, found)
    assert (whole.started, whole.browser, whole.planned) == (BEGUN.started, BEGUN.browser, 12)
    assert whole.models == (*BEGUN.models, "acme/new")
    assert list(whole.cases) == [*BEGUN.cases, "x"]
    assert (whole.cases[FIRST], whole.cases[SECOND]) == (BEGUN.cases[FIRST], "another")
    (session,) = whole.continued
    assert (session.started, session.browser, session.changed) == ("later", "newer", tuple(map(str, found)))
    assert [session.started for session in update_manifest(whole, changed(started="last"), ()).continued] == [
        "later",
        "last",
    ]
