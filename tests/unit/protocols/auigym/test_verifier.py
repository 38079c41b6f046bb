"""What a verifier's reply becomes: checkers are parsed; missing or invalid ones are unsupported, with a reason."""

import pytest
from pydantic import JsonValue

from pytest_cookie.core.spend import Spend
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.auigym.verifier import MAX_SOURCE, Verifier, read_source
from tests.scripted_model import ScriptedModel

TASKS = tuple(Task(id=name, kind="core", do=f"Do {name}.", outcome="Done.") for name in ("a", "b"))


class FakePage:
    """A page as loaded, where `#early` exists and `:contains` is not CSS."""

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        assert outside
        assert isinstance(argument, dict)
        asked = [query["subject"] for query in argument["queries"]]  # type: ignore[index, call-overload, union-attr]
        return [{"invalid": True} if ":contains" in str(one) else one == "#early" for one in asked]


def row(task: str, checker: str = 'exists("#x")', *, supported: bool = True, reason: str = "why") -> dict:
    return {"id": task, "supported": supported, "checker": checker, "reason": reason}


def verify(*replies: dict):
    chat = ScriptedModel(*replies, spend=Spend(calls=1))
    verification, spend = Verifier("openai/any", chat, {}).verify(TASKS, "<p>", ["#x | p"], FakePage())
    return verification.tasks, spend.calls, chat


def test_supported_and_unsupported_tasks():
    tasks, calls, _ = verify({"tasks": [row("a"), row("b", "", supported=False, reason="no button")]})
    assert [(task.supported, task.checker, task.reason) for task in tasks] == [
        (True, 'exists("#x")', "why"),
        (False, "", "no button"),
    ]
    assert calls == 1


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ([row("a", "document.title == 'x'"), row("b")], "checker is invalid"),
        ([row("a", "eval('1')"), row("b")], "checker is invalid"),
        ([row("a", ""), row("b")], "checker is invalid"),
        ([row("a", 'text("#a") matches "("'), row("b")], "checker is invalid"),
        ([row("a", 'exists("p:contains(x)")'), row("b")], "not a CSS selector"),
        ([row("b")], "did not answer"),
        ([row("z"), row("b")], "did not answer"),
    ],
)
def test_a_fault_is_sent_back_once_and_then_costs_support(wrong, reason):
    tasks, calls, chat = verify({"tasks": wrong})
    assert calls == 2
    assert "a:" in chat.requests[1].messages[-1].parts[-1].text  # type: ignore[union-attr]
    assert (tasks[0].supported, tasks[0].checker) == (False, "")
    assert reason in tasks[0].reason
    assert tasks[1].supported


def test_a_checker_that_is_true_too_early_is_sent_back_and_left_to_the_run():
    tasks, calls, chat = verify({"tasks": [row("a", 'exists("#early")'), row("b")]})
    assert "a: the checker is already true" in chat.requests[1].messages[-1].parts[-1].text  # type: ignore[union-attr]
    assert (calls, tasks[0].supported, tasks[0].checker) == (2, True, 'exists("#early")')


def test_a_repaired_checker_counts():
    tasks, calls, _ = verify({"tasks": [row("a", "oops"), row("b")]}, {"tasks": [row("a"), row("b")]})
    assert (calls, [task.supported for task in tasks]) == (2, [True, True])


def test_the_source_is_its_text_files_and_is_bounded(tmp_path):
    (tmp_path / "index.html").write_text("<p>page</p>")
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "app.js").write_text("let n = 0")
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    assert read_source(tmp_path) == "--- index.html\n<p>page</p>\n--- js/app.js\nlet n = 0"
    (tmp_path / "index.html").write_text("x" * (MAX_SOURCE + 5))
    assert read_source(tmp_path).endswith("left out)")
    assert read_source(None) == ""
