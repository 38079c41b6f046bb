"""The coder's first prompt with `coder_prompt = "agents"`."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.generation.chat import ChatGenerator
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.protocol import PROTOCOL, _asking_for_agents
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.stages import Inputs, Stages
from pytest_cookie.protocols.cookie.composition import generation_prompts
from pytest_cookie.protocols.registry import name_prompts
from tests.scripted_model import ScriptedModel
from tests.unit.judging.evidence_builders import case

KEY = ItemKey(case="one", model="openai/coder", mode="html", repeat=1)
READY = object()


def stages(chat: ScriptedModel) -> Stages:
    generator = ChatGenerator("openai/coder", chat, generation_prompts())
    inputs = Inputs(lambda case, key: {"prompts": "general"}, {}, {})
    made = Stages(lambda model: generator if model == "openai/coder" else READY, None, None, None, inputs, None)  # type: ignore[arg-type, return-value]
    return _asking_for_agents(SimpleNamespace(mode="html"), made)  # type: ignore[arg-type]


def test_a_model_is_also_asked_for_what_programs_need(tmp_path: Path):
    chat = ScriptedModel("```html\n<!doctype html><title>Tea</title>\n```")
    artifact = stages(chat).generator_of("openai/coder").generate(case(), KEY, tmp_path / "artifact")
    assert case().brief in chat.text(0)
    for told in ("an id of its own", "1280 × 720 px", "plain JavaScript", "by their meaning", "tidy"):
        assert told in chat.text(0)
    plain = ChatGenerator("openai/coder", chat, generation_prompts()).generate(case(), KEY, tmp_path / "plain/artifact")
    assert artifact.prompt != plain.prompt


def test_only_results_of_models_depend_on_the_prompt():
    list_facts = stages(ScriptedModel("")).inputs.generate
    assert list_facts(case(), KEY) == {"prompts": "general", "coder_prompt": list_facts(case(), KEY)["coder_prompt"]}  # type: ignore[index]
    assert list_facts(case(), KEY.model_copy(update={"model": "ready"})) == {"prompts": "general"}


def test_the_manifest_names_the_prompt_that_the_artifact_names(tmp_path: Path):
    chat = ScriptedModel("```html\n<!doctype html><title>Tea</title>\n```")
    artifact = stages(chat).generator_of("openai/coder").generate(case(), KEY, tmp_path / "artifact")
    agents = Options(coder_prompt="agents")
    assert name_prompts(PROTOCOL, Roles(), options=agents, generates=True) == {"generate": artifact.prompt}
    assert name_prompts(PROTOCOL, Roles(), options=agents) == {}
    general = name_prompts(PROTOCOL, Roles(), options=Options(), generates=True)
    assert general == {"generate": generation_prompts().identity} != {"generate": artifact.prompt}


def test_ready_artifacts_stay_and_projects_are_refused():
    made = stages(ScriptedModel(""))
    assert made.generator_of("ready") is READY
    with pytest.raises(UsageError, match="not for --cookie-mode=react"):
        _asking_for_agents(SimpleNamespace(mode="react"), made)  # type: ignore[arg-type]
    gone = replace(made, inputs=replace(made.inputs, generate=lambda case, key: None))
    assert _asking_for_agents(SimpleNamespace(mode="html"), gone).inputs.generate(case(), KEY) is None  # type: ignore[arg-type]
