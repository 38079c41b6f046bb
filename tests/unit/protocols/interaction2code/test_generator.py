"""What becomes of a model's failure to rebuild a page."""

from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.core.spend import Spend
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS
from pytest_cookie.llm.errors import BudgetSpentError, ModelError, ProviderError, ReplayMissError
from pytest_cookie.protocols.interaction2code.generation.generator import RebuildGenerator
from pytest_cookie.protocols.interaction2code.generation.message import RebuildPrompts
from pytest_cookie.protocols.interaction2code.options import Options
from tests.scripted_model import ScriptedModel
from tests.unit.protocols.interaction2code.recorded_case import write_case

KEY = ItemKey(case="ferry", model="openai/any", mode="html")


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (BudgetSpentError("the next call could cost more", spend=Spend(calls=1)), BudgetSpentError),
        (ProviderError("no answer", spend=Spend(calls=1)), GenerationError),
        (ReplayMissError("not cached", spend=Spend(calls=1)), GenerationError),
    ],
)
def test_an_exhausted_budget_is_no_failure_of_the_provider(tmp_path: Path, error: ModelError, raised: type[Exception]):
    generator = RebuildGenerator("openai/any", ScriptedModel(error), RebuildPrompts.read(), Options(), DEFAULT_LIMITS)
    with pytest.raises(raised) as caught:
        generator.generate(write_case(tmp_path), KEY, tmp_path / "item/artifact")
    assert getattr(caught.value, "spend").calls == 1  # noqa: B009
