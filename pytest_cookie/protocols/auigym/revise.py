"""`Reviser`: a commenter reads dashboards of failed tasks, and a coder revises the artifact (AUI-Gym, section 4)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, Field, JsonValue

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.call_account import CallAccount
from pytest_cookie.generation.extraction import extract
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, nothing_in, write_in
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Part, Picture, Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.auigym.cua_agent import PROMPTS
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.rounds import Comment, Revision, Round
from pytest_cookie.protocols.auigym.source_diff import count_changes
from pytest_cookie.protocols.auigym.step_text import describe_action
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.auigym.verifier import read_source
from pytest_cookie.records.files import write_text
from pytest_cookie.records.plain_tree import read_plain

ARTIFACT = "artifact"
_FEEDBACK_OPTIONS = {
    "feedback", "dashboard", "first_window", "comments_at_once", "comment_issues", "comment_changes", "comment_flags",
    "summarise_unsupported",
}  # fmt: skip
"""The options that a revision depends on, beside the models and their parameters."""
_MAX_ANSWER = 300
"""Characters of an answer of the page."""
_MAX_WINDOWS = 6
_MAX_SUMMARY = 8_000
"""Characters of the coder's summary of unsupported tasks."""
_MAX_SOURCE = 400_000
"""Characters of source that the coder reads, who writes all of it again."""


class _Reply(BaseModel):
    reply_name: ClassVar[str] = "page_comment"

    issues: list[str] = Field(description="Problems.")
    changes: list[str] = Field(description="Changes to the page.")


class _FlaggedReply(_Reply):
    outside_window: bool = Field(
        description="Whether the main reason for a failure is that something lies outside of the first window."
    )
    leaves_rest: bool = Field(description="Whether the changes leave alone all parts of the page that work.")


