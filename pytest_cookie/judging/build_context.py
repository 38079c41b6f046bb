"""`build_context`: the one place where a case, an artifact and its evidence become the `RubricContext` of a verdict."""

from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.judging.checks.audible_responses import sound_of, sounding_steps
from pytest_cookie.judging.checks.blank_screens import blank_steps
from pytest_cookie.judging.checks.empty_layout import void_beside_shell
from pytest_cookie.judging.checks.machine_cost import machine_time_of
from pytest_cookie.judging.checks.persistence import stores_entries
from pytest_cookie.judging.checks.truncated_source import cut_off, entry_text
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.text.code_examples import quoted_names


def build_context(
    case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
) -> RubricContext:
    """Read the files of `folder` (evidence) and `source` (artifact) that rubric items need; both judges call this.

    Files that are missing or unreadable leave their fact empty, as documented in `RubricContext`.
    """
    document = entry_text(artifact, source)
    return RubricContext(
        case,
        evidence,
        machine=machine_time_of(evidence, folder),
        cut_off=cut_off(document),
        blank_steps=blank_steps(evidence.trace, evidence.perception, folder),
        void=void_beside_shell(evidence.perception, folder),
        quoted=quoted_names(document),
        sounding=sounding_steps(evidence.trace.steps, sound_of(evidence, folder)),
        stores_entries=stores_entries(source),
    )
