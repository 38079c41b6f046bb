"""What keeps two runs from being compared, and what does not."""

from pytest_cookie.core.record import Manifest
from pytest_cookie.records.comparability import mismatches
from tests.synthetic_run import make_manifest, make_record

OPTIONS = {"max_steps": 50, "film": True, "numprocesses": 2, "keyword": "", "reports": "reports"}
ALIKE = make_manifest().model_copy(update={"options": OPTIONS, "prompts": {"judge": "rubric v1 aa"}})


def differing(b: Manifest, *, judge: str = "measured", a: Manifest = ALIKE) -> list[str]:
    found = mismatches(a, b, [make_record()], [make_record(judge=judge)])
    return [str(mismatch) for mismatch in found]


def with_options(**options: object) -> Manifest:
    return ALIKE.model_copy(update={"options": OPTIONS | options})


def test_alike_is_alike_however_it_was_run():
    assert differing(ALIKE) == []
    other_machine = {"version": "9", "started": "x", "browser": "other", "platform": "other", "models": ("x",)}
    assert differing(ALIKE.model_copy(update=other_machine)) == []
    assert differing(with_options(numprocesses=8, keyword="games", reports="elsewhere", film=False)) == []


def test_judge_and_agent_are_those_of_the_records():
    # the manifest still has the judge `measured`: the run was judged again
    assert differing(ALIKE, judge="acme/judge") == ["judge: measured in A, acme/judge in B"]
    two = mismatches(ALIKE, ALIKE, [make_record()], [make_record(), make_record(agent="x")])
    assert [str(mismatch) for mismatch in two] == ["agent: crawler in A, crawler and x in B"]


def test_seed_prompts_and_options_that_move_scores():
    b = ALIKE.model_copy(update={"seed": 7, "prompts": {"judge": "rubric v2 bb", "explore": "agent v1 cc"}})
    assert differing(b) == [
        "seed: 0 in A, 7 in B",
        "prompts of explore: none in A, agent v1 cc in B",
        "prompts of judge: rubric v1 aa in A, rubric v2 bb in B",
    ]
    assert differing(with_options(max_steps=20)) == ["option max_steps: 50 in A, 20 in B"]
    here, there = ({"coding_packages": folder, "scaffold": "ab"} for folder in ("mine", "/srv/mine"))
    a = with_options(**here)
    assert differing(with_options(**there), a=a) == []
    assert differing(with_options(**here | {"scaffold": "cd"}), a=a) == ["option scaffold: ab in A, cd in B"]
    # an older manifest does not know the option
    assert differing(with_options(new_option=3)) == []


def test_a_model_against_ready_files_is_told_as_that():
    asked = ALIKE.model_copy(update={"prompts": ALIKE.prompts | {"generate": "page v1 dd"}})
    assert differing(asked) == ["pages: ready-made files in A, generated, page v1 dd in B"]
    assert differing(ALIKE, a=asked) == ["pages: generated, page v1 dd in A, ready-made files in B"]


def test_a_film_matters_to_a_judge_that_sees_it():
    film = with_options(film=False)
    records = [make_record(judge="acme/judge")]
    assert [str(mismatch) for mismatch in mismatches(ALIKE, film, records, records)] == [
        "option film: True in A, False in B"
    ]


def test_suites_are_told_apart_by_the_digests_of_their_cases():
    cases = dict(ALIKE.cases)
    first, second, *_ = cases
    changed = ALIKE.model_copy(update={"cases": cases | {first: "1" * 64}})
    assert differing(changed) == [f"text or labels of {first}: one version in A, another in B"]
    del cases[second]
    more = ALIKE.model_copy(update={"cases": cases | {f"new-{number}": "0" for number in range(7)}})
    assert differing(more) == [
        f"cases that the other lacks: {second} in A, new-0, new-1, new-2, new-3, new-4 and 2 more in B"
    ]
