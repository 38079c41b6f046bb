"""`CachedPhases`: the complete results of an item on disk whose inputs are unchanged (`phase_keys`)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.protocols.contract.stages import Inputs
from pytest_cookie.protocols.run.phase_keys import NO_KEYS, PhaseKeys
from pytest_cookie.records.item import ItemFolder

BEFORE_EVIDENCE = "deploy or explore"
"""The phase after generation; a deployment leaves no result to reuse."""

Noun = TypeVar("Noun", Artifact, Evidence, Verdict, Record)


@dataclass(frozen=True)
class CachedPhases:
    """`record` is the last record, with any key. The other results are None unless complete and keyed by `keys`.

    A verdict is reused only with its evidence, evidence only with its artifact.
    """

    keys: PhaseKeys
    record: Record | None = None
    artifact: Artifact | None = None
    evidence: Evidence | None = None
    verdict: Verdict | None = None

    def is_settled(self, *, retry_errors: bool) -> bool:
        """Whether the item is done: scored, failed, or unscored by a cause that is not retried.

        An item that was interrupted, or left out for lack of budget or of a usable model, is never done.
        """
        record = self.record
        if record is None or record.made_from != self.keys.verdict:
            return False
        return record.cause is None or not (retry_errors or record.cause.is_of_the_run)

    @property
    def next_phase(self) -> str:
        """The phase to run next."""
        if self.artifact is None:
            return "generate"
        return "judge" if self.evidence else BEFORE_EVIDENCE

    @property
    def seconds(self) -> dict[str, float]:
        """Duration of the reused phases."""
        seconds = self.record.phase_seconds if self.record else {}
        return {phase: seconds[phase] for phase in self._phases() if phase in seconds}

    @property
    def spend(self) -> dict[Stage, Spend]:
        """Model cost of the reused phases."""
        made: dict[Stage, Artifact | Evidence | Verdict | None] = {
            "generate": self.artifact, "explore": self.evidence, "judge": self.verdict,
        }  # fmt: skip
        return {stage: noun.spend for stage, noun in made.items() if noun is not None}

    def _phases(self) -> tuple[str, ...]:
        generated = ("generate",) if self.artifact else ()
        explored = ("deploy", "explore") if self.evidence else ()
        return (*generated, *explored, *(("judge",) if self.verdict else ()))


def find_cached_phases(
    item: ItemFolder, case: Case, key: ItemKey, inputs: Inputs, *, judge: str, ranking: str
) -> CachedPhases:
    """The reusable results in `item`. Unreadable files do not count, nor do verdicts without the score `ranking`."""
    keys, record = _keys(item, case, key, inputs), _read(item.read_record)
    artifact = _read(item.read_artifact)
    if artifact is None or artifact.made_from != keys.artifact or not _are_complete(artifact, item.artifact):
        return CachedPhases(keys, record)
    evidence = _evidence(item, artifact, keys)
    verdict = _verdict(item, judge, keys, ranking) if evidence else None
    return CachedPhases(keys, record, artifact, evidence, verdict)


def find_record(item: ItemFolder, case: Case, key: ItemKey, inputs: Inputs) -> CachedPhases:
    """Only the record, which shows whether the item is settled, and is much faster."""
    record = _read(item.read_record)
    return CachedPhases(_keys(item, case, key, inputs) if record else NO_KEYS, record)


def _keys(item: ItemFolder, case: Case, key: ItemKey, inputs: Inputs) -> PhaseKeys:
    """The item's keys. If provided files no longer exist, the key of the stored artifact counts."""
    generated = inputs.generate(case, key)
    stored = _read(item.read_artifact) if generated is None else None
    if stored is not None and stored.made_from:
        return PhaseKeys.after(stored.made_from, case, inputs)
    return PhaseKeys.of(case, key, inputs, generated=generated or {})


def _evidence(item: ItemFolder, artifact: Artifact, keys: PhaseKeys) -> Evidence | None:
    evidence = _read(item.read_evidence)
    if evidence is None or evidence.made_from != keys.evidence or evidence.artifact_digest != artifact.digest:
        return None
    folders = ((item.evidence / session.name, session.files) for session in evidence.sessions)
    return evidence if all((folder / name).is_file() for folder, names in folders for name in names) else None


def _verdict(item: ItemFolder, judge: str, keys: PhaseKeys, ranking: str) -> Verdict | None:
    """A verdict without a score does not count, so that the judge runs again."""
    verdict = _read(lambda: item.read_verdict(judge))
    if verdict is None or verdict.made_from != keys.verdict:
        return None
    return verdict if verdict.scores.get(ranking) is not None else None


def _are_complete(artifact: Artifact, folder: Path) -> bool:
    try:
        return all((folder / file.path).stat().st_size == file.size_bytes for file in artifact.files)
    except OSError:
        return False


def _read(read: Callable[[], Noun]) -> Noun | None:
    try:
        return read()
    except RecordingError:
        return None
