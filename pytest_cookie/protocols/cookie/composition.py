"""Composes the stages of Cookie."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_measured_judge, make_watches
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.stages import Generator, Judge
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.deployment.project import ProjectDeployer
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.agent.model_agent import ModelAgent
from pytest_cookie.exploration.agent.settings import AGENT_BUDGET, LONG_HISTORY_TOKENS, AgentPrompts, AgentSettings
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.exploration.yielding_model import YieldingModel
from pytest_cookie.generation.chat import ChatGenerator, GenerationPrompts
from pytest_cookie.generation.coding.generator import CodingGenerator
from pytest_cookie.generation.coding.settings import CodingBudget, CodingPrompts
from pytest_cookie.generation.coding.tool_context import ALL_OFF, Services
from pytest_cookie.generation.react.scaffold import SCAFFOLD, Scaffold
from pytest_cookie.generation.ready_files import Stock
from pytest_cookie.judging.missing_libraries import LibraryAwareJudge
from pytest_cookie.judging.model.judge import ModelJudge
from pytest_cookie.judging.model.settings import JudgePrompts, JudgeSettings
from pytest_cookie.judging.panel import Panel
from pytest_cookie.judging.samples import SampledChat, SampledJudge, name_samples
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.prompt import read_prompt
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.contract.added_checks import all_checks, describe_added_checks
from pytest_cookie.protocols.contract.added_roles import (
    AgentInputs,
    find_added_agent,
    make_added_judge,
    version_of_agent,
)
from pytest_cookie.protocols.contract.protocol import JudgeInputs
from pytest_cookie.protocols.contract.roles import Roles, is_added
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Stages
from pytest_cookie.protocols.cookie.inputs import inputs_of
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.existing_files import intake_limits, stock_of
from pytest_cookie.protocols.run.library import library_of
from pytest_cookie.protocols.run.scaffold import scaffold_of
from pytest_cookie.sandbox.archive_extraction import Allowance
from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.packages import default_store

PROMPTS = Path(__file__).parent / "prompts"


def compose(
    settings: Settings,
    host: BrowserHost,
    models: Models,
    roles: Roles,
    *,
    mode: Mode = "html",
    services: Services = ALL_OFF,
    stock: Stock | None = None,
) -> Stages:
    """The stages of a run; `roles` must be checked. `services` are for models that build projects, `stock`
    has the existing files, by default the samples."""
    judge, library = judge_of(roles, settings, models), library_of(settings)
    explorer = _explorer(settings, host, models, roles)
    explorer.device = settings.device
    stock = stock or stock_of(settings)
    builder = Builder(_build_settings(settings))
    scaffold = scaffold_of(settings) if mode == "react" else SCAFFOLD
    with_tools = partial(
        _coder, settings=settings, models=models, builder=builder, services=services, scaffold=scaffold
    )
    return Stages(
        generator_of=lambda model: generator_of(
            model, settings, models, stock, coder=with_tools if mode == "react" else None
        ),
        deployer=ProjectDeployer(StaticDeployer(library), builder),
        explorer=explorer,
        judge=judge,
        inputs=inputs_of(
            settings,
            roles,
            judge=judge,
            prompts=_all_prompts(roles, mode)
            | {"cdn": generation_prompts().cdn.identity, "scaffold": scaffold.digest}
            | ({"agent": version} if (version := version_of_agent(roles, AgentInputs(settings, models))) else {}),
            stock=stock,
            services=services.facts,
            library=library,
        ),
        scores=COOKIE_SCORES,
    )


def prompts_of(roles: Roles, *, mode: Mode = "html", generates: bool = False, judges: bool = True) -> dict[str, str]:
    """The identity of the prompts of every role that a model plays, for the manifest.

    Without `judges`, the protocol has a judge of its own, whose version names its prompts.
    """
    left_out = {"generate": not generates, "judge": not judges}
    return {role: name for role, name in _all_prompts(roles, mode).items() if not left_out.get(role)}


def _all_prompts(roles: Roles, mode: Mode) -> dict[str, str]:
    author = CodingPrompts.read(PROMPTS) if mode == "react" else generation_prompts()
    identities = {"generate": author.identity}
    if roles.asks_agent:
        identities["explore"] = AgentPrompts.read(PROMPTS).identity
    if roles.first_model_judge:
        identities["judge"] = JudgePrompts.read(PROMPTS).identity(roles.ablation)
    return identities


def generator_of(
    model: str, settings: Settings, models: Models, stock: Stock, *, coder: Callable[[str], Generator] | None = None
) -> Generator:
    """The generator for `model`. With a `coder`, models build projects with it instead of replying in a chat."""
    if not stock.is_asked(model):
        return stock.generator(model)
    if coder is not None:
        return coder(model)
    return ChatGenerator(model, models, generation_prompts(), settings.generation, intake_limits(settings))


def _coder(
    model: str, *, settings: Settings, models: Models, builder: Builder, services: Services, scaffold: Scaffold
) -> CodingGenerator:
    budget = CodingBudget(
        turns=settings.coding_turns, tokens=settings.coding_max_tokens, seconds=settings.coding_seconds
    )
    return CodingGenerator(
        model,
        models,
        CodingPrompts.read(PROMPTS),
        scaffold,
        builder,
        settings.generation,
        budget,
        intake_limits(settings),
        services,
        models.tool_outcomes,
    )


def judge_of(roles: Roles, settings: Settings, models: Models) -> Judge:
    """The judge, or a panel of several."""
    judges = [_judge(name, roles, settings, models) for name in roles.judges]
    judge = judges[0] if len(judges) == 1 else Panel(judges)
    return LibraryAwareJudge(judge) if settings.blocked_dependency == "unscored" else judge


def _judge(name: str, roles: Roles, settings: Settings, models: Models) -> Judge:
    if name == MEASURED:
        return make_measured_judge(all_checks(), added=describe_added_checks())
    if is_added("judges", name):
        return make_added_judge(name, JudgeInputs(settings, models, roles))
    samples = roles.samples[name]
    if samples == 1:
        return _model_judge(name, roles, settings, models)
    chats = {number: SampledChat(models, number) for number in range(1, samples + 1)}
    judges = {number: _model_judge(name, roles, settings, models, asked=chat) for number, chat in chats.items()}
    sampled = [SampledJudge(judge, number) for number, judge in judges.items()]
    return Panel(sampled, name=name_samples(sampled, judges[1].id))


def _model_judge(
    name: str, roles: Roles, settings: Settings, models: Models, *, asked: ChatModel | None = None
) -> ModelJudge:
    entry = models.entry(name)
    takes = JudgeSettings(
        takes_video=bool(entry and entry.takes_video) if settings.takes_video is None else settings.takes_video,
        takes_audio=bool(entry and entry.takes_sound) if settings.takes_sound is None else settings.takes_sound,
        parameters=settings.judging,
    )
    prompts, checks = JudgePrompts.read(PROMPTS), all_checks()
    return ModelJudge(name, asked or models, prompts, takes, ablation=roles.ablation, checks=checks)


def _explorer(settings: Settings, host: BrowserHost, models: Models, roles: Roles) -> BrowserExplorer:
    film = _film(settings) if settings.film else None
    checks = all_checks()
    watches = partial(make_watches, checks)
    if roles.adds_agent:
        budget = _bounded(Budget(max_seconds=settings.max_seconds), settings)
        new_agent = find_added_agent(roles.agent, AgentInputs(settings, YieldingModel(models, host.workplace)))
        return BrowserExplorer(host, new_agent, budget=budget, seed=settings.seed, film=film, watches=watches)
    if not roles.asks_agent:
        budget = _bounded(Budget(max_seconds=settings.max_seconds), settings)
        crawler = partial(make_crawler, checks)
        return BrowserExplorer(host, crawler, budget=budget, seed=settings.seed, film=film, watches=watches)
    prompts = AgentPrompts.read(PROMPTS)
    usual = AgentSettings()
    agent = replace(
        usual,
        max_tokens=settings.agent_max_tokens,
        history_tokens=LONG_HISTORY_TOKENS if models.caches_cheaply(roles.agent) else usual.history_tokens,
        marks=settings.agent_marks,
        parameters=usual.parameters | settings.agent,
    )
    published = settings.agent_sees == "published"
    resting = YieldingModel(models, host.workplace)
    return BrowserExplorer(
        host,
        lambda: ModelAgent(roles.agent, resting, prompts, agent),
        budget=_bounded(replace(AGENT_BUDGET, max_seconds=settings.agent_seconds), settings),
        seed=settings.seed,
        film=film,
        watches=watches,
        impression=_model_judge(roles.first_model_judge, roles, settings, models, asked=resting).first_impression
        if published
        else None,
    )


def _bounded(budget: Budget, settings: Settings) -> Budget:
    return replace(
        budget,
        max_steps=settings.max_steps,
        max_wall_seconds=settings.max_wall_seconds or budget.max_wall_seconds,
        max_item_seconds=settings.max_item_seconds or budget.max_item_seconds,
        max_cpu_seconds=settings.max_cpu_seconds,
        max_evidence_bytes=round(settings.max_evidence_mb * 1e6),
    )


def _film(settings: Settings) -> FilmSettings:
    return FilmSettings(
        draw_hand=settings.draw_hand,
        max_bytes=round(settings.max_film_mb * 1e6),
        max_kbps=settings.max_film_kbps,
        max_seconds=settings.max_film_seconds,
    )


def generation_prompts() -> GenerationPrompts:
    """What models are asked for in a chat."""
    names = ("system", "user", "continue", "cdn")
    return GenerationPrompts(*(read_prompt(PROMPTS / f"generation-{name}.md") for name in names))


def _build_settings(settings: Settings) -> BuildSettings:
    store = settings.packages.expanduser() if settings.packages else default_store()
    return BuildSettings(
        store=store.absolute(),
        limits=Limits(seconds=settings.build_seconds),
        allowance=Allowance(total_bytes=intake_limits(settings).total_bytes),
        allow_unsandboxed=settings.allow_unsandboxed_builds,
    )
