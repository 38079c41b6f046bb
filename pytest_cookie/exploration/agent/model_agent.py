"""`ModelAgent`: a computer-using model as an `Agent`. It sees, thinks and calls; the loop acts and records."""

from collections import Counter

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.trace import Action, Step, StopReason, Trace
from pytest_cookie.exploration.agent.action_builder import Workbench
from pytest_cookie.exploration.agent.call_queue import CallQueue, QueuedCall
from pytest_cookie.exploration.agent.calls import Finish
from pytest_cookie.exploration.agent.change_text import line, told
from pytest_cookie.exploration.agent.control_list import ControlList, listed_in_window, place
from pytest_cookie.exploration.agent.conversation import Conversation, Reply
from pytest_cookie.exploration.agent.history import Turn
from pytest_cookie.exploration.agent.numbered_picture import Mark, draw, scale_of, size_of
from pytest_cookie.exploration.agent.observation import Observer
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent.settings import AgentPrompts, AgentSettings
from pytest_cookie.exploration.agent.tools import parse
from pytest_cookie.exploration.agent_protocol import Agent, AgentAccount, Briefing, Decision, View
from pytest_cookie.exploration.trace_summary import ENDINGS
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Picture, Text, system, user
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

_MAX_REPORT = 8_000
_MAX_THOUGHT = 600
_WARN_AFTER = 5
_SILENT: frozenset[StopReason] = frozenset({"crashed", "invalid_calls"})
"""Ends after which there is no use in asking for a summary."""

_USUAL = AgentSettings()


