"""`ModelAgent`: a computer-using model as an `Agent`. It observes and decides; the loop acts and records."""

from collections import Counter
from functools import partial

from pytest_cookie.core import action as actions
from pytest_cookie.core.action import Action
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.step_text import describe_manner
from pytest_cookie.core.trace import ENDINGS, Step, StopReason, Trace
from pytest_cookie.exploration.agent.action_builder import ActionBuilder
from pytest_cookie.exploration.agent.call_queue import CallQueue, QueuedCall
from pytest_cookie.exploration.agent.calls import AgentCall, Drag, FinishExploration, LookAgain
from pytest_cookie.exploration.agent.change_text import describe_step, quote_console, summarize_step
from pytest_cookie.exploration.agent.control_list import ControlList
from pytest_cookie.exploration.agent.conversation import AgentReply, Conversation
from pytest_cookie.exploration.agent.drag_result import (
    ListPlace,
    describe_drop_place,
    describe_moves,
    find_list_places,
)
from pytest_cookie.exploration.agent.history import Turn
from pytest_cookie.exploration.agent.numbered_picture import compute_scale, read_size
from pytest_cookie.exploration.agent.observation import Observer, brief
from pytest_cookie.exploration.agent.references import References
from pytest_cookie.exploration.agent.settings import AgentPrompts, AgentSettings
from pytest_cookie.exploration.agent.tools import parse_call
from pytest_cookie.exploration.agent.window_pictures import WindowPictures
from pytest_cookie.exploration.agent_protocol import Agent, AgentAccount, Briefing, Decision, View
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Message, Picture, Text, system, user
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

_MAX_REPORT = 8_000
_MAX_THOUGHT = 600
_WARN_AFTER = 5  # well before `patience` ends the exploration
_LAST_SECONDS = 1.0
"""With less page time than this left, there is no time for another action and its effects."""
_SILENT: frozenset[StopReason] = frozenset({"crashed", "invalid_calls"})
"""Endings after which no summary is requested."""

_DEFAULT_SETTINGS = AgentSettings()


