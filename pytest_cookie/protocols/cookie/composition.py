"""How Cookie is put together from the stages."""

from dataclasses import replace
from pathlib import Path

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.stages import Generator, Judge
from pytest_cookie.dataset.builtin import builtin_samples_folder
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.agent.policy import AgentPolicy
from pytest_cookie.exploration.agent.settings import AGENT_BUDGET, AgentPrompts, AgentSettings
from pytest_cookie.exploration.crawler import Crawler
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.generation.chat import ChatGenerator, GenerationPrompts
from pytest_cookie.generation.intake import IntakeLimits
from pytest_cookie.generation.ready import READY, SAMPLE_PREFIX, ReadyFiles, SampleFiles
from pytest_cookie.judging.measured import MeasuredJudge
from pytest_cookie.judging.model.judge import ModelJudge
from pytest_cookie.judging.model.settings import JudgePrompts, JudgeSettings
from pytest_cookie.judging.panel import Panel
from pytest_cookie.llm.models import Models
from pytest_cookie.llm.prompt import read_prompt
from pytest_cookie.protocols.cookie.roles import CRAWLER, MEASURED, Roles
from pytest_cookie.protocols.pipeline import Stages
from pytest_cookie.protocols.settings import Settings
from pytest_cookie.protocols.suite import is_asked

PROMPTS = Path(__file__).parent / "prompts"


def compose(settings: Settings, host: BrowserHost, models: Models, roles: Roles) -> Stages:
    """The stages of a run; `roles` are checked already."""
    return Stages(
        generator_of=lambda model: generator_of(model, settings, models),
        deployer=StaticDeployer(),
        explorer=_explorer(settings, host, models, roles),
        judge=judge_of(roles, settings, models),
    )


def prompts_of(roles: Roles, asked: tuple[str, ...]) -> dict[str, str]:
    """The identity of the prompts of every role that a model has, for the manifest."""
    told: dict[str, str] = {}
    if any(is_asked(model) for model in asked):
        told["generate"] = _generation_prompts().identity
    if roles.agent != CRAWLER:
        told["explore"] = AgentPrompts.read(PROMPTS).identity
    if roles.first_model_judge:
        told["judge"] = JudgePrompts.read(PROMPTS).identity(roles.ablation)
    return told


def sample_files(settings: Settings | None = None) -> SampleFiles:
    """The samples that come with pytest-cookie."""
    return SampleFiles(builtin_samples_folder(), _limits(settings or Settings()))


def generator_of(model: str, settings: Settings, models: Models) -> Generator:
    """Who makes the artifacts of `model`."""
    if model.startswith(SAMPLE_PREFIX):
        return sample_files(settings)
    if model == READY:
        return ReadyFiles(_limits(settings))
    return ChatGenerator(model, models, _generation_prompts(), settings.generation, _limits(settings))


def judge_of(roles: Roles, settings: Settings, models: Models) -> Judge:
    """The judge, or the panel of all that are named."""
    judges = [_judge(name, roles, settings, models) for name in roles.judges]
    return judges[0] if len(judges) == 1 else Panel(judges)


def _judge(name: str, roles: Roles, settings: Settings, models: Models) -> Judge:
    return MeasuredJudge() if name == MEASURED else _model_judge(name, roles, settings, models)


def _model_judge(name: str, roles: Roles, settings: Settings, models: Models) -> ModelJudge:
    entry = models.entry(name)
    takes = JudgeSettings(
        takes_video=bool(entry and entry.takes_video) if settings.takes_video is None else settings.takes_video,
        takes_audio=bool(entry and entry.takes_sound) if settings.takes_sound is None else settings.takes_sound,
        parameters=settings.judging,
    )
    return ModelJudge(name, models, JudgePrompts.read(PROMPTS), takes, ablation=roles.ablation)


def _explorer(settings: Settings, host: BrowserHost, models: Models, roles: Roles) -> BrowserExplorer:
    film = FilmSettings(draw_hand=settings.draw_hand) if settings.film else None
    budget = Budget(max_steps=settings.max_steps, max_seconds=settings.max_seconds)
    if roles.agent == CRAWLER:
        return BrowserExplorer(host, Crawler, budget=budget, seed=settings.seed, film=film)
    prompts = AgentPrompts.read(PROMPTS)
    usual = AgentSettings()
    agent = replace(
        usual,
        max_tokens=settings.agent_max_tokens,
        marks=settings.agent_marks,
        parameters=usual.parameters | settings.agent,
    )
    published = settings.agent_sees == "published"
    return BrowserExplorer(
        host,
        lambda: AgentPolicy(roles.agent, models, prompts, agent),
        budget=replace(AGENT_BUDGET, max_steps=settings.max_steps, max_seconds=settings.agent_seconds),
        seed=settings.seed,
        film=film,
        impression=_model_judge(roles.first_model_judge, roles, settings, models).first_impression
        if published
        else None,
    )


def _generation_prompts() -> GenerationPrompts:
    names = ("system", "user", "continue")
    return GenerationPrompts(*(read_prompt(PROMPTS / f"generation-{name}.md") for name in names))


def _limits(settings: Settings) -> IntakeLimits:
    return IntakeLimits(page_bytes=round(settings.max_page_mb * 1e6), total_bytes=round(settings.max_artifact_mb * 1e6))
