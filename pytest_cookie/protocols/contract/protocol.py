"""`EvaluationProtocol`: how artifacts are evaluated: what its scores mean, and the stages that give them.

A package adds one under an entry point of the group `pytest_cookie.protocols` (docs/how-to/add-a-protocol.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.slices import COMMON, COMMON_IDS, CaseLabels, SliceSpec, read_labels
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.protocols.contract.accepted_roles import ANY, NO_OTHER_JUDGE, OWN_STAGES, AcceptedRoles
from pytest_cookie.protocols.contract.roles import CRAWLER, Roles

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_cookie.browser.host import BrowserHost
    from pytest_cookie.core.case import Case
    from pytest_cookie.core.labels import Mode
    from pytest_cookie.core.score_spec import ScoreSet
    from pytest_cookie.core.stages import Judge
    from pytest_cookie.core.verdict import Figure
    from pytest_cookie.generation.coding.tool_context import Services
    from pytest_cookie.generation.ready_files import HandedIn
    from pytest_cookie.llm.models import Models
    from pytest_cookie.protocols.contract.settings import Settings
    from pytest_cookie.protocols.contract.stages import Facts, Stages
    from pytest_cookie.records.item import ItemFolder

COOKIE = "cookie"
"""The default protocol."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True)
class JudgeInputs:
    """What a protocol makes its judge from. `options` are its own options, an instance of `EvaluationProtocol.options`.

    `models` makes the calls of models; `roles` has the judge that the user named.
    """

    settings: Settings
    models: Models
    roles: Roles
    options: BaseModel | None = None


@dataclass(frozen=True)
class StageInputs(JudgeInputs):
    """What a protocol composes its stages from. The browser of `host` starts when an item needs it.

    `samples` is the folder of the protocol's samples; None for those of Cookie. `revisions` is how often an artifact
    may be revised, for protocols that can.
    """

    host: BrowserHost = field(kw_only=True)
    services: Services = field(kw_only=True)
    mode: Mode = field(kw_only=True)
    handed_in: HandedIn | None = field(kw_only=True, default=None)
    samples: Path | None = field(kw_only=True, default=None)
    revisions: int = field(kw_only=True, default=0)


