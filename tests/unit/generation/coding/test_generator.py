"""The loop from brief to artifact: feedback to the model, when its work ends, and which files count."""

import json
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.errors import BuildError, GenerationError
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.generation.coding.agent import CodingAgent
from pytest_cookie.generation.coding.conversation import CodingConversation
from pytest_cookie.generation.coding.generator import CodingGenerator
from pytest_cookie.generation.coding.settings import CodingBudget
from pytest_cookie.generation.react.scaffold import Scaffold
from pytest_cookie.llm.errors import BudgetSpentError, ContextTooLongError, ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.replay import request_key
from pytest_cookie.llm.tool_outcomes import NOT_KEPT, ToolOutcomes
from pytest_cookie.sandbox.builder import BuildReport
from tests.unit.generation.coding.desks import CALL, CASE, PROMPTS, TINY, Answer, Scripted, WordBuilder, desk, says

GOOD = ("create_file", {"path": "src/app.mjs", "content": "export const App = () => 'Books'\n"})
BAD = ("create_file", {"path": "src/app.mjs", "content": "BROKEN\n"})
BUILD, FINISH = ("build", {}), ("finish", {"summary": "A shelf of books."})


def generate(
    item: Path, *answers: Answer, budget: CodingBudget | None = None, builder: object = None, scaffold: Scaffold = TINY,
    outcomes: ToolOutcomes = NOT_KEPT,
) -> tuple[Artifact, Scripted]:  # fmt: skip
    chat = Scripted(list(answers))
    builder, budget = builder or WordBuilder(), budget or CodingBudget()
    generator = CodingGenerator(
        "openai/any", chat, PROMPTS, scaffold, builder, {"temperature": 0.5}, budget, outcomes=outcomes
    )
    key = ItemKey(case="c", model="openai/any", mode="react", repeat=2)
    return generator.generate(CASE, key, item / "artifact"), chat


def transcript(item: Path) -> list[dict]:
    return [json.loads(line) for line in (item / "coding.jsonl").read_text().splitlines()]


def end(item: Path) -> dict:
    return transcript(item)[-1]["end"]


def app(item: Path) -> str:
    return (item / "artifact" / "src" / "app.mjs").read_text()


def test_a_build_error_is_heard_and_mended(tmp_path: Path):
    artifact, chat = generate(tmp_path, says("I begin.", BAD, BUILD), says("", GOOD, BUILD), says("", FINISH))
    assert "It does not build (syntax in src/app.mjs:1:1)" in chat.heard(1)[-1]
    assert chat.heard(2)[-1].startswith("It builds")
    assert (artifact.needs_build, artifact.entry, artifact.problem) == (True, "index.html", None)
    assert "Books" in app(tmp_path)
    assert {file.path for file in artifact.files} == {"package.json", "build.mjs", "index.html", "src/app.mjs"}
    assert artifact.spend == CALL + CALL + CALL
    assert artifact.prompt == PROMPTS.identity
    assert artifact.replies == ("coding.jsonl",)
    assert end(tmp_path) == {"why": "done", "turns": 3, "tokens": 3_000, "builds": 2}


def test_the_model_is_told_the_brief_the_files_and_the_packages(tmp_path: Path):
    _, chat = generate(tmp_path, says("", GOOD, FINISH))
    request = chat.asked[0]
    system, opening = ("".join(p.text for p in message.parts if isinstance(p, Text)) for message in request.messages)
    assert "finish" in system
    assert opening.startswith("A shelf of books {{ files }}\n")
    assert "build.mjs  (read-only)\nindex.html\n" in opening
    assert (request.purpose, request.repeat, request.parameters) == ("generate", 2, {"temperature": 0.5})
    assert len(request.tools) == 15


def test_the_talk_is_kept_with_what_was_built(tmp_path: Path):
    generate(tmp_path, says("", BAD, BUILD), says("", GOOD), says("All done."))
    lines = transcript(tmp_path)
    assert [line["role"] for line in lines if "role" in line] == [
        "system", "user", "assistant", "tool", "tool", "assistant", "tool", "assistant",
    ]  # fmt: skip
    builds = [line["build"] for line in lines if "build" in line]
    assert [build["failure"] and build["failure"]["kind"] for build in builds] == ["syntax", None]


def test_a_model_that_only_says_that_it_is_done_is_done_if_it_builds(tmp_path: Path):
    artifact, chat = generate(tmp_path, says("", BAD), says("Done!"), says("", GOOD), says("Now it is."))
    nudge = "".join(part.text for part in chat.asked[2].messages[-1].parts if isinstance(part, Text))
    assert "cannot be finished while it does not build" in nudge
    assert "Go on with tool calls" in nudge
    assert end(tmp_path)["why"] == "done"
    assert artifact.problem is None


