"""Misbehaviours of a provider for a referee of ArtifactsBench, in both modes: each kind of reply once or always."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.artifactsbench.referee import PUBLISHED_TRIES, Referee, RefereeResult
from pytest_cookie.protocols.artifactsbench.referee_message import Material, RefereePrompts
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from tests.acceptance.misfortunes import REFUSALS, UNANSWERED, WRONG_REPLIES
from tests.acceptance.modelled import MODEL
from tests.acceptance.test_models_by_role import each, models, some  # noqa: F401 - a fixture
from tests.provider import KEY, Behaviour, Provider
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST

MATERIAL = Material("A counter for cups of tea.", CHECKLIST, "<!doctype html><h1>Cups</h1>")


@pytest.fixture(params=["staged", "published"])
def ask(request: pytest.FixtureRequest, models: Models, tmp_path: Path) -> Callable[[], RefereeResult]:  # noqa: F811
    settings = RefereeSettings.model_validate({"mode": request.param})
    referee = Referee(MODEL, models, RefereePrompts.read(), settings)
    return lambda: referee.judge(MATERIAL)


@each(some(UNANSWERED, 2, 8) | some(WRONG_REPLIES, 1, 2))
def test_a_referee_is_asked_again(ask, provider: Provider, name: str, behaviour: Behaviour):
    provider.first(behaviour, asker="judge")
    result = ask()
    assert result.mean("overall") == pytest.approx(60)
    assert result.unparsed == 0
    assert len(provider.asked) >= 2


@each(some(UNANSWERED, 3, 8) | some(WRONG_REPLIES, 0, 2) | some(REFUSALS, 0, 2))
def test_a_referee_without_a_usable_reply_gives_no_score(ask, provider: Provider, name: str, behaviour: Behaviour):
    provider.always(behaviour, asker="judge")
    if name in UNANSWERED:
        with pytest.raises(JudgingError, match=MODEL) as failed:
            ask()
        assert KEY not in str(failed.value)
        return
    result = ask()
    assert (result.mean("overall"), result.unparsed) == (None, 1)
    assert result.replies[0].problem
    assert 1 <= result.spend.calls <= PUBLISHED_TRIES
