"""`Artifact`: the files that a model generated for a case, and their cost."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.spend import NOTHING, Spend

ArtifactProblemKind = Literal["no_code", "empty", "not_html", "too_large", "no_entry"]


class ItemKey(FrozenModel):
    """What identifies an item within a run: case × model × mode × repeat."""

    case: str
    model: str
    mode: Mode
    repeat: int = 1


class ArtifactFile(FrozenModel):
    """A file of an artifact: POSIX path below its root, size in bytes, SHA-256."""

    path: InnerPath
    size_bytes: int
    sha256: str


class ArtifactProblem(FrozenModel):
    """Why these files cannot be a page. The model is at fault, so the item fails with 0."""

    kind: ArtifactProblemKind
    message: str


class Artifact(FrozenModel):
    """Files below the item's `artifact/` folder. `entry` is the page to open, `digest` the hash over all files.

    If it `needs_build`, the files are sources, and `entry` is a page of the build's output.
    """

    key: ItemKey
    files: tuple[ArtifactFile, ...]
    entry: InnerPath | None
    digest: str
    needs_build: bool = False
    problem: ArtifactProblem | None = None
    replies: tuple[InnerPath, ...] = ()
    """The raw replies of the model, in order: paths below the item's folder."""
    prompt: str = ""
    """Name, version and hash of the model's prompt."""
    spend: Spend = NOTHING
    made_from: str = ""
    """Hash of the inputs (`protocols.phase_keys`). A resumed run reuses an artifact with the same hash."""