def test_every_call_is_answered_whatever_becomes_of_it(tmp_path: Path):
    calls = [("rm", {}), ("create_file", '{"path'), ("read_file", {"path": "../x"}), ("update_plan", {"steps": ["a"]})]
    _, chat = generate(tmp_path, says("", *calls), says("", GOOD, FINISH, GOOD))
    heard = chat.heard(1)
    assert heard[0].startswith("Not carried out. there is no such tool")
    assert heard[1] == "Not carried out. the arguments are not valid JSON"
    assert heard[2].startswith("Not done: '../x' leads out of its folder")
    assert heard[3] == "[ ] a"
    asked = [call.id for message in chat.asked[1].messages for call in message.tool_calls]
    answered = [message.tool_call_id for message in chat.asked[1].messages if message.role == "tool"]
    assert answered == asked == [f"call_{n}" for n in range(4)]
    assert transcript(tmp_path)[-2]["text"] == "Not carried out: the project is done."


def test_calls_beyond_a_turns_are_not_carried_out(tmp_path: Path):
    _, chat = generate(tmp_path, says("", GOOD, BAD), says("", FINISH), budget=CodingBudget(calls_a_turn=1))
    assert chat.heard(1)[1] == "Not carried out: there may be 1 calls a turn."
    assert "Books" in app(tmp_path)


def test_the_last_turns_are_announced_and_what_was_good_counts(tmp_path: Path):
    answers = [says("", GOOD, BUILD), says("", BAD, BUILD), says("", ("list_files", {}))]
    artifact, chat = generate(tmp_path, *answers, budget=CodingBudget(turns=3))
    assert chat.heard(1)[-1].endswith("(2 turns are left.)")
    assert chat.heard(2)[-1].endswith("(One turn is left: build and finish.)")
    assert (artifact.problem, end(tmp_path)["why"]) == (None, "turns")
    assert "Books" in app(tmp_path)


def test_what_was_never_built_is_built_at_the_end(tmp_path: Path):
    generate(tmp_path, says("", GOOD), budget=CodingBudget(turns=1))
    assert "Books" in app(tmp_path)
    assert end(tmp_path)["builds"] == 1


def test_work_that_never_built_is_the_artifact_as_it_stands(tmp_path: Path):
    artifact, _ = generate(tmp_path, says("", BAD, BUILD), budget=CodingBudget(turns=1))
    assert (artifact.needs_build, artifact.problem) == (True, None)
    assert app(tmp_path) == "BROKEN\n"


@pytest.mark.parametrize(
    ("answers", "budget", "why"),
    [
        ([says("", GOOD)], CodingBudget(turns=1), "turns"),
        ([says("", GOOD)], CodingBudget(tokens=1_999), "tokens"),
        ([], CodingBudget(seconds=0), "seconds"),
        ([says("", ("nonsense", {}))] * 4, CodingBudget(), "invalid_calls"),
        ([says("I would rather talk.")] * 4, CodingBudget(), "invalid_calls"),
        ([says("", finish="length")] * 4, CodingBudget(), "invalid_calls"),
        ([says("I can't.", finish="refusal")], CodingBudget(), "refusal"),
        ([ContextTooLongError("too long")], CodingBudget(), "context"),
    ],
)
def test_it_ends_in_bounds(tmp_path: Path, answers: list[Answer], budget: CodingBudget, why: str):
    artifact, chat = generate(tmp_path, *answers, budget=budget)
    assert end(tmp_path)["why"] == why
    assert len(chat.asked) == len(answers)
    assert (artifact.problem is None) == (why in ("turns", "tokens"))


def test_a_good_call_between_bad_ones_is_patience_enough(tmp_path: Path):
    bad, good = says("", ("nonsense", {})), says("", ("list_files", {}))
    generate(tmp_path, bad, bad, bad, good, bad, bad, bad, says("", GOOD, FINISH))
    assert end(tmp_path) == {"why": "done", "turns": 8, "tokens": 8_000, "builds": 1}


def test_a_reply_that_was_cut_off_is_told_so(tmp_path: Path):
    cut = says("", ("create_file", '{"path": "a.ts", "content": "x'), finish="length")
    _, chat = generate(tmp_path, cut, says("", GOOD, FINISH))
    assert "cut off by its length limit" in chat.heard(1)[0]


@pytest.mark.parametrize(
    ("answer", "says_why"),
    [
        (says("I can't.", finish="refusal"), "The model refused"),
        (says("", ("nonsense", {})), "The model made no tool call that could be carried out"),
        (says("", ("list_files", {})), "The model made no change to the project"),
    ],
)
def test_an_untouched_project_is_no_artifact(tmp_path: Path, answer: Completion, says_why: str):
    artifact, _ = generate(tmp_path, answer, budget=CodingBudget(turns=1, max_invalid=1))
    assert artifact.problem is not None
    assert (artifact.problem.kind, artifact.files) == ("no_code", ())
    assert artifact.problem.message.startswith(says_why)
    assert artifact.problem.message.endswith("; see coding.jsonl.")
    assert artifact.spend == CALL


