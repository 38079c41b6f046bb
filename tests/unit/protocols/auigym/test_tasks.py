"""The tasks of the built-in applications, and invalid tasks of a user."""

from collections import Counter

import pytest
from pydantic import ValidationError

from pytest_cookie.dataset import load_cases
from pytest_cookie.generation.ready_files import SampleFiles
from pytest_cookie.protocols.auigym.protocol import PROTOCOL
from pytest_cookie.protocols.auigym.tasks import KINDS, TaskFields

assert PROTOCOL.cases is not None
assert PROTOCOL.samples is not None
CASES = load_cases(PROTOCOL.cases, extra=TaskFields)
SAMPLES = SampleFiles(PROTOCOL.samples)
TASK = {
    "id": "open", "kind": "core", "do": "Open it.", "outcome": "It is open.", "checker": 'visible("#box")',
    "solution": [{"kind": "click", "selector": "#open"}],
}  # fmt: skip


def test_there_are_six_applications_of_six_kinds_with_ten_tasks_each():
    fields = [TaskFields.model_validate(case.fields) for case in CASES]
    assert sorted(each.tag for each in fields) == ["app", "game", "interactive", "landing", "tool", "utility"]
    assert [len(each.tasks) for each in fields] == [10] * 6
    kinds = Counter(task.kind for each in fields for task in each.tasks)
    assert set(kinds) == set(KINDS)
    assert all(2 <= sum(task.broken for task in each.tasks) <= 4 for each in fields)


def test_each_has_a_good_and_a_broken_version():
    for case in CASES:
        for version in ("polished", "flawed"):
            with SAMPLES.open(case.id, f"sample/{version}") as folder:
                assert folder is not None
                assert (folder / "index.html").is_file(), case.id


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"checker": "document.title"}, "unexpected"),
        ({"checker": 'text("#a") > 3'}, "use number"),
        ({"solution": [{"kind": "click"}] * 21}, "at most 20"),
        ({"solution": [{"kind": "fly"}]}, "fly"),
        ({"kind": "odd"}, "core"),
        ({"id": "Open It"}, "pattern"),
        ({"hint": "x"}, "Extra inputs"),
    ],
)
def test_a_wrong_task_is_refused(change, message):
    with pytest.raises(ValidationError, match=message):
        TaskFields.model_validate({"tag": "tool", "tasks": [{**TASK, **change}]})


def test_two_tasks_with_one_id_are_refused():
    with pytest.raises(ValidationError, match="two tasks have the id open"):
        TaskFields.model_validate({"tag": "tool", "tasks": [TASK, TASK]})
