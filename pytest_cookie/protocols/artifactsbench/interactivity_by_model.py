"""The interactivity class of a page by a model, from pictures and the measured use (ArtifactsBench, section 2.2).

One small call beside the referee's. The model does not get the measured class, the class of the case or the brief, so
that the classes can be compared; it gets the measurements, so they are not independent.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, JsonValue

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import clip
from pytest_cookie.core.wording import count
from pytest_cookie.llm.errors import BudgetSpentError, ModelError, UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.artifactsbench.case_fields import Interactivity
from pytest_cookie.protocols.artifactsbench.interactivity import MeasuredInteractivity, effective_steps, way_of
from pytest_cookie.protocols.artifactsbench.referee_message import choose_captures

MOST_PICTURES = 2
_MAX_KINDS = 20
_MAX_REASON = 400


class ClassifiedPage(BaseModel):
    """The reply of a classifying model."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    reply_name: ClassVar[str] = "interactivity_class"

    interactivity: Interactivity
    reason: Annotated[str, AfterValidator(lambda text: clip(text, _MAX_REASON))] = ""


@dataclass(frozen=True)
class ModelInteractivity:
    """The class, None if no reply could be read, for the reason in `problem`."""

    model: str
    interactivity: Interactivity | None
    reason: str
    spend: Spend
    problem: str = ""


@dataclass(frozen=True)
class InteractivityClassifier:
    """A model that classifies pages. `parameters` go with every call."""

    model: str
    chat: ChatModel
    prompt: Prompt
    parameters: Mapping[str, JsonValue]
    repairs: int = 2

    def classify(
        self, evidence: Evidence, measured: MeasuredInteractivity | None, captures: tuple[Picture, ...]
    ) -> ModelInteractivity:
        """The class of a page. Raises `JudgingError` if the provider fails, and `BudgetSpentError`."""
        chosen = [captures[index] for index in choose_captures(len(captures), MOST_PICTURES)]
        messages: tuple[Message, ...] = (
            system(self.prompt.fill(data_note=NOTE)),
            user(Text(quoted("measured use", describe_use(evidence, measured))), *chosen),
        )
        request = Request(model=self.model, messages=messages, purpose="judge", parameters=dict(self.parameters))
        try:
            answered = ask(self.chat, request, ClassifiedPage, repairs=self.repairs)
        except UnparseableReply as error:
            return ModelInteractivity(self.model, None, "", error.spend, str(error))
        except BudgetSpentError:
            raise
        except ModelError as error:
            raise JudgingError(f"{self.model}, interactivity class: {error}", spend=error.spend) from error
        return ModelInteractivity(self.model, answered.value.interactivity, answered.value.reason, answered.spend)


def describe_use(evidence: Evidence, measured: MeasuredInteractivity | None) -> str:
    """How many controls the page has, which were tried and which responded; numbers, without texts of the page."""
    inventory = evidence.perception.inventory
    controls = Counter(control.role or control.tag for control in inventory.controls) if inventory else Counter[str]()
    canvases = len(inventory.canvases) if inventory else 0
    inputs = [step for step in evidence.trace.steps if step.action.is_input]
    responded = Counter(way_of(step.action) for step in effective_steps(evidence.trace))
    lines = [
        f"controls when loaded: {_listed(controls)}",
        f"canvas elements: {canvases}",
        f"inputs tried: {_listed(Counter(way_of(step.action) for step in inputs))}",
        f"inputs with a visible or audible effect: {_listed(responded)}",
    ]
    if measured is not None:
        lines.append(f"different controls and keys with an effect: {measured.controls}")
        lines.append(f"changes without input: {'yes' if measured.moves else 'no'}")
    else:
        lines.append(f"the page was not used: {count(len(evidence.trace.steps), 'step')}")
    return "\n".join(lines)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.most_common(_MAX_KINDS)) or "none"
