"""`ItemFolder`: the files of one item, from artifact to record."""

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
from pytest_cookie.core.labels import DEVICE_NAME
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
from pytest_cookie.records.item_sessions import drop_incomplete

BUILD_LOG = "build.log"
"""The output of a build, beside the deployment's log."""
CODING_LOG = "coding.jsonl"
"""The conversation with a model that built a project, beside the artifact."""


_MAX_NAME = 100
_ODD = re.compile(r"[^A-Za-z0-9._~(),@+=-]")


def verdict_file(judge: str) -> str:
    """`verdicts/<judge>.json` below the item's folder, with `-` for `/`, and `=` for `:`, which Windows refuses.

    If the id needs further changes, because it is long (a panel's) or has other characters, a hash keeps it unique.
    """
    name = judge.replace("/", "-").replace(":", "=")
    plain = _ODD.sub("-", name)
    is_odd = plain != name or "=" in judge or plain.startswith(".") or DEVICE_NAME.match(plain)
    if is_odd or len(plain) > _MAX_NAME - len(".json"):
        code = hashlib.sha256(judge.encode(errors="replace")).hexdigest()[:12]
        plain = (
            f"{'_' if DEVICE_NAME.match(plain) else ''}{plain.lstrip('.')[: _MAX_NAME - len(f'-{code}.json')]}-{code}"
        )
    return f"verdicts/{plain}.json"


@dataclass(frozen=True)
class ItemFolder:
    """`items/<case>/<model>/<mode>/<repeat>/`, written by the one worker that runs the item.

    A result is complete once its JSON file exists. That file is written last, after flushing the others, and deleted
    first.
    """

    path: Path

    @property
    def artifact(self) -> Path:
        """The artifact's files."""
        return self.path / "artifact"

    @property
    def built(self) -> Path:
        """The site built from the artifact's sources, if it needs a build."""
        return self.path / "dist"

    @property
    def evidence(self) -> Path:
        """`<session>/…` and `evidence.json`."""
        return self.path / "evidence"

    @property
    def log(self) -> Path:
        """Requests that the deployment refused or could not serve."""
        return self.path / "deployment.log"

    def write_case(self, case: Case) -> None:
        """Write `case.json`, so that the item can be judged again without its suite."""
        write_model(self.path / "case.json", case)

    def read_case(self) -> Case:
        """The case at the time of the run."""
        return read_model(self.path / "case.json", Case)

    def tidy(self) -> None:
        """Delete temporary files of a killed writer. Raises `OSError`."""
        clear_parts(self.path)
        clear_parts(self.path / "verdicts")

    def sweep(self) -> None:
        """Delete partial files of a killed writer anywhere in the item, such as half a film. Raises `OSError`."""
        for path in self.path.rglob(f".*{PART}"):
            path.unlink(missing_ok=True)

    def forget_artifact(self) -> None:
        """Delete the artifact, even if partial, and all later results. Raises `OSError`."""
        self.forget_evidence()
        self._retract(self.path / "artifact.json")
        replies = (*self.path.glob("reply-*.md"), self.path / CODING_LOG)
        served = (self.path / "deployment.json", self.log, self.built, self.path / BUILD_LOG)
        for path in (self.artifact, *replies, *served):
            remove(path)

    def forget_evidence(self, *, keep_sessions: bool = False) -> None:
        """Delete the evidence, even if partial, and all verdicts on it. Raises `OSError`.

        With `keep_sessions`, complete sessions of a `SessionStore` stay; the explorer decides which of them it reuses.
        """
        for path in (self.path / "verdicts").glob("*.json"):
            self._retract(path)
        self._retract(self.evidence / "evidence.json")
        remove(self.path / "verdicts")
        if keep_sessions:
            drop_incomplete(self.evidence)
        else:
            remove(self.evidence)

    def _retract(self, path: Path) -> None:
        """Delete durably, so that the file does not return after a power cut beside newer ones."""
        if path.is_file():
            path.unlink()
            flush_folder(path.parent)

    def write_artifact(self, artifact: Artifact) -> None:
        """Write `artifact.json`, after flushing the files. Raises `OSError` if that fails."""
        flush_tree(self.artifact)
        write_model(self.path / "artifact.json", artifact)

    def read_artifact(self) -> Artifact:
        """The artifact as stored."""
        return read_model(self.path / "artifact.json", Artifact)

    def write_deployment(self, deployment: Deployment) -> None:
        """Write `deployment.json`."""
        write_model(self.path / "deployment.json", deployment)

    def read_deployment(self) -> Deployment:
        """The deployment at the time of the run."""
        return read_model(self.path / "deployment.json", Deployment)

    def write_evidence(self, evidence: Evidence) -> None:
        """Write `evidence/evidence.json`, which marks the evidence as complete. Raises `OSError`."""
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

    def verdict_name(self, judge: str) -> str:
        """`verdict_file`, or the file in which an earlier version stored the verdict: with `:` as it is."""
        name = verdict_file(judge)
        earlier = name.replace("=", ":") if ":" in judge and "=" not in judge else name
        is_stored = not (self.path / name).is_file() and (self.path / earlier).is_file()
        return earlier if is_stored else name

    def write_verdict(self, verdict: Verdict) -> None:
        """Write `verdicts/<judge>.json`, beside those of other judges."""
        write_model(self.path / self.verdict_name(verdict.judge), verdict)

    def read_verdict(self, judge: str) -> Verdict:
        """The verdict of `judge` as stored."""
        return read_model(self.path / self.verdict_name(judge), Verdict)

    def write_record(self, record: Record) -> None:
        """Write `record.json`."""
        write_model(self.path / "record.json", record)

    def squeeze_in(self, record: Record, *, unfinished: Stage) -> None:
        """`write_record` on a full disk: deletes the partial files of the phase `unfinished` to make room.

        If that is not enough, the previous record is overwritten in place, or stays.
        """
        with contextlib.suppress(OSError, RecordingError):
            if unfinished == "generate":
                self.forget_artifact()
            elif unfinished == "explore":
                self.forget_evidence(keep_sessions=True)
            self.write_record(record)
            return
        with contextlib.suppress(OSError):
            overwrite_model(self.path / "record.json", record)

    def read_record(self) -> Record:
        """The record as stored."""
        return read_model(self.path / "record.json", Record)
