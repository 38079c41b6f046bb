"""What coder and commenter are sent in each variant, and what becomes of a reply."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image
from pydantic import ValidationError

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.spend import Spend
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits
from pytest_cookie.generation.ready_files import HandedIn
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Picture, Request, Text
from pytest_cookie.protocols.auigym.episode import Dashboard, Episode
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.performers import ModelPerformer
from pytest_cookie.protocols.auigym.protocol import _revising, compose
from pytest_cookie.protocols.auigym.revise import Reviser, _join
from pytest_cookie.protocols.auigym.rounds import Comment, Round
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from tests.unit.judging.evidence_builders import case

TASKS = tuple(Task(id=name, kind="core", do=f"Do {name}.", outcome="Done.") for name in ("missing", "hard", "easy"))
KEY = ItemKey(case="one", model="openai/coder", mode="html", repeat=1)
PAGE = "```html\n<!doctype html><title>New</title>\n<p>one</p>\n<p>three</p>\n```"
STEP = {
    "action": {"kind": "click", "x": 5, "y": 6}, "done": True, "holds": False, "thought": "I try.",
    "picture": "tasks/hard/step-01.jpg",
}  # fmt: skip


class Scripted:
    """A commenter and a coder."""

    def __init__(self, page: str = PAGE) -> None:
        self.page = page
        self.summary = "One feature: a button \ud83d that empties the list."
        self.comment = {"issues": ["too small"], "changes": ["make #go larger"]}
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        reply = json.dumps(self.comment) if request.reply_name == "page_comment" else self.page
        is_summary = "Leave no task out" in texts(request)
        return Completion(self.summary if is_summary else reply, spend=Spend(calls=1))


def revise(
    folder: Path,
    chat: Scripted,
    *,
    limits=DEFAULT_LIMITS,
    further: tuple[str, ...] = (),
    **options: object,
):
    source, evidence = folder / "source", folder / "evidence"
    source.mkdir()
    (source / "index.html").write_text("<!doctype html><title>Old</title>\n<p>one</p>\n<p>two</p>\n")
    (evidence / "tasks/hard").mkdir(parents=True)
    for name in ("step-01.jpg", "end.png", "dashboard.jpg"):
        Image.new("RGB", (8, 8)).save(evidence / "tasks/hard" / name)
    board = Dashboard(file="tasks/hard/dashboard.jpg", pixels=64, screenshot_pixels=640)
    episodes = {
        "missing": Episode(task="missing", ending="unsupported", reason="there is no button"),
        "hard": Episode.model_validate(
            {
                "task": "hard",
                "ending": "stuck",
                "steps": [STEP],
                "picture": "tasks/hard/end.png",
                "dashboard": board,
                "checker": 'exists("#go")',
                "answers": {'exists("#go")': "no"},
                "reason": "I gave up",
            }
        ),
        "easy": Episode(task="easy", ending="solved"),
    }
    episodes |= {name: episodes["hard"].model_copy(update={"task": name}) for name in further}
    tasks = (*TASKS, *(TASKS[1].model_copy(update={"id": name, "do": f"Do {name}."}) for name in further))
    reviser = Reviser("openai/coder", "openai/eye", chat, Options.model_validate(options), {}, {}, limits=limits)  # type: ignore[arg-type]
    return reviser.revise(case(), tasks, Round(0, episodes), KEY, source, evidence, folder / "coder")


def texts(request: Request) -> str:
    return "\n".join(part.text for message in request.messages for part in message.parts if isinstance(part, Text))


def captions(request: Request) -> list[str]:
    return [part.caption for message in request.messages for part in message.parts if isinstance(part, Picture)]


def test_the_coder_gets_what_is_missing_and_the_comments(tmp_path):
    chat = Scripted()
    revision, spent = revise(tmp_path, chat)
    comment, code = chat.requests
    assert (comment.model, code.model) == ("openai/eye", "openai/coder")
    assert captions(comment) == ["hard: dashboard"]
    assert "Do hard." in texts(comment)
    assert "Do easy." not in texts(comment)
    for told in ("The checker: exists", 'found at the end: exists("#go") is no', "last words: I gave up"):
        assert told in texts(comment)
    for told in ("Do missing.", "there is no button", "Do hard.", "too small", "make #go larger", "<title>Old</title>"):
        assert told in texts(code)
    assert "Do easy." not in texts(code)
    assert (revision.number, revision.unsupported) == (1, {"missing": "there is no button"})
    assert revision.comment.tasks == ("hard",)
    assert (revision.lines_added, revision.lines_removed) == (2, 2)
    assert spent.calls == 2
    assert "<title>New</title>" in (tmp_path / "coder/artifact/index.html").read_text()


def test_unsupported_tasks_can_be_summed_up_by_the_coder_first(tmp_path):
    chat = Scripted()
    revision, spent = revise(tmp_path, chat, summarise_unsupported=True)
    _, summary, code = chat.requests
    assert (summary.model, code.model, spent.calls) == ("openai/coder", "openai/coder", 3)
    assert "Do missing. — Done. (there is no button)" in texts(summary)
    assert "too small" not in texts(summary)
    assert "a button \ufffd that empties the list." in texts(code)
    assert "there is no button" not in texts(code)
    assert "too small" in texts(code)
    assert revision.summary == "One feature: a button \ufffd that empties the list."
    assert revision.unsupported == {"missing": "there is no button"}


def test_an_empty_summary_is_not_the_feedback_and_nothing_is_summed_up_without_failures(tmp_path):
    chat = Scripted()
    chat.summary = " "
    (tmp_path / "one").mkdir()
    revise(tmp_path / "one", chat, summarise_unsupported=True)
    assert "there is no button" in texts(chat.requests[-1])
    (tmp_path / "two").mkdir()
    revise(tmp_path / "two", chat, summarise_unsupported=True, feedback="navigation")
    assert [request.model for request in chat.requests[3:]] == ["openai/eye", "openai/coder"]


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ((True, True), ("lies outside of the first window", "the changes leave alone what works")),
        ((False, False), ("the changes may disturb what works",)),
    ],
)
def test_the_commenters_flags_reach_the_coder(tmp_path, flags, told):
    chat = Scripted()
    chat.comment |= {"outside_window": flags[0], "leaves_rest": flags[1]}
    revision, _ = revise(tmp_path, chat, comment_flags=True, comments_at_once=1, further=("more",))
    assert "outside_window" in str(chat.requests[0].reply_schema)
    assert (revision.comment.outside_window, revision.comment.leaves_rest) == flags
    assert all(text in texts(chat.requests[-1]) for text in told)
    assert ("outside of the first window" in texts(chat.requests[-1])) == flags[0]
    assert revision.comment.spend.calls == 2


def test_calls_that_disagree_on_a_flag_are_read_with_care():
    one, two = Comment(outside_window=True, leaves_rest=True), Comment(outside_window=False, leaves_rest=False)
    joined = _join([one, two, Comment()])
    assert (joined.outside_window, joined.leaves_rest) == (True, False)
    assert _join([Comment(), Comment()]).leaves_rest is None


def test_all_failures_are_commented_on_eight_in_a_call(tmp_path):
    chat = Scripted()
    revision, spent = revise(tmp_path, chat, further=tuple(f"more-{number}" for number in range(16)))
    assert [request.model for request in chat.requests] == ["openai/eye"] * 3 + ["openai/coder"]
    assert [len(captions(request)) for request in chat.requests] == [8, 8, 1, 0]
    assert "Do more-15." in texts(chat.requests[-1])
    assert (revision.comment.issues, len(revision.comment.tasks), spent.calls) == (("too small",), 17, 4)


def test_the_limits_of_the_paper_are_options(tmp_path):
    chat = Scripted()
    chat.comment = {"issues": list("abcd"), "changes": list("efghijkl")}
    own = {"comments_at_once": 1, "comment_issues": 3, "comment_changes": 6, "first_window": True}
    revision, _ = revise(tmp_path, chat, further=("more",), **own)
    assert [captions(request) for request in chat.requests[:2]] == [
        [f"{task}: step-01", f"{task}: dashboard"] for task in ("hard", "more")
    ]
    assert "at most 3 problems" in texts(chat.requests[0])
    assert "at most 6 changes" in texts(chat.requests[0])
    assert (revision.comment.issues, revision.comment.changes) == (tuple("abc"), tuple("efghij"))


@pytest.mark.parametrize(
    ("feedback", "models", "told", "untold"),
    [
        ("solvability", ["openai/coder"], "there is no button", "too small"),
        ("navigation", ["openai/eye", "openai/coder"], "too small", "there is no button"),
    ],
)
def test_feedback_can_be_of_one_kind(tmp_path, feedback, models, told, untold):
    chat = Scripted()
    revise(tmp_path, chat, feedback=feedback)
    assert [request.model for request in chat.requests] == models
    assert told in texts(chat.requests[-1])
    assert untold not in texts(chat.requests[-1])


@pytest.mark.parametrize(
    ("dashboard", "pictures", "has_actions"),
    [
        ("text", [], True),
        ("screenshots", ["hard: step-01", "hard: end"], False),
        ("dashboard", ["hard: dashboard"], False),
    ],
)
def test_what_a_commenter_sees(tmp_path, dashboard, pictures, has_actions):
    chat = Scripted()
    revise(tmp_path, chat, dashboard=dashboard)
    assert captions(chat.requests[0]) == pictures
    assert ("click at 5,6" in texts(chat.requests[0])) == has_actions


def test_a_reply_without_a_page_is_an_artifact_with_a_problem(tmp_path):
    revision, _ = revise(tmp_path, Scripted("I would rather not."))
    assert revision.artifact.problem is not None
    assert revision.artifact.problem.kind == "no_code"


def test_a_page_above_the_limit_is_an_artifact_with_a_problem(tmp_path):
    revision, _ = revise(tmp_path, Scripted(), limits=IntakeLimits(page_bytes=20))
    assert revision.artifact.problem.kind == "too_large"


def reviser(**changes: object) -> Reviser:
    given = {"coder": "m/c", "commenter": "m/e", "chat": None, "options": Options(), "coding": {}, "commenting": {}}
    return Reviser(**{**given, **changes})  # type: ignore[arg-type]


ROUND = Round(0, {"easy": Episode(task="easy", ending="page_gone")})


@pytest.mark.parametrize(
    "changed",
    [
        {"coding": {"temperature": 0}}, {"commenting": {"seed": 1}}, {"coder": "m/d"}, {"repeat": 2},
        {"limits": IntakeLimits(page_bytes=20)}, {"digest": "other"}, {"outcome": "A list is there."},
        {"options": Options(comment_issues=3)}, {"options": Options(first_window=True)},
        {"options": Options(summarise_unsupported=True)}, {"options": Options(comment_flags=True)},
    ],
)  # fmt: skip
def test_a_revision_is_made_again_if_what_it_was_made_from_changed(changed):
    def facts(digest: str = "d", outcome: str = "Done.", **fields: object):
        task = TASKS[0].model_copy(update={"outcome": outcome})
        return reviser(**fields).list_facts(case(), (task,), ROUND, digest)

    assert json.dumps(facts()) != json.dumps(facts(**changed))


@pytest.mark.parametrize(
    ("feedback", "endings", "has"),
    [
        ("both", ("solved", "unsupported"), True), ("both", ("solved", "stuck"), True), ("both", ("solved",), False),
        ("solvability", ("solved", "stuck"), False), ("solvability", ("stuck", "unsupported"), True),
        ("navigation", ("solved", "unsupported", "page_gone"), False), ("navigation", ("unsupported", "stuck"), True),
    ],
)  # fmt: skip
def test_a_coder_is_only_asked_with_feedback(feedback, endings, has):
    episodes = {str(number): Episode(task=str(number), ending=end) for number, end in enumerate(endings)}
    assert reviser(options=Options(feedback=feedback)).has_feedback(Round(0, episodes)) == has


@pytest.mark.parametrize(
    ("model", "handed_in", "coder"),
    [
        ("openai/coder", None, "openai/coder"), ("sample/flawed", None, "openai/agent"),
        ("ready", None, "openai/agent"),
        ("openai/coder", HandedIn(root=Path(), sources={"openai/coder": {}}), "openai/agent"),
    ],
)  # fmt: skip
def test_artifacts_that_no_model_of_the_run_made_are_revised_by_the_agents_model(model, handed_in, coder):
    given = SimpleNamespace(
        roles=Roles(agent="openai/agent"), mode="html", settings=Settings(), handed_in=handed_in, samples=None,
        models=None, revisions=1,
    )  # fmt: skip
    stages = SimpleNamespace(deployer=None)
    revising = _revising(given, Options(), stages)  # type: ignore[arg-type]
    assert revising.reviser_for(model, 1).coder == coder


@pytest.mark.parametrize(
    ("options", "verifying", "commenting"),
    [
        ({}, {"seed": 1}, {"seed": 1}),
        ({"verifier_parameters": {"reasoning_effort": "high"}}, {"reasoning_effort": "high"}, {"seed": 1}),
        ({"commenter_parameters": {}}, {"seed": 1}, {}),
    ],
)
def test_verifier_and_commenter_have_their_own_parameters(options, verifying, commenting):
    given = SimpleNamespace(
        roles=Roles(agent="openai/agent"), mode="html", settings=Settings(agent={"seed": 1}), handed_in=None,
        samples=None, models=None, revisions=1,
    )  # fmt: skip
    read = Options.model_validate(options)
    revising = _revising(given, read, SimpleNamespace(deployer=None))  # type: ignore[arg-type]
    verifier = ModelPerformer("openai/agent", None, read, {"seed": 1}).verifier(1)  # type: ignore[arg-type]
    assert (verifier.parameters, revising.reviser_for("openai/coder", 1).commenting) == (verifying, commenting)


def test_parameters_of_roles_hold_no_secrets():
    with pytest.raises(ValidationError, match="api_key cannot be set here"):
        Options(verifier_parameters={"api_key": "x"})


def test_checkers_of_a_verifier_need_a_model():
    given = SimpleNamespace(settings=Settings(), roles=Roles(), options=Options(verify="all"))
    with pytest.raises(UsageError, match="Name a model as --cookie-agent"):
        compose(given)  # type: ignore[arg-type]