class ModelAgent(Agent):
    """Asks `model` under the name `model_id`. The same page and the same answers give the same requests, byte for byte.

    While it thinks no page time passes, since nothing but an action lets any pass.
    """

    name = "agent"
    patience = None

    def __init__(
        self, model_id: str, model: ChatModel, prompts: AgentPrompts, settings: AgentSettings = _USUAL
    ) -> None:
        self._model_id = model_id
        self._prompts = prompts
        self._settings = settings
        self._talk = Conversation(model_id, model, settings)
        self._references = References()
        self._tried: Counter[str] = Counter()
        self._observer = Observer(prompts.observation, ControlList(self._references, self._tried))
        self._briefing = Briefing()
        self._calls: CallQueue | None = None
        self._thought = ""
        self._report = ""
        self._deeds = 0
        self._idle = 0
        self._noted = -1
        self._scale = 1.0

    @property
    def id(self) -> str:
        """The model's."""
        return self._model_id

    def be_told(self, briefing: Briefing) -> None:
        """It stands in the first message."""
        self._briefing = briefing
        self._talk.repeat = briefing.repeat

    def decide(self, case: Case, view: View) -> Decision:
        """The next of the calls that are waiting, else what the model says to what there is to see now.

        Raises `ExplorationError` where the model does not answer or never made a call that could be carried out.
        """
        if view.last:
            self._take_note(view.last, moves=view.restless)
        self._references.meet(view.observation.inventory.controls)
        self._scale = scale_of(size_of(view.observation.screenshot), self._settings.max_picture_px)
        return self._queued(view) or self._consult(case, view)

    def account(self) -> AgentAccount:
        """Spend, prompt and transcript until now."""
        return AgentAccount(self._talk.spend, self._prompts.identity, self._talk.transcript.lines)

    def conclude(self, trace: Trace) -> str:
        """Its summary; where it had no time to write one, it is asked for it."""
        if self._report or trace.stopped in _SILENT or not self._talk.has_begun:
            return self._report
        last = trace.steps[-1]
        self._take_note(last, moves=False)
        self._answer_calls()
        changes = told(last, scale=self._scale).text("changes")
        self._talk.add(user(Text(self._prompts.closing.fill(reason=ENDINGS[trace.stopped], changes=changes))))
        return _summary(self._talk.ask(only_finish=True))

    # --- what became of the last call ---

    def _take_note(self, step: Step, *, moves: bool) -> None:
        if step.index <= self._noted:
            return
        self._noted = step.index
        errand = self._calls.done(step, scale=self._scale, moves=moves) if self._calls else None
        if errand is None:
            return
        self._talk.note_step(line(step, self._said(errand), moves=moves))
        if step.outcome == "done":
            self._tried[errand.deed.action.ref or errand.deed.under] += 1
        if step.change.seen or moves:
            self._idle = 0
        elif step.action.kind != "wait":
            self._idle += 1

    def _said(self, errand: QueuedCall) -> str:
        action = errand.deed.action
        where = f"at {action.x:.0f},{action.y:.0f}" if action.x is not None and action.y is not None else ""
        ref = getattr(errand.meant, "ref", "")
        words = (action.kind, ref, where, f'"{action.target[:60]}"' if action.target else "", action.value[:60])
        return " ".join(word for word in words if word)

    # --- what comes next ---

    def _queued(self, view: View) -> Decision | None:
        errand = self._calls.next(self._workbench(view)) if self._calls else None
        if errand is None:
            return None
        self._deeds += 1
        if isinstance(errand.meant, Finish):
            self._report = errand.meant.summary[:_MAX_REPORT]
        thought = (errand.meant.thought.strip() or self._thought)[:_MAX_THOUGHT]
        return Decision(errand.deed.action, thought or "(no reason given)", under=errand.deed.under)

    def _workbench(self, view: View) -> Workbench:
        return Workbench(self._references, view, scale=self._scale)

    def _consult(self, case: Case, view: View) -> Decision:
        self._answer_calls()
        if self._talk.is_out_of_tokens:
            return _stop("tokens")
        if self._idle >= self._settings.patience:
            return _stop("no_progress")
        self._show(case, view)
        return self._ask(view)

    def _ask(self, view: View) -> Decision:
        """Until there is a call that can be carried out; a reply without any call is forgiven once."""
        invalid, problem, must_call = 0, "", False
        while invalid < self._settings.max_invalid:
            reply = self._talk.ask(must_call=must_call)
            self._thought = reply.text
            if not reply.calls:
                problem = _without_call(reply)
                invalid, must_call = invalid + must_call, True
                self._talk.add(user(Text(f"{problem}. Call a tool; where nothing is left to try, call finish.")))
                continue
            self._calls = CallQueue(reply, self._workbench(view))
            if decision := self._queued(view):
                return decision
            invalid, problem = invalid + 1, self._calls.problems
            self._answer_calls()
        return self._give_up(problem)

    def _give_up(self, problem: str) -> Decision:
        if self._deeds:
            return _stop("invalid_calls")
        said = f"the agent {self._model_id} made no call that could be carried out: {problem[:500]}"
        raise ExplorationError(said, spend=self._talk.spend)

    def _answer_calls(self) -> None:
        for message in self._calls.answers() if self._calls else ():
            self._talk.add(message)
        self._calls = None

    # --- what it is shown ---

    def _show(self, case: Case, view: View) -> None:
        if not self._talk.has_begun:
            self._open(case, view)
        turn = Turn(
            whole=self._observer.whole(view, scale=self._scale, notes=self._notes(view)),
            brief=self._observer.brief(view, scale=self._scale),
            picture=self._picture(view),
        )
        self._talk.show(turn, picture=view.last.screenshot if view.last else "")

    def _open(self, case: Case, view: View) -> None:
        opening = self._prompts.opening.fill(
            request=quoted("the request", case.brief),
            steps=str(view.steps_left),
            seconds=f"{view.page_seconds_left:.0f}",
            briefing=self._briefing.text,
        )
        self._talk.open(system(self._prompts.system.fill(data_note=NOTE)), user(Text(opening)))

    def _notes(self, view: View) -> str:
        notes = []
        if self._idle >= _WARN_AFTER:
            notes.append(f"Your last {self._idle} steps changed nothing visible. Try something else, or finish.")
        if view.steps_left == 1:
            notes.append("This is the last step: call finish.")
        return "\n".join(notes)

    def _picture(self, view: View) -> Picture:
        shown = listed_in_window(view) if self._settings.marks else []
        marks = [
            Mark(self._references.number(one), place(one.box, view.surroundings, self._scale))
            for one in shown
            if not one.covered
        ]
        step = view.last.index if view.last else 0
        caption = f"The window after step {step}{', with the numbers of the controls' if marks else ''}:"
        return draw(view.observation.screenshot, marks, scale=self._scale, kind=self._settings.picture, caption=caption)


def _stop(reason: StopReason) -> Decision:
    return Decision(Action(kind="finish"), f"It ends here: {ENDINGS[reason]}.", stopped=reason)


def _without_call(reply: Reply) -> str:
    why = {"refusal": "the reply was a refusal", "length": "the reply was cut off before a tool call"}
    return why.get(reply.finish, "the reply has no tool call")


def _summary(reply: Reply) -> str:
    """Of the call, else what was said instead."""
    for call in reply.calls:
        try:
            meant = parse(call)
        except InvalidCallError:
            continue
        if isinstance(meant, Finish):
            return meant.summary[:_MAX_REPORT]
    return reply.text[:_MAX_REPORT]
