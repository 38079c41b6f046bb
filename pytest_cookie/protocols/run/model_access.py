"""`ModelAccess`: how a run calls models: the folders of its state and cached responses, and its budget."""

import argparse
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.wording import count
from pytest_cookie.llm.cost.ledger import Account, Ledger
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport.api_keys import missing_key
from pytest_cookie.llm.transport.litellm_call import Timeouts
from pytest_cookie.llm.transport.retry import Patience
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.protocols.contract.settings import Settings

STATE = "models"
"""The subfolder of a run that all its workers share."""
ANSWERS = "answers"
"""The subfolder of `STATE` with this run's responses, used with `--cookie-replay=off`: after an interruption, the
resumed run reuses what it already paid for."""
REPLAY = ".replay"
"""The folder beside the runs with the responses cached by all runs."""


@dataclass(frozen=True)
class ModelAccess:
    """`root` is the project's folder, to which paths in settings are relative.

    All workers share one account and one budget below `run`, the run's folder. `switchboard` is the address of the
    process that makes their calls.
    """

    root: Path
    run: Path
    replay: Literal["on", "only", "off"] = "on"
    budget_usd: float | None = None
    switchboard: Path | None = None

    def models(self, settings: Settings) -> Models:
        """The client for all calls of this process. litellm is loaded at the first call."""
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


def add_model_options(parser: "argparse._ActionsContainer") -> None:
    """Add the options of every command that calls models: budget and cached responses."""
    parser.add_argument(
        "--budget-usd",
        type=float,
        metavar="USD",
        help="budget for all model calls, in US dollars; calls that could exceed it are not made (default: none)",
    )
    parser.add_argument(
        "--replay",
        choices=("on", "only", "off"),
        default="on",
        help="cached model responses: on reuses them, only fails if one is missing, off ignores them (default: on)",
    )


def describe_missing_keys(models: Iterable[str], replay: Literal["on", "only", "off"]) -> list[str]:
    """A message for each of `models` without an API key, so that the user learns it before anything runs."""
    if replay == "only":
        return []
    effect = "only cached responses are available" if replay == "on" else "it cannot be called"
    missing = {model: missing_key(model) for model in dict.fromkeys(models)}
    return [
        f"{model}: the environment variable {variable} is not set; without it, {effect}"
        for model, variable in missing.items()
        if variable
    ]


def refuse_missing_keys(models: Models, names: Iterable[str]) -> None:
    """Raise `UsageError` for models without an API key, unless cached responses may do in place of calls."""
    replay = models.settings.replay_mode
    if replay != "only" and models.replay.is_empty and (problems := describe_missing_keys(names, "off")):
        raise UsageError("\n".join([*problems, "Set it in the environment, then run the same command again"]))


def count_calls(run: Path) -> int:
    """The model calls that all sessions of a run have made so far. Raises `RecordingError`."""
    with closing(State(run / STATE)) as state:
        return Ledger(state).account().calls


def describe_spending(account: Account, recorded: Spend = NOTHING, *, before: int = 0) -> str:
    """A line on actual spending, then the notes on the calls; cached responses are free.

    `recorded` is the sum of the records, which have the original cost of cached responses, too. The account of a run is
    that of all its sessions, `before` how many calls the earlier ones made.
    """
    usage = account.usage
    tokens = f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    sessions = f" in all sessions of the run ({account.calls - before:,} in this one)" if before else ""
    line = f"models: {count(account.calls, 'new call')}{sessions}, {tokens}"
    if account.unpriced and account.unpriced == account.calls:
        line += ", of unknown price (see `prices` in the settings)"
    else:
        line += f", ${account.cost_usd:.4f}"
    if 0 < account.unpriced < account.calls:
        line += f" and {account.unpriced} calls of unknown price (see `prices` in the settings)"
    if account.unsure_usd:
        line += f"; at most ${account.unsure_usd:.4f} more for calls that got no answer"
    if recorded.replayed_calls:
        line += f"; {recorded.replayed_calls} of {count(recorded.calls, 'call')} in the records were replayed"
        line += f" (${recorded.replayed_usd:.4f}, not paid again)" if recorded.replayed_usd else ""
    return "\n".join((line, *account.notes))
