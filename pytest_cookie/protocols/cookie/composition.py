"""How Cookie is put together from the stages."""

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.stages import Generator, Judge
from pytest_cookie.dataset.builtin import builtin_samples_folder
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.crawler import Crawler
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.generation.intake import IntakeLimits
from pytest_cookie.generation.ready import SAMPLE_PREFIX, ReadyFiles, SampleFiles
from pytest_cookie.judging.measured import MeasuredJudge
from pytest_cookie.protocols.pipeline import Stages
from pytest_cookie.protocols.settings import Settings

AGENTS = ("crawler",)
JUDGES = ("measured",)


def compose(settings: Settings, host: BrowserHost, *, agent: str = "crawler", judge: str = "measured") -> Stages:
    """The stages of a run. Raises `UsageError` for an agent or a judge that there is not."""
    check_roles(agent=agent, judge=judge)
    return Stages(
        generator_of=lambda model: _generator(model, settings),
        deployer=StaticDeployer(),
        explorer=BrowserExplorer(
            host,
            Crawler,
            budget=Budget(max_steps=settings.max_steps, max_seconds=settings.max_seconds),
            seed=settings.seed,
            film=FilmSettings(draw_hand=settings.draw_hand) if settings.film else None,
        ),
        judge=judge_called(judge),
    )


def check_roles(*, agent: str, judge: str) -> None:
    """Raise `UsageError` where there is no such agent or judge."""
    _check("--cookie-agent", agent, AGENTS)
    _check("--cookie-judge", judge, JUDGES)


def judge_called(name: str) -> Judge:
    """The judge with this name. Raises `UsageError`."""
    _check("--cookie-judge", name, JUDGES)
    return MeasuredJudge()


def sample_files(settings: Settings | None = None) -> SampleFiles:
    """The samples that come with pytest-cookie."""
    return SampleFiles(builtin_samples_folder(), _limits(settings or Settings()))


def _generator(model: str, settings: Settings) -> Generator:
    return sample_files(settings) if model.startswith(SAMPLE_PREFIX) else ReadyFiles(_limits(settings))


def _limits(settings: Settings) -> IntakeLimits:
    return IntakeLimits(page_bytes=round(settings.max_page_mb * 1e6), total_bytes=round(settings.max_artifact_mb * 1e6))


def _check(option: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise UsageError(f"{option}={name}: this version knows {' and '.join(known)}")
