"""Composes the stages of ArtifactsBench from those of Cookie."""

from dataclasses import replace
from typing import Protocol, runtime_checkable

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.stages import Generator
from pytest_cookie.exploration.rendered_dom import DOM_FILE
from pytest_cookie.generation.file_intake import IntakeLimits
from pytest_cookie.protocols.artifactsbench.published_explorer import PAPER_WINDOW, WINDOW, PublishedExplorer
from pytest_cookie.protocols.artifactsbench.published_generator import EXTRACTION_VERSION, PublishedGenerator
from pytest_cookie.protocols.artifactsbench.referee_settings import DEFAULT_WINDOW, RefereeSettings
from pytest_cookie.protocols.contract.protocol import StageInputs
from pytest_cookie.protocols.contract.stages import Facts, Inputs, Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie
from pytest_cookie.protocols.run.existing_files import intake_limits


@runtime_checkable
class _KeepsDom(Protocol):
    keeps_dom: bool


def compose_staged(given: StageInputs) -> Stages:
    """Cookie's stages, whose explorer also keeps the rendered HTML."""
    stages = compose_cookie(given)
    if isinstance(stages.explorer, _KeepsDom):
        stages.explorer.keeps_dom = True
    return replace(stages, inputs=_explored(stages.inputs, {**stages.inputs.explore, "keeps": DOM_FILE}))


def compose_published(given: StageInputs) -> Stages:
    """Pages by the published rules of extraction, and pictures a second apart. Raises `UsageError`."""
    if given.mode != "html":
        raise UsageError(f"--cookie-mode={given.mode}: the published way of ArtifactsBench takes HTML pages only")
    options = given.options if isinstance(given.options, RefereeSettings) else RefereeSettings(mode="published")
    stages = compose_cookie(given)
    explorer = PublishedExplorer(
        given.host,
        pictures=max(1, options.pictures),
        seed=given.settings.seed,
        window=WINDOW if options.window == DEFAULT_WINDOW else PAPER_WINDOW,
    )
    settings = given.settings.model_dump(mode="json", include={"seed", "clock", "max_memory_mb", "max_tasks"})
    inputs = _explored(stages.inputs, {**settings, **explorer.facts})
    generated, limits = inputs.generate, intake_limits(given.settings)
    return replace(
        stages,
        generator_of=lambda model: _by_published_rules(stages.generator_of(model), limits),
        explorer=explorer,
        inputs=replace(
            inputs,
            generate=lambda case, key: (
                None if (facts := generated(case, key)) is None else {**facts, "extraction": EXTRACTION_VERSION}
            ),
        ),
    )


def _by_published_rules(generator: Generator, limits: IntakeLimits) -> Generator:
    return PublishedGenerator(generator, limits)


def _explored(inputs: Inputs, facts: Facts) -> Inputs:
    return replace(inputs, explore=facts)
