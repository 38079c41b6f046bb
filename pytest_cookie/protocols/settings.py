"""`Settings`: the table `[tool.pytest-cookie]` of a project's `pyproject.toml`."""

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue, ValidationError, field_validator

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.llm.transport.chat_arguments import refused_parameter

SETTINGS_FILE = "pyproject.toml"


class Settings(FrozenModel):
    """What seldom changes between runs; what does is an option of the command line.

    - `chromium`: the browser to use; else Playwright's own, else a system Chromium or Chrome.
    - `reports`: where new run folders are made, relative to the project.
    - `max_steps`, `max_seconds`: how long an exploration may last, in actions and in seconds.
    - `clock`: how page time passes: `stepped` (frame by frame, the same on every machine), `cooperative` (real time in
      portions), or `auto`: stepped where the browser and the page allow it.
    - `seed`: of the page's `Math.random` and of every choice an explorer makes.
    - `film`, `draw_hand`: whether an exploration is filmed, and whether the film shows pointer and keys.
    - `policy`: a TOML file with the rules of the gate that decides the exit code of every run (docs/comparing.md).
    - `pass_total`: a scored item passes only with at least this total (0–100); without it every scored item passes.
    - `max_page_mb`, `max_artifact_mb`: a larger page or artifact fails.
    - `packages`: where the packages of projects that have to be built are kept, for all runs; else the user's cache.
    - `library`: a folder with a `package.json` and a `package-lock.json`, whose packages answer requests to content
      delivery networks instead of our own choice, once they are installed (docs/cdn.md); `false`: none does.
    - `blocked_dependency`: what a page is that is blank without something from such a network, where its case allows
      that (`cdn: true`): `unscored` or `failed`.
    - `build_seconds`: how long a build may take, in seconds of the wall and of processor time.
    - `allow_unsandboxed_builds`: build also where there is no sandbox; builds run other people's programs.
    - `max_wall_seconds`, `max_item_seconds`: how long the use of a page, and all of an item's sessions with second
      tries, may take by the wall; without them 600 and 900, where a model uses the page 2,400 and 3,000.
    - `max_cpu_seconds`: processor time of the browser, in the use of a page; twice as much ends the page.
    - `max_memory_mb`, `max_tasks`: what the browser's processes may take together, in memory and in processes and
      threads; a page that takes more is ended.
    - `max_evidence_mb`: an exploration ends where the item's evidence takes more.
    - `max_film_mb`, `max_film_kbps`, `max_film_seconds`: of a film; it gets coarser, leaves frames out, ends.
    - `generation`, `agent`, `judging`: parameters of the models' calls by role, as in a chat completion (`temperature`,
      `max_tokens`, `seed`, `reasoning_effort` …); what is not said is the provider's own default.
    - `coding_turns`, `coding_max_tokens`, `coding_seconds`: how long a model may work on a project in React mode: in
      replies, in tokens of all its calls together, in seconds of the wall.
    - `coding_services`: a Python file with the functions by which such a model searches, fetches and draws; without it
      it does none of that (docs/react.md).
    - `agent_seconds`: how long a model may use a page, in seconds of page time, instead of `max_seconds`: it waits for
      what takes minutes, such as a countdown.
    - `agent_sees`: `blind`, or `published`: with the source and with stage 1's scores (Cookie-Bench C.3.1).
    - `agent_marks`: whether the agent's pictures have numbered marks on what can be used.
    - `agent_max_tokens`: an agent's exploration ends when its calls together took more.
    - `takes_video`, `takes_sound`: whether a judge is given the film and the sound themselves; else what litellm knows.
    - `prices`: a TOML file of prices by model, in dollars for a million tokens, before litellm's own.
    - `allow_unknown_prices`: let a run with a budget begin though a model's price is unknown; its calls count as free.
    - `calls_at_once`: of one provider, over all workers. `call_seconds`: how long one try of a call may take,
      `answer_seconds` all its tries together.
    - `max_browsers`, `max_working`: how many browsers of a run's workers may be alive at once, and how many of them at
      work rather than at rest while a model thinks; else what memory and processors allow (docs/scaling-out.md).
    """

    chromium: Path | None = None
    reports: Path = Path("reports")
    max_steps: int = Field(default=50, ge=1, le=500)
    max_seconds: float = Field(default=90.0, gt=0, le=3600)
    clock: Literal["auto", "stepped", "cooperative"] = "auto"
    seed: int = 0
    film: bool = True
    draw_hand: bool = True
    policy: Path | None = None
    pass_total: float | None = Field(default=None, ge=0, le=100)
    max_page_mb: float = Field(default=20.0, gt=0)
    max_artifact_mb: float = Field(default=64.0, gt=0)
    packages: Path | None = None
    library: Path | Literal[False] | None = None
    blocked_dependency: Literal["unscored", "failed"] = "unscored"
    build_seconds: float = Field(default=300.0, gt=0, le=3_600)
    allow_unsandboxed_builds: bool = False
    max_wall_seconds: float | None = Field(default=None, gt=0, le=86_400)
    max_item_seconds: float | None = Field(default=None, gt=0, le=86_400)
    max_cpu_seconds: float = Field(default=900.0, gt=0)
    max_memory_mb: float = Field(default=3_000.0, ge=300)
    max_tasks: int = Field(default=1_000, ge=200)
    max_evidence_mb: float = Field(default=256.0, gt=0)
    max_film_mb: float = Field(default=64.0, gt=0)
    max_film_kbps: int = Field(default=16_000, gt=0)
    max_film_seconds: float = Field(default=1_800.0, gt=0, le=3_600)
    coding_turns: int = Field(default=60, ge=1, le=1_000)
    coding_max_tokens: int = Field(default=3_000_000, ge=1_000)
    coding_seconds: float = Field(default=3_600.0, gt=0, le=86_400)
    coding_services: Path | None = None
    generation: dict[str, JsonValue] = {}
    agent: dict[str, JsonValue] = {}
    judging: dict[str, JsonValue] = {}
    agent_seconds: float = Field(default=300.0, gt=0, le=3600)
    agent_sees: Literal["blind", "published"] = "blind"
    agent_marks: bool = True
    agent_max_tokens: int = Field(default=600_000, ge=1_000)
    takes_video: bool | None = None
    takes_sound: bool | None = None
    prices: Path | None = None
    allow_unknown_prices: bool = False
    calls_at_once: int = Field(default=16, ge=1, le=1_000)
    call_seconds: float = Field(default=300.0, gt=0, le=3_600)
    answer_seconds: float = Field(default=900.0, gt=0, le=7_200)
    max_browsers: int | None = Field(default=None, ge=1, le=1_000)
    max_working: int | None = Field(default=None, ge=1, le=1_000)

    @field_validator("generation", "agent", "judging")
    @classmethod
    def _without_secrets(cls, parameters: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Reject secrets before they reach the manifest of a run."""
        if refused := refused_parameter(parameters):
            raise ValueError(f"{refused} cannot be set here; keys and addresses of providers come from the environment")
        return parameters


def load_settings(folder: Path) -> Settings:
    """The settings in the `pyproject.toml` of `folder`; defaults if it has none. Raises `UsageError`."""
    path = folder / SETTINGS_FILE
    return read_settings(path) if path.is_file() else Settings()


def read_settings(path: Path) -> Settings:
    """The settings in a TOML file; defaults if it has no `[tool.pytest-cookie]`. Raises `UsageError`."""
    try:
        return Settings.model_validate(_table(path) or {})
    except ValidationError as error:
        raise UsageError(
            "\n".join(_complaint(path, problem["loc"], problem["msg"]) for problem in error.errors())
        ) from error


def has_settings(path: Path) -> bool:
    """Whether `path` is a TOML file with a table `[tool.pytest-cookie]`. Raises `UsageError` for invalid TOML."""
    return path.is_file() and _table(path) is not None


def find_settings(start: Path) -> Path | None:
    """The nearest `pyproject.toml` with the plugin's table, in `start` or above. Raises `UsageError`."""
    candidates = (folder / SETTINGS_FILE for folder in (start, *start.parents))
    return next((path for path in candidates if has_settings(path)), None)


def project_folder(start: Path) -> Path:
    """The folder that paths in settings are relative to: that of the nearest settings, or else `start`."""
    found = find_settings(start)
    return found.parent if found else start


def _table(path: Path) -> object | None:
    try:
        tools = tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"{path}: {error}") from error
    return tools.get("pytest-cookie") if isinstance(tools, dict) else None


def _complaint(path: Path, place: tuple[int | str, ...], message: str) -> str:
    name = ".".join(str(part) for part in place)
    near = get_close_matches(name, Settings.model_fields, n=1)
    hint = f"; did you mean {near[0]}?" if near and near[0] != name else ""
    reason = {"Extra inputs are not permitted": "unknown setting"}.get(message, message)
    return f"{path}: [tool.pytest-cookie] {name}: {reason.removeprefix('Value error, ')}{hint}"
