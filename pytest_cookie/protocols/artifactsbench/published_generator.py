"""`PublishedGenerator`: the page in a model's answer, by the rules of ArtifactsBench's code."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.stages import Generator
from pytest_cookie.generation.continuation import join_replies
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, nothing_in, write_in
from pytest_cookie.protocols.artifactsbench.published_extraction import extract_published
from pytest_cookie.records.plain_tree import read_plain_text

EXTRACTION_VERSION = "published 1"
PAGE = "index.html"
"""Their code opens a drawing as a file with this suffix, too."""


@dataclass(frozen=True)
class PublishedGenerator:
    """Extracts the page from the replies of `generator` again. Existing files, which have none, stay as they are."""

    generator: Generator
    limits: IntakeLimits = DEFAULT_LIMITS

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Write the page below `folder`. An answer without one gives an artifact with a `problem`.

        Raises `GenerationError`.
        """
        artifact = self.generator.generate(case, key, folder)
        answer = read_answer(artifact, folder.parent)
        if answer is None:
            return artifact
        shutil.rmtree(folder, ignore_errors=True)
        page = extract_published(answer)
        if page is None:
            why = "By the published rules, the answer has no page and no drawing; it is judged from its text."
            made = nothing_in(key, ArtifactProblem(kind="no_code", message=why))
        else:
            made = write_in({PAGE: page.text}, key, folder, entry=PAGE, limits=self.limits)
        kept = {"replies": artifact.replies, "prompt": artifact.prompt, "spend": artifact.spend}
        return made.model_copy(update=kept)


def read_answer(artifact: Artifact, item: Path) -> str | None:
    """The whole answer with the artifact, in the item's folder; None for existing files."""
    texts = [read_plain_text(item / name) for name in artifact.replies]
    if not texts:
        return None
    return join_replies(*texts) if len(texts) == 2 else texts[0]
