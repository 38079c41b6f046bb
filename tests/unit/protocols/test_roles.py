from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings

PUBLISHED = Settings(agent_sees="published")
MODEL = "openai/m"


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        (Roles(agent="crawlr"), "did you mean 'crawler'"),
        (Roles(judge="mesured"), "did you mean 'measured'"),
        (Roles(judge=" , "), "names no judge; use `measured` or a model"),
        (Roles(judge=f"measured,{MODEL}", ablation="no_video"), "`measured` has no stages to omit"),
        (Roles(judge=MODEL), "needs a model as --cookie-agent"),
        (Roles(agent=MODEL), "needs a model as --cookie-agent and one as --cookie-judge"),
    ],
)
def test_incompatible_roles_are_refused(roles: Roles, message: str):
    with pytest.raises(UsageError, match=message):
        roles.check(PUBLISHED)


def test_a_published_agent_gets_the_first_judge_that_is_a_model():
    roles = Roles(agent=MODEL, judge="measured,openai/a,openai/b,openai/a")
    roles.check(PUBLISHED)
    assert roles.judges == ("measured", "openai/a", "openai/b")
    assert roles.first_model_judge == "openai/a"


def test_each_role_has_its_own_parameters():
    settings = Settings(agent={"temperature": 1}, judging={"temperature": 0})
    calls = Roles(agent=MODEL, judge=f"measured,{MODEL}").calls(settings)
    assert calls == ((MODEL, {"temperature": 1}), (MODEL, {"temperature": 0}))
    assert Roles().calls(settings) == ()
    assert not Roles().ask_models
    assert Roles(judge=MODEL).ask_models


def test_models_without_image_input_are_named(tmp_path: Path):
    models = Models(ModelSettings(tmp_path / "state", tmp_path / "replay"))
    assert Roles(agent="gpt-3.5-turbo", judge="openai/gpt-4o,measured").blind(models) == ("gpt-3.5-turbo",)
    assert Roles(judge="gpt-3.5-turbo", ablation="no_vision").blind(models) == ()
    assert Roles(judge="openai/of-a-name-that-nobody-knows").blind(models) == ()