@dataclass(frozen=True)
class Reviser:
    """The models of a revision, and their inputs."""

    coder: str
    commenter: str
    chat: ChatModel
    options: Options
    coding: Mapping[str, JsonValue]
    commenting: Mapping[str, JsonValue]
    repeat: int = 1
    limits: IntakeLimits = DEFAULT_LIMITS

    def has_feedback(self, before: Round) -> bool:
        """Whether the round `before` has failures of the kind that the coder receives."""
        unsupported = before.episodes.keys() - before.supported
        failed = before.supported - before.solved
        feedback = self.options.feedback
        return bool((feedback != "navigation" and unsupported) or (feedback != "solvability" and failed))

    def list_facts(self, case: Case, tasks: Sequence[Task], before: Round, digest: str) -> dict[str, JsonValue]:
        """What a revision depends on. `digest` is that of the artifact before its first revision."""
        return {
            "coder": self.coder, "commenter": self.commenter,
            "options": self.options.model_dump(mode="json", include=_FEEDBACK_OPTIONS),
            "coding": dict(self.coding), "commenting": dict(self.commenting), "prompts": reviser_prompts(),
            "repeat": self.repeat, "limits": asdict(self.limits), "brief": case.brief, "artifact": digest,
            "tasks": [[task.id, task.do, task.outcome] for task in tasks],
            "before": {task: one.model_dump(mode="json") for task, one in before.episodes.items()},
        }  # fmt: skip

    def revise(
        self, case: Case, tasks: Sequence[Task], before: Round, key: ItemKey, source: Path, evidence: Path, folder: Path
    ) -> tuple[Revision, Spend]:
        """Comment on the failures of the round `before`, and write the next version of the artifact below `folder`.

        `source` has the files of the version before. A reply without a page is a revision whose artifact has a
        problem. Raises `ExplorationError` and `BudgetSpentError`, with the cost so far.
        """
        account = CallAccount()
        comment = Comment()
        failed = [task for task in tasks if task.id in before.supported - before.solved]
        if self.options.feedback != "solvability" and failed:
            most = self.options.comments_at_once
            calls = [
                self._comment(failed[first : first + most], before, evidence, account)
                for first in range(0, len(failed), most)
            ]
            comment = _join(calls)
        unsupported: dict[str, str] = {}
        if self.options.feedback != "navigation":
            left = [before.episodes[task.id] for task in tasks if task.id not in before.supported]
            unsupported = {episode.task: episode.reason or ENDINGS[episode.ending] for episode in left}
        summary = ""
        if self.options.summarise_unsupported and unsupported:
            summary = self._summarise(_describe_unsupported(tasks, unsupported), account)
        missing = summary or _describe_unsupported(tasks, unsupported)
        text = self._write(case, tasks, missing, comment, source, account)
        write_text(folder / "reply.md", text)
        artifact = _take_in(text, key, folder / ARTIFACT, self.limits)
        added, removed = count_changes(source, folder / ARTIFACT)
        revision = Revision(
            number=before.number + 1, coder=self.coder, prompt=reviser_prompts(), artifact=artifact,
            unsupported=unsupported, summary=summary, comment=comment, lines_added=added, lines_removed=removed,
        )  # fmt: skip
        return revision, account.spend

    def _comment(self, failed: Sequence[Task], before: Round, evidence: Path, account: CallAccount) -> Comment:
        prompt = _prompt("commenter")
        parts: list[Part] = []
        for task in failed:
            parts += self._show(task, before.episodes[task.id], evidence)
        limits = {"issues": str(self.options.comment_issues), "changes": str(self.options.comment_changes)}
        request = self._request(
            self.commenter, prompt.fill(data_note=NOTE, **limits), parts, self.commenting, "explore"
        )
        with account.counting_failures(f"the commenter {self.commenter}"):
            answered = ask(self.chat, request, _FlaggedReply if self.options.comment_flags else _Reply)
        account.spend += answered.spend
        reply = answered.value
        flags = reply.model_dump(include={"outside_window", "leaves_rest"})
        return Comment(
            commenter=self.commenter, prompt=prompt.identity,
            issues=tuple(reply.issues[: self.options.comment_issues]),
            changes=tuple(reply.changes[: self.options.comment_changes]), tasks=tuple(task.id for task in failed),
            spend=answered.spend, **flags,
        )  # fmt: skip

    def _show(self, task: Task, episode: Episode, evidence: Path) -> list[Part]:
        """What the commenter sees of an episode."""
        title = _describe_failure(task, episode)
        pictures: list[str] = []
        if self.options.dashboard == "dashboard" and episode.dashboard:
            first = [episode.steps[0].picture] if self.options.first_window and episode.steps else []
            pictures = [*first, episode.dashboard.file]
        elif self.options.dashboard == "screenshots":
            pictures = [step.picture for step in episode.steps][-_MAX_WINDOWS + 1 :]
            pictures += [episode.picture] if episode.picture else []
        text = title if pictures else f"{title}\n{_actions(episode)}"
        shown: list[Part] = [Text(quoted(f"task {task.id}", text))]
        for name in pictures:
            data, caption = read_plain(evidence / name), f"{task.id}: {Path(name).stem}"
            is_png = name.endswith(".png")
            shown.append(Picture(data, "image/png" if is_png else "image/jpeg", caption=caption))
        return shown

    def _summarise(self, unsupported: str, account: CallAccount) -> str:
        """The coder's summary of unsupported tasks; empty if it replies without a text."""
        told = _prompt("summary").fill(data_note=NOTE)
        parts = [Text(quoted("unsupported tasks", unsupported))]
        with account.counting_failures(f"the coder {self.coder}"):
            completion = self.chat.complete(self._request(self.coder, told, parts, self.coding, "generate"))
        account.spend += completion.spend
        return replace_surrogates(completion.text).strip()[:_MAX_SUMMARY]

    def _write(
        self, case: Case, tasks: Sequence[Task], missing: str, comment: Comment, source: Path, account: CallAccount
    ) -> str:
        prompt = _prompt("reviser")
        known = {task.id: task for task in tasks}
        failed = [f"{known[task].do} — {known[task].outcome}" for task in comment.tasks]
        parts = [
            Text(f"The request:\n\n{case.brief}"),
            Text(quoted("source", read_source(source, _MAX_SOURCE))),
            Text(quoted("unsupported tasks", missing)),
            Text(quoted("tasks that users could not do", _list(failed))),
            Text(quoted("problems that they had", _list(comment.issues))),
            Text(quoted("changes to make", _list(comment.changes))),
            *(Text(text) for text in describe_flags(comment)),
        ]
        with account.counting_failures(f"the coder {self.coder}"):
            told = prompt.fill(data_note=NOTE)
            completion = self.chat.complete(self._request(self.coder, told, parts, self.coding, "generate"))
        account.spend += completion.spend
        return completion.text

    def _request(
        self, model: str, prompt: str, parts: Sequence[Part], parameters: Mapping[str, JsonValue], purpose: str
    ) -> Request:
        return Request(
            model=model,
            messages=(system(prompt), user(*parts)),
            purpose=purpose,
            parameters=dict(parameters),
            repeat=self.repeat,
        )