class ModelAgent(Agent):
    """Lets `model` decide, named `model_id`. The same page and the same replies give identical requests.

    No page time passes while it thinks, since only actions advance it.
    """

    name = "agent"
    patience = None
    reads_window = True
    look_is_a_step = False
    is_told_hidden_effects = True

    def __init__(
        self, model_id: str, model: ChatModel, prompts: AgentPrompts, settings: AgentSettings = _DEFAULT_SETTINGS
    ) -> None:
        self._model_id = model_id
        self._prompts = prompts
        self._settings = settings
        self._conversation = Conversation(model_id, model, settings)
        self._references = References()
        self._tried: Counter[int] = Counter()
        pictures = WindowPictures(self._references, settings)
        self._observer = Observer(prompts, ControlList(self._references, self._tried), pictures)
        self._briefing = Briefing()
        self._calls: CallQueue | None = None
        self._thought = ""
        self._report = ""
        self._calls_made = 0
        self._idle = 0
        self._looks = 0
        self._asked_look: LookAgain | None = None
        self._drop_place, self._dragged = "", 0
        self._last_recorded = -1
        self._scale = 1.0

    @property
    def id(self) -> str:
        """The model's id."""
        return self._model_id

    def receive_briefing(self, briefing: Briefing) -> None:
        """Keep the briefing for the first message."""
        self._briefing = briefing
        self._conversation.repeat, self._conversation.subject = briefing.repeat, briefing.artifact

    def decide(self, case: Case, view: View) -> Decision:
        """Return the next queued call, else ask the model about the current view.

        Raises `ExplorationError` if the model does not answer or never made a call that could be carried out.
        """
        places = find_list_places(self._references)
        self._references.meet(view.observation.inventory.controls, view.sight)
        if view.last:
            self._observer.of_drag = self._describe_drag(view.last, places)
            self._record_result(view.last, moves=view.restless)
        self._scale = compute_scale(read_size(view.observation.screenshot), self._settings.max_picture_px)
        return self._next_queued(view) or self._ask_about_view(case, view)

    def account(self) -> AgentAccount:
        """Return spend, prompt and transcript so far."""
        return AgentAccount(self._conversation.spend, self._prompts.identity, self._conversation.transcript.lines)

    def conclude(self, trace: Trace) -> str:
        """Return its summary; ask for it if the model has not written one."""
        if self._report or trace.stopped in _SILENT or not self._conversation.has_begun:
            return self._report
        last = trace.last_action or trace.steps[-1]
        of_drag = self._describe_drag(last, find_list_places(self._references))[:1]  # lists are not read again
        self._record_result(last, moves=False)
        self._answer_calls()
        told = describe_step(last, scale=self._scale, of_drag=of_drag, is_last=True).text("changes")
        closing = self._prompts.closing.fill(
            reason=trace.why_it_ended,
            step=str(last.index),
            changes=told,
            console=quote_console(last) or "- nothing",
            untried=self._observer.untried(),
        )
        self._conversation.add(user(Text(closing)))
        return _summary(self._conversation.ask(only_finish=True))

    # --- the result of the last call ---

    def _record_result(self, step: Step, *, moves: bool) -> None:
        if step.index <= self._last_recorded:
            return
        self._last_recorded = step.index
        queued_call = (
            self._calls.record_step(step, scale=self._scale, moves=moves, of_drag=self._observer.of_drag)
            if self._calls
            else None
        )
        if queued_call is None:
            return
        name = self._describe_call(queued_call)
        line = summarize_step(step, name, moves=moves, of_drag=self._observer.of_drag)
        self._conversation.note_step(line)
        if step.outcome == "done":
            self._tried[queued_call.built.number] += 1
        if step.change.seen or (moves and step.replayed is None):
            self._idle = 0
        elif step.action.kind != "wait":
            self._idle += 1

    def _describe_drag(self, step: Step, places: dict[int, ListPlace]) -> tuple[str, ...]:
        """What lay where a drag ended, and what it changed in lists and boards; nothing for other steps."""
        if not self._drop_place or step.action.kind != "drag":
            return ()
        moves = describe_moves(self._dragged, places, find_list_places(self._references))
        return (f"under the drop: {self._drop_place}", *moves)

    def _describe_call(self, queued_call: QueuedCall) -> str:
        action = queued_call.built.action
        ref = getattr(queued_call.parsed, "ref", "")
        target = f'"{action.target[:60]}"' if action.target else ""
        place = self._place(action.x, action.y)
        place = f"at {place}" if place else ""
        drop = self._drop_target(queued_call.parsed, action)
        words = (action.kind, ref, place, target, " ".join(action.value[:60].split()), drop)
        return " ".join(word for word in (*words, *describe_manner(action)) if word)

    def _place(self, x: float | None, y: float | None) -> str:
        """A place of the window in picture pixels; "" for none."""
        return f"{x * self._scale:.0f},{y * self._scale:.0f}" if x is not None and y is not None else ""

    def _drop_target(self, parsed: AgentCall, action: Action) -> str:
        if not isinstance(parsed, Drag) or not isinstance(action, actions.Drag):
            return ""
        known = self._references.find(parsed.to_ref)
        named = f' "{known.control.name[:60]}"' if known else ""
        where = f"e{known.number}{named}" if known else self._place(action.to_x, action.to_y)
        return f"to {where}" if where else ""

    # --- the next call ---

    def _next_queued(self, view: View) -> Decision | None:
        show = partial(self._observer.glance, view, scale=self._scale)
        queued_call = self._calls.next(self._action_builder(view), show) if self._calls else None
        if queued_call is None:
            return None
        self._calls_made += 1
        self._drop_place = describe_drop_place(queued_call.built.action, view)
        self._dragged = queued_call.built.number
        if isinstance(queued_call.parsed, FinishExploration):
            self._report = queued_call.parsed.summary[:_MAX_REPORT]
        thought = (queued_call.parsed.thought.strip() or self._thought)[:_MAX_THOUGHT]
        stopped = _limit_in_reach(view) if isinstance(queued_call.parsed, FinishExploration) else "finished"
        built, reason = queued_call.built, thought or "(no reason given)"
        return Decision(
            built.action,
            reason,
            stopped,
            built.under,
            continues=queued_call.continues,
            unfinished=queued_call.unfinished,
        )

    def _action_builder(self, view: View) -> ActionBuilder:
        return ActionBuilder(self._references, view, scale=self._scale)

    def _ask_about_view(self, case: Case, view: View) -> Decision:
        self._answer_calls()
        if self._conversation.is_out_of_tokens:
            return _stop("tokens")
        if self._idle >= self._settings.patience:
            return _stop("no_progress")
        self._add_observation(case, view)
        return self._ask(view)

    def _ask(self, view: View) -> Decision:
        """Ask until there is a call that can be carried out; one reply without any call is allowed."""
        invalid, problem, must_call = 0, "", False
        while invalid < self._settings.max_invalid:
            reply = self._conversation.ask(must_call=must_call)
            self._thought = reply.text
            if not reply.calls:
                problem = _explain_missing_call(reply)
                invalid, must_call = invalid + must_call, True
                self._conversation.add(
                    user(Text(f"{problem}. Call a tool; if there is nothing left to try, call finish."))
                )
                continue
            self._calls = CallQueue(reply, self._action_builder(view), may_look=self._looks < self._settings.max_looks)
            if decision := self._next_queued(view):
                return decision
            if self._calls.look:
                self._show_again(view)
                continue
            invalid, problem = invalid + 1, self._calls.problems
            self._answer_calls()
        return self._give_up(problem)

    def _give_up(self, problem: str) -> Decision:
        if self._calls_made:
            return _stop("invalid_calls")
        message = f"the agent {self._model_id} made no valid call: {problem[:500]}"
        raise ExplorationError(message, spend=self._conversation.spend)

    def _answer_calls(self) -> None:
        self._asked_look = self._calls.look if self._calls else None
        for message in self._calls.answers() if self._calls else ():
            self._conversation.add(message)
        self._calls = None

    # --- the observation ---

    def _show_again(self, view: View) -> None:
        """Show everything as the model asked for it, which takes no step."""
        self._looks += 1
        self._answer_calls()
        self._show(view, self._whole(view))

    def _add_observation(self, case: Case, view: View) -> None:
        is_first = not self._conversation.has_begun
        if is_first:
            self._open(case, view)
        is_long = self._conversation.is_to_be_folded(obsolete=self._observer.is_obsolete(view))
        if is_long:
            self._conversation.fold()
        self._looks = 0
        if is_first or self._asked_look or self._observer.is_of_another_page(view):
            self._show(view, self._whole(view))
        elif is_long:
            self._show(view, self._whole(view, repeated=True))
        else:
            self._show(view, self._observer.update(view, scale=self._scale, notes=self._notes(view)))

    def _whole(self, view: View, *, repeated: bool = False) -> Message:
        asked, self._asked_look = self._asked_look, None
        place = (asked.x, asked.y) if asked and asked.x is not None and asked.y is not None else None
        notes = self._notes(view)
        return self._observer.whole(view, scale=self._scale, notes=notes, enlarge=place, repeated=repeated)

    def _show(self, view: View, observation: Message) -> None:
        has_picture = any(isinstance(part, Picture) for part in observation.parts)
        screenshot = view.last.screenshot if view.last and has_picture else ""
        self._conversation.show(Turn(observation, brief(view)), picture=screenshot)

    def _open(self, case: Case, view: View) -> None:
        opening = self._prompts.opening.fill(
            request=quoted("the request", case.brief),
            steps=str(view.steps_left),
            seconds=f"{view.page_seconds_left:.0f}",
            briefing=self._briefing.text,
        )
        rules = self._prompts.system.fill(data_note=NOTE, calls=str(self._settings.max_calls_a_turn))
        self._conversation.open(system(rules), user(Text(opening)))

    def _notes(self, view: View) -> str:
        notes = []
        if self._idle >= _WARN_AFTER:
            notes.append(f"Your last {self._idle} steps changed nothing visible. Try something else, or finish.")
        if view.steps_left == 1:
            notes.append("One step is left. After it you are asked for your summary.")
        return "\n".join(notes)


def _limit_in_reach(view: View) -> StopReason:
    """Return why a model that calls `finish` now ends: a limit that leaves it one step at most, or its own choice."""
    if view.steps_left <= 1:
        return "steps"
    return "time" if view.page_seconds_left < _LAST_SECONDS else "finished"


def _stop(reason: StopReason) -> Decision:
    return Decision(actions.Finish(), f"The exploration ends because {ENDINGS[reason]}.", stopped=reason)


def _explain_missing_call(reply: AgentReply) -> str:
    why = {"refusal": "the reply was a refusal", "length": "the reply was cut off before a tool call"}
    return why.get(reply.finish, "the reply has no tool call")


def _summary(reply: AgentReply) -> str:
    """Return the summary of the call, else the reply's text."""
    for call in reply.calls:
        try:
            parsed = parse_call(call)
        except InvalidCallError:
            continue
        if isinstance(parsed, FinishExploration):
            return parsed.summary[:_MAX_REPORT]
    return reply.text[:_MAX_REPORT]
