"""`ModelAccess`: how a run calls models: where state and cached responses are kept, and the budget."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pytest_cookie.llm.cost.ledger import Account
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport.api_keys import missing_key
from pytest_cookie.llm.transport.litellm_call import Timeouts
from pytest_cookie.llm.transport.retry import Patience
from pytest_cookie.protocols.settings import Settings

STATE = "models"
"""The folder in a run's that all its workers share."""
ANSWERS = "answers"
"""The folder in that one with the answers of this run alone, where those of before are not taken: paid for is paid
for, and a run that was killed is continued without asking again."""
REPLAY = ".replay"
"""The folder beside the runs with the answers of before."""


@dataclass(frozen=True)
class ModelAccess:
    """`root` is the project's folder, to which paths in settings are relative.

    Below `run`, the run's folder, all workers share one account and one budget. `switchboard` is where the process
    listens that makes their calls.
    """

    root: Path
    run: Path
    replay: Literal["on", "only", "off"] = "on"
    budget_usd: float | None = None
    switchboard: Path | None = None

    def models(self, settings: Settings) -> Models:
        """What all calls of this process go through. Costs nothing before the first."""
        whole = settings.call_seconds
        asks_anew = self.replay == "off"
        return Models(
            ModelSettings(
                state=self.run / STATE,
                replay=self.run / STATE / ANSWERS if asks_anew else self.root / settings.reports / REPLAY,
                replay_mode="on" if asks_anew else self.replay,
                budget_usd=self.budget_usd,
                allow_unknown_price=settings.allow_unknown_prices,
                prices=self.root / settings.prices if settings.prices else None,
                concurrent_calls=settings.calls_at_once,
                timeouts=Timeouts(connect=min(15.0, whole), read=whole, whole=whole),
                patience=Patience(deadline_seconds=settings.answer_seconds),
                switchboard=self.switchboard,
            )
        )


def keyless(models: Iterable[str], replay: Literal["on", "only", "off"]) -> list[str]:
    """A line for each of `models` that cannot be called for want of a key, so that it is known before anything runs."""
    if replay == "only":
        return []
    left = "only its answers of before can be had" if replay == "on" else "no call of it can be made"
    missing = {model: missing_key(model) for model in dict.fromkeys(models)}
    return [
        f"{model}: {variable} is not in the environment; without it {left}"
        for model, variable in missing.items()
        if variable
    ]


def spending(account: Account) -> str:
    """What was really spent, in a line."""
    usage = account.usage
    tokens = f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    calls = "1 new call" if account.calls == 1 else f"{account.calls} new calls"
    line = f"models: {calls}, {tokens}"
    if account.unpriced and account.unpriced == account.calls:
        line += ", of unknown price (see `prices` in the settings)"
    else:
        line += f", ${account.cost_usd:.4f}"
    if 0 < account.unpriced < account.calls:
        line += f" and {account.unpriced} calls of unknown price (see `prices` in the settings)"
    if account.unsure_usd:
        line += f"; at most ${account.unsure_usd:.4f} more for calls that got no answer"
    return line