def describe_flags(comment: Comment) -> list[str]:
    """What the commenter's flags mean for the coder."""
    texts = ["The main reason for a failure is that something lies outside of the first window."]
    texts = texts if comment.outside_window else []
    if comment.leaves_rest is not None:
        leaves = "leave alone" if comment.leaves_rest else "may disturb"
        texts.append(f"According to the commenter, the changes {leaves} what works.")
    return texts


def _describe_unsupported(tasks: Sequence[Task], unsupported: Mapping[str, str]) -> str:
    known = {task.id: task for task in tasks}
    return _list([f"{known[task].do} — {known[task].outcome} ({why})" for task, why in unsupported.items()])


def _join(comments: Sequence[Comment]) -> Comment:
    """The comments of several calls as one; what two calls ask for is listed once."""

    def every(texts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text for several in texts for text in several))

    return comments[0].model_copy(
        update={
            "issues": every(one.issues for one in comments),
            "changes": every(one.changes for one in comments),
            "tasks": every(one.tasks for one in comments),
            "outside_window": _joined(any, [one.outside_window for one in comments]),
            "leaves_rest": _joined(all, [one.leaves_rest for one in comments]),
            "spend": sum((one.spend for one in comments), NOTHING),
        }
    )


def _joined(how: Callable[[list[bool]], bool], flags: list[bool | None]) -> bool | None:
    told = [flag for flag in flags if flag is not None]
    return how(told) if told else None


def reviser_prompts() -> str:
    """Identity of the prompts of commenter and coder."""
    return identity_of(tuple(_prompt(name) for name in ("commenter", "summary", "reviser")))


def _prompt(name: str) -> Prompt:
    return read_prompt(PROMPTS / f"{name}.md")


def _take_in(text: str, key: ItemKey, folder: Path, limits: IntakeLimits) -> Artifact:
    found = extract(text)
    if not found.files:
        return nothing_in(key, ArtifactProblem(kind="no_code", message=found.why_not))
    return write_in(found.files, key, folder, entry=found.entry, limits=limits)


def _list(texts: Sequence[str]) -> str:
    return "\n".join(f"- {text}" for text in texts) or "none"


def _describe_failure(task: Task, episode: Episode) -> str:
    """The task, the expected outcome, and how it failed."""
    found = "; ".join(f"{asked} is {value[:_MAX_ANSWER]}" for asked, value in episode.answers.items())
    lines = (
        ("Task", task.do),
        ("Expected", task.outcome),
        ("Result", ENDINGS[episode.ending]),
        ("The checker", episode.checker),
        ("found at the end", found),
        ("The program's last words", episode.reason),
    )
    return "\n".join(f"{name}: {text}" for name, text in lines if text)


def _actions(episode: Episode) -> str:
    lines = []
    for number, step in enumerate(episode.steps, 1):
        note = "" if step.changed else " (nothing changed)"
        lines.append(f"{number} {describe_action(step.action)}{note}: {step.thought[:200]}")
    return "\n".join(lines) or "(no actions)"
