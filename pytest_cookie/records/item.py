"""`ItemFolder`: where one item's files are, from artifact to record."""

import contextlib
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.record import Record
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.files import (
    PART,
    clear_parts,
    flush_folder,
    flush_tree,
    overwrite_model,
    read_model,
    remove,
    write_model,
)

BUILD_LOG = "build.log"
"""What a build said, beside the deployment's log."""
CODING_LOG = "coding.jsonl"
"""The talk with a model that built a project, beside the artifact."""

ITEM_PATH = re.compile(r"items(/(?!\.)[^/\x00-\x1f]+){4}")
"""`items/<case>/<model>/<mode>/<repeat>`: the path of an item's folder below the run's."""
TEST_PATH = re.compile(r"tests(/(?!\.)[^/\x00-\x1f]+){1,2}")
"""`tests/<test>` or `tests/<test>/<number>`: what a test of the user's own has made by our fixtures."""

_MAX_NAME = 100
_ODD = re.compile(r"[^A-Za-z0-9._~(),:@+-]")


def verdict_file(judge: str) -> str:
    """`verdicts/<judge>.json` below the item's folder: `/` reads `-`.

    Where more than that had to be changed, because the id is long (a panel's) or odd, a hash keeps ids apart.
    """
    name = judge.replace("/", "-")
    plain = _ODD.sub("-", name)
    if plain != name or plain.startswith(".") or len(plain) > _MAX_NAME - len(".json"):
        code = hashlib.sha256(judge.encode(errors="replace")).hexdigest()[:12]
        plain = f"{plain.lstrip('.')[: _MAX_NAME - len(f'-{code}.json')]}-{code}"
    return f"verdicts/{plain}.json"


@dataclass(frozen=True)
class ItemFolder:
    """`items/<case>/<model>/<mode>/<repeat>/`, written by the one worker that runs the item.

    A result counts by its JSON file, which is written last, once the other files are on the disk, and removed first.
    """

    path: Path

    @property
    def artifact(self) -> Path:
        """The artifact's files."""
        return self.path / "artifact"

    @property
    def built(self) -> Path:
        """What was built of the artifact's sources, where it needed that."""
        return self.path / "dist"

    @property
    def evidence(self) -> Path:
        """`<session>/…` and `evidence.json`."""
        return self.path / "evidence"

    @property
    def log(self) -> Path:
        """What the deployment refused, or did not have."""
        return self.path / "deployment.log"

    def write_case(self, case: Case) -> None:
        """Write `case.json`, so that the item can be judged again where its suite is not."""
        write_model(self.path / "case.json", case)

    def read_case(self) -> Case:
        """The case as it was when the item ran."""
        return read_model(self.path / "case.json", Case)

    def tidy(self) -> None:
        """Remove what a writer that was killed left under temporary names. Raises `OSError`."""
        clear_parts(self.path)
        clear_parts(self.path / "verdicts")

    def sweep(self) -> None:
        """Remove what a killed writer left anywhere in the item: half a film, half a file. Raises `OSError`."""
        for path in self.path.rglob(f".*{PART}"):
            path.unlink(missing_ok=True)

    def forget_artifact(self) -> None:
        """Remove the artifact, whole or half-written, and all that was made from it. Raises `OSError`."""
        self.forget_evidence()
        self._retract(self.path / "artifact.json")
        said = (*self.path.glob("reply-*.md"), self.path / CODING_LOG)
        served = (self.path / "deployment.json", self.log, self.built, self.path / BUILD_LOG)
        for path in (self.artifact, *said, *served):
            remove(path)

    def forget_evidence(self) -> None:
        """Remove the evidence, whole or half-written, and all verdicts on it. Raises `OSError`."""
        for path in (self.path / "verdicts").glob("*.json"):
            self._retract(path)
        self._retract(self.evidence / "evidence.json")
        for path in (self.path / "verdicts", self.evidence):
            remove(path)

    def _retract(self, path: Path) -> None:
        """It must not come back after a power cut, beside what is written next."""
        if path.is_file():
            path.unlink()
            flush_folder(path.parent)

    def write_artifact(self, artifact: Artifact) -> None:
        """Write `artifact.json`, beside the files. Raises `OSError` where these cannot be flushed."""
        flush_tree(self.artifact)
        write_model(self.path / "artifact.json", artifact)

    def read_artifact(self) -> Artifact:
        """The artifact as stored."""
        return read_model(self.path / "artifact.json", Artifact)

    def write_deployment(self, deployment: Deployment) -> None:
        """Write `deployment.json`."""
        write_model(self.path / "deployment.json", deployment)

    def read_deployment(self) -> Deployment:
        """The deployment as it was."""
        return read_model(self.path / "deployment.json", Deployment)

    def write_evidence(self, evidence: Evidence) -> None:
        """Write `evidence/evidence.json`; that it is there says that the evidence is complete. Raises `OSError`."""
        for path in (self.evidence, self.log):
            flush_tree(path)
        write_model(self.evidence / "evidence.json", evidence)

    @property
    def has_evidence(self) -> bool:
        """Whether there is evidence, which is complete then."""
        return (self.evidence / "evidence.json").exists()

    def read_evidence(self) -> Evidence:
        """The evidence as stored."""
        return read_model(self.evidence / "evidence.json", Evidence)

    def write_verdict(self, verdict: Verdict) -> None:
        """Write `verdicts/<judge>.json`, beside those of other judges."""
        write_model(self.path / verdict_file(verdict.judge), verdict)

    def read_verdict(self, judge: str) -> Verdict:
        """The verdict of `judge` as stored."""
        return read_model(self.path / verdict_file(judge), Verdict)

    def write_record(self, record: Record) -> None:
        """Write `record.json`."""
        write_model(self.path / "record.json", record)

    def squeeze_in(self, record: Record, *, unfinished: Stage) -> None:
        """`write_record` on a disk that is full: what the phase `unfinished` has written gives way to it.

        Where even that makes no room, the record of before is overwritten in its place, or stays.
        """
        with contextlib.suppress(OSError, RecordingError):
            if unfinished == "generate":
                self.forget_artifact()
            elif unfinished == "explore":
                self.forget_evidence()
            self.write_record(record)
            return
        with contextlib.suppress(OSError):
            overwrite_model(self.path / "record.json", record)

    def read_record(self) -> Record:
        """The record as stored."""
        return read_model(self.path / "record.json", Record)
