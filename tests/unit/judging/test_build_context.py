"""Both judges build their context with `build_context`, so a model is shown what the rubric measured."""

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.machine import MACHINE_FILE
from pytest_cookie.judging.build_context import build_context
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.model.measured_facts import format_facts
from tests.unit.judging.evidence_builders import case
from tests.unit.judging.model.scripted import Item, ScriptedModel, text_of
from tests.unit.judging.test_machine_cost import machine_time, running

CUT = """<!DOCTYPE html><html><body><canvas id=game></canvas>&lt;button&gt;Run&lt;/button&gt;
<script>localStorage.setItem("best", "7"); start("""


def test_facts_from_files_reach_the_context(tmp_path):
    item = Item(tmp_path, source=CUT)
    pictures = EvidencePictures(item.folder)
    (item.folder / "crawler" / MACHINE_FILE).write_text(machine_time(idle=running(40.0)).model_dump_json())
    context = build_context(case("action"), item.artifact, item.evidence, pictures, source=item.source)
    assert context.machine == machine_time(idle=running(40.0))
    assert "within a <script>" in context.cut_off
    assert "run" in context.code_names
    assert context.stores_entries
    bare = build_context(case("action"), item.artifact, item.evidence, EvidencePictures(tmp_path / "nowhere"))
    assert (bare.machine, bare.cut_off, bare.code_names, bare.stores_entries) == (None, "", frozenset(), False)


def test_a_model_is_told_the_faults_that_the_measured_judge_finds_in_files(tmp_path):
    item, model = Item(tmp_path, source=CUT), ScriptedModel()
    (item.folder / "crawler" / MACHINE_FILE).write_text(machine_time(idle=running(40.0)).model_dump_json())
    item.judged_by(model)
    facts = text_of(model.request("problem_detection"))
    verdict = make_measured_judge().judge(
        case("action", brief="Super Mario"), item.artifact, item.evidence, item.folder, source=item.source
    )
    titles = [found.title for found in verdict.findings if found.item in ("1", "11")]
    assert len(titles) >= 2, "the source that is cut off, and the processor that is kept busy"
    assert all(title in facts for title in titles)
    pictures = EvidencePictures(item.folder)
    context = build_context(
        case("action", brief="Super Mario"),
        item.artifact,
        item.evidence,
        pictures,
        source=item.source,
    )
    assert format_facts(context).text.split("<<<DATA")[0] in facts