def test_what_was_changed_and_changed_back_is_untouched(tmp_path: Path):
    new = ("create_file", {"path": "a.ts", "content": "x"})
    artifact, _ = generate(tmp_path, says("", new, ("delete_file", {"path": "a.ts"})), budget=CodingBudget(turns=1))
    assert artifact.problem is not None


def test_a_provider_that_does_not_answer_is_not_the_models_fault(tmp_path: Path):
    with pytest.raises(GenerationError, match="gone") as caught:
        generate(tmp_path, says("", GOOD), ProviderError("gone", spend=CALL))
    assert caught.value.spend == CALL + CALL
    assert [line.get("role") for line in transcript(tmp_path)][-1] == "tool"
    with pytest.raises(BudgetSpentError) as spent:
        generate(tmp_path, says("", GOOD), BudgetSpentError("no more"))
    assert spent.value.spend == CALL


class NoSandbox(WordBuilder):
    def build(self, sources: Path, into: Path, *, entry: str = "index.html"):
        self.count += 1
        if self.count > 1:
            return super().build(sources, into, entry=entry)
        raise BuildError("bubblewrap is missing")


class OutOfOrder(WordBuilder):
    def build(self, sources: Path, into: Path, *, entry: str = "index.html"):
        if self.count == 1:
            raise BuildError("the sandbox did not start")
        return super().build(sources, into, entry=entry)


def test_a_machine_that_cannot_build_is_known_before_anything_is_spent(tmp_path: Path):
    with pytest.raises(BuildError, match="bubblewrap is missing") as caught:
        generate(tmp_path, builder=NoSandbox())
    assert caught.value.spend == NOTHING
    with pytest.raises(BuildError) as later:
        generate(tmp_path, says("", GOOD, BUILD), builder=OutOfOrder())
    assert later.value.spend == CALL


def test_a_scaffold_that_does_not_build_is_the_machinerys_fault(tmp_path: Path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "package.json").write_text('{"scripts": {"build": "BROKEN"}}')
    with pytest.raises(GenerationError, match=r"the scaffold .* does not build"):
        generate(tmp_path, scaffold=Scaffold(tmp_path / "own"))
    (tmp_path / "own" / "package.json").write_text("{")
    with pytest.raises(GenerationError, match="is no project"):
        generate(tmp_path, scaffold=Scaffold(tmp_path / "own"))


def test_the_same_answers_give_the_same_requests(tmp_path: Path):
    answers = [says("", BAD, BUILD, ("list_files", {}), ("grep", {"pattern": "App"})), says("", GOOD, FINISH)]
    _, first = generate(tmp_path / "a", *answers)
    _, second = generate(tmp_path / "b", *answers)
    assert first.asked == second.asked


def test_wall_time_ends_the_work_between_two_turns(tmp_path: Path):
    now = [0.0]

    def slow(_request: object) -> Completion:
        now[0] += 40
        return says("", ("list_files", {}))

    at = desk(tmp_path)
    agent = CodingAgent(
        CodingConversation("m", Scripted([slow] * 9), {}, repeat=1), at, CodingBudget(seconds=100), clock=lambda: now[0]
    )
    assert (agent.work(), agent.turns) == ("seconds", 3)


class RandomBuilder(WordBuilder):
    """Its errors have a random word."""

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        report = super().build(sources, into, entry=entry)
        failure = report.build.failure
        if failure is None:
            return report
        varied = failure.model_copy(update={"message": f"{failure.message} {uuid4()}"})
        return replace(report, build=report.build.model_copy(update={"failure": varied}))


@pytest.mark.parametrize(("keeps", "same"), [(True, True), (False, False)])
def test_what_tools_returned_is_told_again_in_a_replay(tmp_path: Path, keeps: bool, same: bool):
    outcomes = ToolOutcomes(tmp_path / "replay" if keeps else None)
    replies = (says("", BAD, BUILD), says("Is it done?"), says("", GOOD, FINISH))
    runs = [
        generate(tmp_path / name, *replies, builder=RandomBuilder(), outcomes=outcomes) for name in ("first", "again")
    ]
    (first, asked), (again, asked_again) = runs
    assert "Books" in app(tmp_path / "again")
    assert first.digest == again.digest
    keys = [[request_key(request) for request in chat.asked] for chat in (asked, asked_again)]
    assert keys[0][0] == keys[1][0]
    assert (keys[0] == keys[1]) is same
