"""A model judge whose calls go through litellm to a provider on loopback: tests assert the requests as sent."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.model.judge import ModelJudge
from pytest_cookie.judging.model.settings import JudgeSettings
from pytest_cookie.llm.models import Models, ModelSettings
from tests.provider import Asked, Provider, Reply
from tests.unit.judging.evidence_builders import case
from tests.unit.judging.model.scripted import PROMPTS, REPLIES, Item


def scripted(**replies: object) -> Callable[[Asked], Reply]:
    """A model that gives the same reply to every request for a form, or the next of an iterator."""
    told = {**REPLIES, **replies}

    def reply(asked: Asked) -> Reply:
        said = told[asked.reply_name]
        return Reply(text=json.dumps(next(said) if isinstance(said, Iterator) else said))

    return reply


class HttpJudge:
    """Judges items with the model of `provider`; `asked` has the requests of the last verdict by form."""

    def __init__(self, provider: Provider, folder: Path) -> None:
        self.provider = provider
        self.asked: dict[str, Asked] = {}
        self._models = Models(ModelSettings(folder / "state", folder / "replay", replay_mode="off"))

    def judge(self, item: Item, *, settings: JudgeSettings | None = None, **replies: object) -> Verdict:
        self.provider.forget()
        self.provider.model = scripted(**replies)
        judge = ModelJudge("openai/x", self._models, PROMPTS, settings or JudgeSettings())
        verdict = judge.judge(
            case("action", brief="Super Mario"), item.artifact, item.evidence, item.folder, source=item.source
        )
        self.asked = {asked.reply_name: asked for asked in self.provider.asked}
        return verdict
