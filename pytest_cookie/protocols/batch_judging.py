"""Judges a run's stored evidence by batches of model calls, at half the price and within a day or so.

A model judge asks in stages, each built on the reply to the one before. So the items are judged in rounds: each item
goes as far as the responses reach, then one batch carries the next request of all items. A round repeats the stages
before it from cached responses, which costs no calls.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from pytest_cookie.core.stages import Judge
from pytest_cookie.llm.batch.batch_models import BatchModels
from pytest_cookie.llm.batch.state import BatchStateFile
from pytest_cookie.llm.batch.watch import BatchSettings
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.model_access import STATE
from pytest_cookie.protocols.phase_keys import Facts
from pytest_cookie.protocols.rejudge import RejudgeResult, rejudge
from pytest_cookie.protocols.settings import Settings
from pytest_cookie.records.run import RunFolder

_FOLDER = "batches"


def batch_folder(run: RunFolder) -> Path:
    """The folder of a run with the state of its batches."""
    return run.path / STATE / _FOLDER


@contextmanager
def open_batches(
    run: RunFolder, models: Models, settings: Settings, note: Callable[[str], None]
) -> Iterator[BatchModels]:
    """The model calls of the run, by batches. The caller holds the run's lock."""
    polling = BatchSettings(poll_seconds=settings.batch_poll_seconds, patience_seconds=settings.answer_seconds)
    with BatchModels(models, BatchStateFile(batch_folder(run)), polling, note) as batches:
        yield batches


def rejudge_by_batches(
    run: RunFolder, judge: Judge, batches: BatchModels, *, facts: Facts, at_once: int
) -> RejudgeResult:
    """As `rejudge`; the judge's calls are those of `batches`. Raises `KeyboardInterrupt` while it waits."""
    judge_round = partial(rejudge, run, judge, facts=facts, at_once=at_once, stops_without_budget=False)
    found = judge_round()
    while found.awaiting:
        batches.exchange()
        found = _add(found, judge_round(only=found.awaiting))
    return found


def _add(before: RejudgeResult, after: RejudgeResult) -> RejudgeResult:
    """Both rounds together. Unreadable records are the same in each."""
    return replace(
        after,
        judged=before.judged + after.judged,
        unscored=before.unscored + after.unscored,
        problems=tuple(dict.fromkeys((*before.problems, *after.problems))),
    )
