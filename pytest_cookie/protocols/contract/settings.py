"""`Settings`: the table `[tool.pytest-cookie]` of a project's `pyproject.toml`."""

import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue, ValidationError, field_validator

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Device
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.llm.transport.chat_arguments import refuse_parameters
from pytest_cookie.records.plain_tree import read_bounded_text

SETTINGS_FILE = "pyproject.toml"


class Settings(FrozenModel):
    """The table `[tool.pytest-cookie]`: settings that rarely change between runs. Command-line options hold the rest.

    Paths are relative to the folder of the `pyproject.toml`. `docs/reference/settings.md` is generated from these
    fields.
    """

    chromium: Path | None = None
    """Path of the Chromium to use. Without it, Playwright's own Chromium is used, then a Chromium or Chrome installed
    on the system."""
    reports: Path = Path("reports")
    """Folder for new run folders."""
    max_steps: int = Field(default=50, ge=1, le=500)
    """Maximum number of actions in one exploration. The crawler's first look at the page counts as one; a model's look
    and its `finish` do not."""
    max_seconds: float = Field(default=90.0, gt=0, le=3600)
    """Maximum length of one exploration by the crawler, in seconds of page time."""
    clock: Literal["auto", "stepped", "cooperative"] = "auto"
    """How page time passes. `stepped`: frame by frame, the same on every machine. `cooperative`: real time, in
    portions. `auto`: `stepped` where browser and page support it, else `cooperative`."""
    seed: int = 0
    """Seed of the page's random numbers and of every choice that an explorer makes."""
    device: Device = "desktop"
    """What pages are used on. `desktop`: 1280 × 720 px with a mouse. `phone`: 375 × 812 px with a finger. In both cases
    the page at rest is measured at three widths."""
    film: bool = True
    """Whether to record a film of each exploration."""
    draw_hand: bool = True
    """Whether the film shows the pointer and the pressed keys."""
    exports: dict[str, dict[str, str]] = {}
    """Where every run is exported at its end, and again after `pytest-cookie judge` and `merge`: the names that
    `pytest-cookie export --to` takes, each with a table of its options. Shards are exported after `merge`."""
    policy: Path | None = None
    """TOML file with gate rules that decide the exit code of every run."""
    pass_total: float | None = Field(default=None, ge=0, le=100)
    """Minimum total score, 0 to 100, that a scored item needs to pass. Without it, every scored item passes."""
    max_page_mb: float = Field(default=20.0, gt=0)
    """Maximum size of an HTML page. A larger page fails."""
    max_artifact_mb: float = Field(default=64.0, gt=0)
    """Maximum size of an artifact. A larger artifact fails."""
    packages: Path | None = None
    """Folder for the npm packages of built projects, shared by all runs. Without it, the user's cache
    folder."""
    library: Path | Literal[False] | None = None
    """Folder with a `package.json` and a `package-lock.json` whose packages answer requests to content delivery
    networks, after `pytest-cookie library --install`. Without it, the built-in selection is used. `false`: such
    requests are refused."""
    blocked_dependency: Literal["unscored", "failed"] = "unscored"
    """Outcome of a page that stays blank because a content delivery network is refused, if its case has `cdn: true`."""
    build_seconds: float = Field(default=300.0, gt=0, le=3_600)
    """Maximum duration of a project's build, both in wall-clock and in processor seconds."""
    allow_unsandboxed_builds: bool = False
    """Whether to build projects on machines without a sandbox. Builds run other people's programs."""
    max_wall_seconds: float | None = Field(default=None, gt=0, le=86_400)
    """Maximum wall-clock time of one exploration. Default: 600, or 2,400 where a model uses the page."""
    max_item_seconds: float | None = Field(default=None, gt=0, le=86_400)
    """Maximum wall-clock time of all browser sessions of an item, including retries. Default: 900, or 3,000 where a
    model uses the page; for each version of a page 1,800 or 10,800 with `auigym`; 7,200 with `vibecode`."""
    max_cpu_seconds: float = Field(default=900.0, gt=0)
    """Maximum processor time of the browser in one exploration. At this limit the exploration ends; at twice the limit
    the page is closed."""
    max_memory_mb: float = Field(default=3_000.0, ge=300)
    """Maximum memory of the browser's processes together. A page that takes more is closed."""
    max_tasks: int = Field(default=1_000, ge=200)
    """Maximum number of processes and threads of the browser. A page that starts more is closed."""
    max_evidence_mb: float = Field(default=256.0, gt=0)
    """Maximum size of an item's evidence. At this limit the exploration ends."""
    max_film_mb: float = Field(default=64.0, gt=0)
    """Maximum size of a film. Near this limit the picture gets coarser, then frames are left out."""
    max_film_kbps: int = Field(default=16_000, gt=0)
    """Maximum bit rate of a film."""
    max_film_seconds: float = Field(default=1_800.0, gt=0, le=3_600)
    """Maximum length of a film, in seconds of page time. The film ends there."""
    coding_turns: int = Field(default=60, ge=1, le=1_000)
    """Maximum number of replies of a model that builds a React project."""
    coding_max_tokens: int = Field(default=3_000_000, ge=1_000)
    """Maximum number of tokens of all calls of such a model together."""
    coding_seconds: float = Field(default=3_600.0, gt=0, le=86_400)
    """Maximum wall-clock time for which such a model may work on one project."""
    coding_services: Path | None = None
    """Python file with functions through which such a model searches the web, fetches pages and draws pictures. Without
    it, the first two tools refuse, and a picture is a placeholder."""
    coding_packages: Path | None = None
    """Folder with a `package.json` and a `package-lock.json` that add npm packages to those of the scaffold, for such a
    model. Without it, the model has those of the scaffold only."""
    coding_docs: Path | None = None
    """Folder with documentation (Markdown, HTML, reStructuredText, plain text) that such a model searches without a
    network, also with `vibecode`."""
    generation: dict[str, JsonValue] = {}
    """Parameters of the calls that generate artifacts, as in a chat completion: `temperature`, `max_tokens`, `seed`,
    `reasoning_effort` and so on. Parameters that are left out keep the provider's default."""
    agent: dict[str, JsonValue] = {}
    """Parameters of the calls of an exploring model, as for `generation`."""
    judging: dict[str, JsonValue] = {}
    """Parameters of the calls of a judging model, as for `generation`."""
    protocol: dict[str, JsonValue] = {}
    """Options of the protocol that `--cookie-protocol` names, as its documentation lists them."""
    agent_seconds: float = Field(default=300.0, gt=0, le=3600)
    """Maximum length of an exploration by a model, in seconds of page time. Replaces `max_seconds` there, since a model
    waits for slow things such as a countdown."""
    agent_sees: Literal["blind", "published"] = "blind"
    """What an exploring model knows of the page. `blind`: only the page itself. `published`: also the source, the
    console of the load and the static scores, as in Cookie-Bench C.3.1."""
    agent_marks: bool = True
    """Whether the pictures for an exploring model have numbered marks on the controls."""
    agent_max_tokens: int = Field(default=600_000, ge=1_000)
    """Maximum number of tokens of all calls of an exploring model for one item. At this limit the exploration ends."""
    takes_video: bool | None = None
    """Whether a judging model receives the film itself. Without it, what litellm knows about the model decides."""
    takes_sound: bool | None = None
    """Whether a judging model receives the sound itself. Without it, what litellm knows about the model decides."""
    prices: Path | None = None
    """File with prices by model, which take precedence over the prices that litellm knows."""
    allow_unknown_prices: bool = False
    """Whether a run with a budget may start although the price of a model is unknown. The calls of that model then
    count as free."""
    calls_at_once: int = Field(default=16, ge=1, le=1_000)
    """Maximum number of concurrent calls to one provider, over all workers."""
    call_seconds: float = Field(default=300.0, gt=0, le=3_600)
    """Timeout of a single attempt of a call."""
    answer_seconds: float = Field(default=900.0, gt=0, le=7_200)
    """Timeout of a call including all its retries."""
    max_browsers: int | None = Field(default=None, ge=1, le=1_000)
    """Maximum number of browsers that the workers of a run keep open at once. Without it, memory decides."""
    max_working: int | None = Field(default=None, ge=1, le=1_000)
    """Maximum number of browsers that work at once; the others wait for a model. Without it, the number of processors
    decides."""

    @field_validator("generation", "agent", "judging")
    @classmethod
    def _without_secrets(cls, parameters: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Reject secrets before they reach the manifest of a run."""
        return refuse_parameters(parameters)


def load_settings(folder: Path) -> Settings:
    """The settings in the `pyproject.toml` of `folder`; defaults if it has none. Raises `UsageError`."""
    path = folder / SETTINGS_FILE
    return read_settings(path) if path.is_file() else Settings()


def read_settings(path: Path) -> Settings:
    """The settings in a TOML file; defaults if it has no `[tool.pytest-cookie]`. Raises `UsageError`."""
    try:
        table = _table(path)
        return Settings.model_validate({} if table is None else table)
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


def find_differing_settings(read: Path, others: Iterable[Path]) -> Path | None:
    """The first of `others` whose table differs from that of `read`. Files that cannot be read do not count."""
    table = _table(read)
    for path in others:
        with suppress(UsageError):
            if path != read and has_settings(path) and _table(path) != table:
                return path
    return None


def describe_settings_source(read: Path, unread: Path | None) -> str:
    """The file that was read and, if there is one, the file with other settings that was not."""
    if unread is None:
        return str(read)
    return f"{read}; not read: {unread}, whose [tool.pytest-cookie] differs"


def _table(path: Path) -> object | None:
    try:
        tools = tomllib.loads(read_bounded_text(path)).get("tool")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"{path}: {error}") from error
    return tools.get("pytest-cookie") if isinstance(tools, dict) else None


def _complaint(path: Path, place: tuple[int | str, ...], message: str) -> str:
    if not place:
        return f"{path}: [tool.pytest-cookie] must be a table, such as [tool.pytest-cookie] with a line max_steps = 30"
    name, first = ".".join(str(part) for part in place), str(place[0])
    hint = "" if first in Settings.model_fields else did_you_mean(first, list(Settings.model_fields), most=1)
    reason = {"Extra inputs are not permitted": "unknown setting"}.get(message, message)
    return f"{path}: [tool.pytest-cookie] {name}: {reason.removeprefix('Value error, ')}{hint}"
