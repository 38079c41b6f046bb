"""The inputs of Cookie's stages: settings and roles as plain facts, for the phase keys."""

from pydantic import JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.pictures.stand_ins import PLACEHOLDER_IMAGES_VERSION
from pytest_cookie.generation.react.scaffold import SCAFFOLD
from pytest_cookie.generation.ready_files import Stock
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Facts, Inputs

_FILES_AT_MOST = {"max_page_mb", "max_artifact_mb"}
_CODING = {"coding_turns", "coding_max_tokens", "coding_seconds", "build_seconds"}
_EXPLORING = {
    "seed", "clock", "max_steps", "max_wall_seconds", "max_item_seconds", "max_cpu_seconds", "max_memory_mb",
    "max_tasks", "max_evidence_mb", "build_seconds",
}  # fmt: skip
_FILMING = {"draw_hand", "max_film_mb", "max_film_kbps", "max_film_seconds"}
_CRAWLING = {"max_seconds"}
_AGENTS = {"agent", "agent_seconds", "agent_sees", "agent_marks", "agent_max_tokens"}
_JUDGING = {"judging", "takes_video", "takes_sound"}


def inputs_of(
    settings: Settings,
    roles: Roles,
    *,
    judge: Judge,
    prompts: dict[str, str],
    stock: Stock,
    services: Facts | None = None,
    library: Library | None = None,
) -> Inputs:
    """The inputs of a run. `prompts` are prompt identities by stage, `services` those of a coding model.

    `prompts["agent"]` is the version of an agent that a package adds, `prompts["scaffold"]` the digest of the scaffold.
    """

    def generated(case: Case, key: ItemKey) -> Facts | None:
        most = _some(settings, _FILES_AT_MOST)
        if stock.is_asked(key.model):
            asked = most | {"prompts": prompts.get("generate", ""), "parameters": settings.generation}
            in_react = {"scaffold": prompts.get("scaffold", SCAFFOLD.digest), **_some(settings, _CODING)}
            in_react |= services or {}
            of_cdns = {"cdn_prompt": prompts.get("cdn", "")} if case.cdn else {}
            return asked | (in_react if key.mode == "react" else of_cdns)
        existing = stock.facts(case, key.model)
        return None if existing is None else most | existing

    answered: Facts = {"stand_ins": PLACEHOLDER_IMAGES_VERSION, **({"library": library.key} if library else {})}
    explored = {**_explored(settings, roles, judge, prompts), **answered}
    return Inputs(generated, explored, judge_facts(settings, roles, judge))


def judge_facts(settings: Settings, roles: Roles, judge: Judge) -> Facts:
    """The inputs of a verdict beside case, artifact and evidence. The version names rubric and prompts."""
    asked = _some(settings, _JUDGING) if set(roles.judges) != {MEASURED} else {}
    strict = {} if settings.blocked_dependency == "unscored" else _some(settings, {"blocked_dependency"})
    return asked | strict | {"judge": judge.id, "version": judge.version}


def _explored(settings: Settings, roles: Roles, judge: Judge, prompts: dict[str, str]) -> Facts:
    film: dict[str, JsonValue] = {"film": _some(settings, _FILMING) if settings.film else None}
    common = _some(settings, _EXPLORING) | film | {"who": roles.agent}
    common |= _some(settings, {"device"}) if settings.device != "desktop" else {}
    common |= {"agent_version": prompts["agent"]} if "agent" in prompts else {}
    if not roles.asks_agent:
        return common | _some(settings, _CRAWLING) | (_some(settings, {"agent"}) if roles.adds_agent else {})
    facts = common | _some(settings, _AGENTS) | {"prompts": prompts.get("explore", "")}
    impression = judge_facts(settings, roles, judge) if settings.agent_sees == "published" else None
    return facts | {"impression": None if impression is None else dict(impression)}


def _some(settings: Settings, names: set[str]) -> dict[str, JsonValue]:
    values: dict[str, JsonValue] = settings.model_dump(mode="json", include=names)
    return values
