"""`ItemFolder`: where one item's files are, from artifact to record."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.files import read_model, write_model

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
    """`items/<case>/<model>/<mode>/<repeat>/`, written by the one worker that runs the item."""

    path: Path

    @property
    def artifact(self) -> Path:
        """The artifact's files."""
        return self.path / "artifact"

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

    def write_artifact(self, artifact: Artifact) -> None:
        """Write `artifact.json`, beside the files."""
        write_model(self.path / "artifact.json", artifact)

    def read_artifact(self) -> Artifact:
        """The artifact as stored."""
        return read_model(self.path / "artifact.json", Artifact)

    def write_deployment(self, deployment: Deployment) -> None:
        """Write `deployment.json`."""
        write_model(self.path / "deployment.json", deployment)

    def write_evidence(self, evidence: Evidence) -> None:
        """Write `evidence/evidence.json`; that it is there says that the evidence is complete."""
        write_model(self.evidence / "evidence.json", evidence)

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

    def read_record(self) -> Record:
        """The record as stored."""
        return read_model(self.path / "record.json", Record)
