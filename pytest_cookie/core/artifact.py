"""`Artifact`: the files that a model generated for a case, and their cost."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.spend import NOTHING, Spend

ArtifactProblemKind = Literal["no_code", "empty", "not_html", "too_large", "no_entry"]


class ItemKey(FrozenModel):
    """The identity of an item in a run."""

    case: str
    """Id of the case."""
    model: str
    """The model that made the artifact."""
    mode: Mode
    """Kind of artifact."""
    repeat: int = 1
    """Number of the repeat, from 1."""


class ArtifactFile(FrozenModel):
    """A file of an artifact."""

    path: InnerPath
    """Path relative to `artifact/`."""
    size_bytes: int
    """Size of the file."""
    sha256: str
    """SHA-256 of the file."""


class ArtifactProblem(FrozenModel):
    """Why the files cannot be a page. The item then fails with 0."""

    kind: ArtifactProblemKind
    """`no_code`: the reply has no code. `empty`: the code is empty. `not_html`: it is no HTML. `too_large`: over the
    size limits. `no_entry`: there is no page to open."""
    message: str
    """The explanation."""


class Artifact(FrozenModel):
    """The files that a model made for a case: the file `artifact.json`, beside the folder `artifact/`."""

    key: ItemKey
    """The item that the artifact belongs to."""
    files: tuple[ArtifactFile, ...]
    """The files."""
    entry: InnerPath | None
    """The page to open. Null without one."""
    digest: str
    """SHA-256 over all files."""
    needs_build: bool = False
    """Whether the files are sources. `entry` is then a page of the build in `dist/`."""
    problem: ArtifactProblem | None = None
    """Why there is no page. Null if there is one."""
    replies: tuple[InnerPath, ...] = ()
    """The model's raw replies in order, relative to the item's folder."""
    prompt: str = ""
    """Name, version and hash of the prompts. Empty for existing files."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time of the generation."""
    made_from: str = ""
    """Hash of everything that the artifact depends on. A resumed run keeps artifacts whose hash has not changed."""
