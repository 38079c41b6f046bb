"""`[tool.pytest-cookie.protocol]` of `auigym`."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from pytest_cookie.llm.transport.chat_arguments import refuse_parameters
from pytest_cookie.protocols.auigym.tasks import MAX_STEPS

Feedback = Literal["both", "solvability", "navigation"]
DashboardKind = Literal["dashboard", "text", "screenshots"]
Coordinates = Literal["window", "thousandths", "resized"]


class Options(BaseModel):
    """How tasks are verified, done and reported by models."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_steps: int = Field(default=MAX_STEPS, ge=1, le=100)
    """Maximum number of actions for a task (AUI-Gym, section 5.1: 20)."""
    task_tokens: int = Field(default=200_000, ge=1_000)
    """Maximum number of tokens of an agent for a task."""
    pictures: int = Field(default=3, ge=1, le=20)
    """Windows that an agent sees at once: the current one and those before it."""
    replies: Literal["auto", "json", "ui-tars", "tools"] = "auto"
    """Form of an agent's replies. `auto`: the text of UI-TARS for models with this name, JSON for all others.
    `tools`: calls of the computer tool of Anthropic or OpenAI, by the model's provider."""
    computer_tool: str = Field(default="", pattern=r"^(computer_\d{8}|computer|computer_use_preview)?$")
    """Type of that tool. Default: by the model's name."""
    coordinates: Coordinates = "window"
    """Coordinates of UI-TARS. `window`: CSS px; `thousandths` of the window (UI-TARS 1.0); `resized`: of a picture
    whose sides are multiples of 28 px (UI-TARS 1.5)."""
    verifier: str = ""
    """Model that writes checkers for tasks without one. Default: the agent's model."""
    verifier_parameters: dict[str, JsonValue] | None = None
    """Parameters of the verifier's calls, such as `reasoning_effort`. Default: those of the setting `agent`."""
    verify: Literal["missing", "all"] = "missing"
    """`missing`: tasks with a checker keep it. `all`: the verifier writes every checker."""
    coder: str = ""
    """Model that revises the artifact. Default: the artifact's model."""
    commenter: str = ""
    """Model that reads dashboards. Default: the agent's model."""
    commenter_parameters: dict[str, JsonValue] | None = None
    """Parameters of the commenter's calls. Default: those of the setting `agent`."""
    coder_prompt: Literal["general", "agents"] = "general"
    """What models are asked for beside the brief. `agents`: also ids for all controls, use in a window of 1280 × 720
    px, plain JavaScript, elements chosen by their meaning, and a tidy design (AUI-Gym, appendix B)."""
    feedback: Feedback = "both"
    """What the coder receives: unsupported tasks (`solvability`), comments on failed tasks (`navigation`), or both."""
    summarise_unsupported: bool = False
    """Whether the coder first sums up the unsupported tasks, and revises by its summary (AUI-Gym, section 4.2)."""
    dashboard: DashboardKind = "dashboard"
    """What the commenter sees of an episode: the dashboard, its actions as text, or its windows."""
    first_window: bool = False
    """Whether the commenter also sees the window at the start, beside the dashboard (AUI-Gym, appendix B)."""
    comments_at_once: int = Field(default=8, ge=1, le=8)
    """Maximum number of failed tasks in one call of the commenter (AUI-Gym, appendix B: 1). More pictures exceed the
    context of many models."""
    comment_issues: int = Field(default=5, ge=1, le=20)
    """Maximum number of problems that one call of the commenter names (AUI-Gym, appendix B: 3)."""
    comment_changes: int = Field(default=8, ge=1, le=20)
    """Maximum number of changes that one call of the commenter asks for (AUI-Gym, appendix B: 6)."""

    comment_flags: bool = False
    """Whether the commenter also says if the main reason lies outside of the first window, and if its changes leave
    alone what works (AUI-Gym, appendix B)."""

    @field_validator("verifier_parameters", "commenter_parameters")
    @classmethod
    def _without_secrets(cls, parameters: dict[str, JsonValue] | None) -> dict[str, JsonValue] | None:
        return None if parameters is None else refuse_parameters(parameters)
