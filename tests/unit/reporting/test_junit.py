"""A JUnit file, completed with the run's numbers and the gate."""

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.gate import GateDecision, RuleVerdict
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.junit import complete_junit
from pytest_cookie.stats import Interval
from tests.cookie_scores import rescored
from tests.synthetic_run import POLISHED

WRITTEN = """<?xml version="1.0"?><testsuites><testsuite name="pytest" tests="2"><testcase classname="" \
name="test_artifact[a]"/><testcase classname="tests.mine" name="test_artifact[b]"/></testsuite></testsuites>"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "junit.xml"
    path.write_text(WRITTEN)
    return path


def decision() -> GateDecision:
    rule = RuleVerdict(
        rule="total", answer="fail", unit="points", threshold=90, measured=Interval(mean=85, low=80, high=89, n=4)
    )
    return GateDecision(model=POLISHED, baseline=None, decide_by="interval", rules=(rule,))


def _told(path: Path) -> dict[str, str]:
    suite = Xml.parse(path).getroot().find("testsuite")
    assert suite is not None
    assert suite[0].tag == "properties"
    return {str(one.get("name")): str(one.get("value")) for one in suite[0]}


def test_models_are_told_with_their_denominators(written: Path, run: RunFolder) -> None:
    complete_junit(written, run, ())
    told = _told(written)
    assert told["cookie.model.sample/flawed"].endswith("4 items, 1 failed, 1 unscored, judge measured, agent crawler")
    assert "cookie.gate" not in told
    assert len(Xml.parse(written).getroot()) == 1


def test_modes_of_a_model_are_told_apart(written: Path, run: RunFolder) -> None:
    react = [rescored(record, {"mode": "react", "total": 10.0}) for record in run.records() if record.model == POLISHED]
    with (run.path / "records.jsonl").open("a", encoding="utf-8") as lines:
        lines.writelines(one.model_dump_json() + "\n" for one in react)
    complete_junit(written, run, ())
    told = _told(written)
    assert "total 86.0" in told["cookie.model.sample/polished · html"]
    assert "total 10.0" in told["cookie.model.sample/polished · react"]


def test_items_without_a_class_get_one_and_others_keep_theirs(written: Path, run: RunFolder) -> None:
    complete_junit(written, run, ())
    classes = [case.get("classname") for case in Xml.parse(written).iter("testcase")]
    assert classes == ["pytest_cookie.benchmark", "tests.mine"]


def test_the_gate_is_a_suite_of_its_own(written: Path, run: RunFolder) -> None:
    complete_junit(written, run, (decision(),))
    assert _told(written)["cookie.gate"] == "worse"
    suites = Xml.parse(written).getroot().findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["pytest", f"gate: {POLISHED}"]
    assert suites[1].get("failures") == "1"


def test_a_gate_that_broke_is_told(written: Path, run: RunFolder) -> None:
    complete_junit(written, run, (), gate_problem="no \x1b[31mbaseline\x00")
    assert _told(written)["cookie.gate"] == "broken: no baseline"


def test_a_file_that_is_no_xml_is_named(tmp_path: Path, run: RunFolder) -> None:
    path = tmp_path / "junit.xml"
    path.write_text("<testsuites>")
    with pytest.raises(RecordingError, match=r"cannot add the run's numbers to .*junit\.xml"):
        complete_junit(path, run, ())
    assert path.read_text() == "<testsuites>"


def test_what_xml_cannot_hold_is_left_out_of_names(written: Path, run: RunFolder) -> None:
    complete_junit(written, run, (decision().model_copy(update={"model": "acme/\x1b[31mone\x00"}),))
    assert _told(written)["cookie.gate.acme/one"] == "worse"
