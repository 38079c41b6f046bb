"""`build_context`: the one place where a case, an artifact and its evidence become the `RubricContext` of a verdict."""

from dataclasses import replace
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.measures.artifact_texts import read_texts
from pytest_cookie.judging.measures.audible_responses import find_audible_steps, find_click_noise
from pytest_cookie.judging.measures.blank_screens import find_blank_steps
from pytest_cookie.judging.measures.empty_layout import find_empty_area
from pytest_cookie.judging.measures.machine_cost import read_machine_time
from pytest_cookie.judging.measures.stored_entries import stores_entries
from pytest_cookie.judging.measures.truncated_source import find_cut_off, find_text_around, read_entry
from pytest_cookie.judging.measures.vanishing import find_vanishing
from pytest_cookie.judging.rubric.context import JudgedCheck, RubricContext
from pytest_cookie.judging.text.code_examples import quoted_names
from pytest_cookie.judging.visual.visible_content import measure_visible_content


def build_context(
    case: Case,
    artifact: Artifact,
    evidence: Evidence,
    pictures: EvidencePictures,
    *,
    source: Path | None = None,
    checks: tuple[JudgedCheck, ...] = (),
) -> RubricContext:
    """Read the files of the evidence, in the folder of `pictures`, and of the artifact, in `source`, that items need.

    Both judges call this. `checks` feed the items.

    Files that are missing or unreadable leave their fact empty, as documented in `RubricContext`.
    """
    document = read_entry(artifact, source)
    context = RubricContext(
        case,
        evidence,
        machine=read_machine_time(evidence, pictures.folder),
        cut_off=find_cut_off(document),
        around_document=find_text_around(document),
        blank_steps=find_blank_steps(evidence.trace, evidence.perception, pictures),
        empty_area=find_empty_area(evidence.perception, pictures),
        code_names=quoted_names(document),
        audible_steps=find_audible_steps(evidence.trace.steps),
        click_noise=find_click_noise(evidence.trace.steps),
        stores_entries=stores_entries(source),
        visible_content=measure_visible_content(evidence.trace, evidence.perception, pictures),
        checks=checks,
        source_text="\n".join(place.text for place in read_texts(source)),
    )
    gone = find_vanishing(context)
    return replace(context, vanished_step=gone.index if gone else None)