@dataclass(frozen=True)
class EvaluationProtocol:
    """A protocol. With a `judge` and without `compose`, all other stages are those of Cookie.

    `variant` returns another protocol if the options choose one, whose scores must not be mixed with those of this one.

    `case_fields` are extra fields of its cases, which its judge finds in `Case.fields`; `options` are its options in
    `[tool.pytest-cookie.protocol]`. `cases` (a file or folder) and `samples` (a folder) are its own benchmark; without
    them, it is Cookie's. `check_cases` raises `UsageError` for cases that cannot be run on this machine with its
    options, `check_artifacts` for existing artifacts (their files or folders), `check_agent` for cases that the agent
    of the run cannot use on the artifacts of its models. `notes` are lines about the cases for the start of a run.
    `lint` says what makes a valid case unfair (`pytest-cookie cases --lint`). `agent` is the agent without a model,
    which `--cookie-agent` replaces; `agents` and `judges` say which others it takes, so that none is ignored. Without
    them, a protocol with a `judge` takes no other judge, and one with `compose` no other agent. `prompts` names the
    prompts by role, for the manifest, where they are not Cookie's; `models` are those that its options name, so that
    their keys and prices are checked before anything runs; `revises`: whether `--cookie-revisions` is possible.
    `annotation_forms` is a folder of its forms for people (`pytest-cookie annotate`). `rater_pictures` are the pictures
    of an item's evidence that people see while they rate, in place of the explorer's screenshots; nothing in them may
    tell model or scores. `slices` are labels by which its results are broken down, beside those of every case: fields
    of its cases, or what `label_case` reads. `rebuilds`: the task of a case is a page, so that briefs may be alike.
    `builds`: models build with tools in every mode, so that they may be given documentation.

    Artifacts that cannot be used as a whole, such as blank or crashing pages, fail before `judge` sees them
    (`unusable_artifacts`), unless `judges_unusable`: then `judge` gets them, too. Raise `version` whenever the same
    artifact may get other scores.
    """

    name: str
    version: str
    scores: ScoreSet
    judge: Callable[[JudgeInputs], Judge] | None = None
    compose: Callable[[StageInputs], Stages] | None = None
    case_fields: type[BaseModel] | None = None
    options: type[BaseModel] | None = None
    check_cases: Callable[[Sequence[Case], BaseModel | None], None] | None = None
    check_artifacts: Callable[[Sequence[Path], BaseModel | None], None] | None = None
    check_agent: Callable[[Sequence[Case], Roles, Sequence[str]], None] | None = None
    notes: Callable[[Sequence[Case]], Iterable[str]] | None = None
    lint: Callable[[Case], Iterable[str]] | None = None
    variant: Callable[[BaseModel | None], EvaluationProtocol | None] | None = None
    cases: Path | None = None
    samples: Path | None = None
    agent: str = CRAWLER
    agents: AcceptedRoles | None = None
    judges: AcceptedRoles | None = None
    prompts: Callable[[Roles, BaseModel | None], Mapping[str, str]] | None = None
    models: Callable[[Roles, BaseModel | None], tuple[str, ...]] | None = None
    revises: bool = False
    annotation_forms: Path | None = None
    rater_pictures: Callable[[ItemFolder], Iterable[Figure]] | None = None
    slices: tuple[SliceSpec, ...] = ()
    label_case: Callable[[Case], CaseLabels] | None = None
    judges_unusable: bool = False
    rebuilds: bool = False
    builds: bool = False

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} is not a name: lower-case letters, digits, - and _")
        if self.judge is None and self.compose is None:
            raise ValueError(f"{self.name} has no judge")
        if taken := [spec.id for spec in self.slices if spec.id in COMMON_IDS | {*self.scores.ids}]:
            raise ValueError(f"{self.name} declares the label {taken[0]}, which every case or its scores have")
        known = {spec.id for spec in self.all_slices}
        if missing := [name for spec in self.slices for name in spec.crosses if name not in known]:
            raise ValueError(f"{self.name} crosses the label {missing[0]}, which it does not declare")

    @property
    def all_slices(self) -> tuple[SliceSpec, ...]:
        """The labels of every case, and its own."""
        return (*COMMON, *self.slices)

    def labels_of(self, case: Case) -> CaseLabels:
        """The values of its own labels."""
        return self.label_case(case) if self.label_case else read_labels(case.fields, self.slices)

    def configure(self, given: Mapping[str, JsonValue], *, file: Path | None = None) -> EvaluationProtocol:
        """The protocol that the options in `[tool.pytest-cookie.protocol]` of `file` choose. Raises `UsageError`."""
        options = self.read_options(given, file=file)
        return (self.variant(options) if self.variant else None) or self

    def read_options(self, given: Mapping[str, JsonValue], *, file: Path | None = None) -> BaseModel | None:
        """Its options from `[tool.pytest-cookie.protocol]` of `file`. Raises `UsageError`, also for unknown ones.

        A model with the configuration `extra="allow"` takes unknown ones.
        """
        place = f"{file}: " if file else ""
        if self.options is None:
            if given:
                raise UsageError(
                    f"{place}[tool.pytest-cookie.protocol] has {next(iter(given))}, but the protocol {self.name} has "
                    "no options. Name its protocol with --cookie-protocol, or keep the table in a TOML file of its own "
                    "and pass that with -c"
                )
            return None
        try:
            extra = self.options.model_config.get("extra")
            return self.options.model_validate(dict(given), extra=extra if extra == "allow" else "forbid")
        except ValidationError as error:
            raise UsageError("\n".join(place + self._complaint(problem) for problem in error.errors())) from error

    def check_roles(self, roles: Roles) -> None:
        """Raise `UsageError` for an agent or a judge that this protocol does not use."""
        agent = (roles.agent,)
        agents = self.agents or (OWN_STAGES if self.compose else ANY)
        judges = self.judges or (NO_OTHER_JUDGE if self.judge else ANY)
        agents.check(
            "--cookie-agent",
            self.name,
            models=agent if roles.asks_agent else (),
            packages=agent if roles.adds_agent else (),
        )
        judges.check(
            "--cookie-judge",
            self.name,
            models=roles.model_judges,
            packages=roles.added_judges,
            sampled=[f"{name}*{number}" for name, number in roles.samples.items() if number > 1],
        )

    def _complaint(self, problem: Mapping[str, object]) -> str:
        place = problem["loc"]
        name = ".".join(map(str, place if isinstance(place, tuple) else ()))
        known = list(self.options.model_fields) if self.options else []
        hint = "" if name in known else did_you_mean(name, known, most=1)
        reason = "unknown option" if problem["type"] == "extra_forbidden" else problem["msg"]
        return f"[tool.pytest-cookie.protocol] {name}: {reason}{hint} (protocol {self.name})"

    def make_judge(self, given: JudgeInputs) -> Judge | None:
        """Its own judge; None if it has none. Raises `UsageError`."""
        if self.judge is None:
            return None
        own = self.judge(given)
        if self.judges_unusable:
            return own
        from pytest_cookie.judging.missing_libraries import LibraryAwareJudge  # judging is needed here only
        from pytest_cookie.protocols.contract.unusable_artifacts import UsablePageJudge

        usable = UsablePageJudge(own, self.scores)
        return LibraryAwareJudge(usable) if given.settings.blocked_dependency == "unscored" else usable

    def facts(self, judge: Judge, given: JudgeInputs) -> Facts:
        """The inputs of a verdict beside case, artifact and evidence. Cookie has its own."""
        options = given.options.model_dump(mode="json") if given.options else {}
        judging = given.settings.judging
        return {
            "judge": judge.id, "version": judge.version, "protocol": self.name, "protocol_version": self.version,
            "options": options, **({"judging": judging} if judging else {}),
        }  # fmt: skip
