"""What the rows of protocols' panels lead to: steps, results, pictures."""

from pytest_cookie.core.action import Click, Type
from pytest_cookie.protocols.auigym.episode import Episode, EpisodeStep
from pytest_cookie.protocols.auigym.panels import task_panel
from pytest_cookie.protocols.auigym.rounds import Round
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.vibecode.judged import JudgedWorkflow
from pytest_cookie.protocols.vibecode.panels import workflow_panel
from pytest_cookie.protocols.vibecode.results import StepResult, TrailStep, WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import Workflow
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.panels import make_panels
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult


def test_the_actions_of_a_task_have_the_window_after_them():
    steps = (
        EpisodeStep(action=Click(x=3, y=4), done=True, holds=False, picture="tasks/a/0.png"),
        EpisodeStep(action=Type(value="7"), done=False, problem="no focus", holds=False, picture="tasks/a/1.png"),
        EpisodeStep(action=Click(x=5, y=6), done=True, holds=True, picture="tasks/a/2.png"),
    )  # fmt: skip
    episode = Episode(task="a", ending="solved", checker="#n == 7", steps=steps, picture="tasks/a/end.png")
    task = Task(id="a", do="Enter 7", kind="core", outcome="7 is shown")
    (details,) = task_panel([task], Round(0, {"a": episode})).details
    assert (details.row, details.expected, details.actual) == (0, "7 is shown (#n == 7)", "done")
    assert [(one.outcome, one.passed, one.picture) for one in details.steps] == [
        ("", None, "tasks/a/1.png"),
        ("no focus", False, "tasks/a/2.png"),
        ("the checker is true", True, "tasks/a/end.png"),
    ]
    (unsupported,) = task_panel(
        [task], Round(0, {"a": Episode(task="a", ending="unsupported", reason="no field")})
    ).details
    assert (unsupported.steps, unsupported.actual) == ((), "the page does not have what the task needs; no field")


def test_the_substeps_of_a_workflow_follow_their_actions():
    workflow = Workflow(id="w", purpose="Notes are kept", steps=("Write a note", "It is listed", "Remove it"))
    trail = (
        TrailStep(action="load"),
        TrailStep(substep=1, action="type", picture="workflows/w/0.jpg"),
        TrailStep(substep=1, action="press", problem="covered", dialogs=("alert: no",)),
    )
    labels = (StepResult(passed=True), StepResult(passed=False, reason="no list", picture="workflows/w/1.jpg"))
    result = WorkflowResult(workflow="w", steps=labels, trail=trail)
    (details,) = workflow_panel([JudgedWorkflow(workflow, result, labels)]).details
    assert [(one.text, one.outcome, one.passed, one.picture) for one in details.steps] == [
        ("load", "", None, ""),
        ("type", "", None, "workflows/w/0.jpg"),
        ("press", "covered; alert: no", None, ""),
        ("Substep 1: Write a note", "", True, "workflows/w/0.jpg"),
        ("Substep 2: It is listed", "no list", False, "workflows/w/1.jpg"),
        ("Substep 3: Remove it", "not reached", None, ""),
    ]


def test_a_check_leads_to_its_step_and_picture():
    check = Check(id="c1", content="Dates lie ahead", check_class="constraint", source="brief")
    result = CheckResult(check, "fails", "Yesterday is accepted", "It is listed", 4, "probes/000.png", path=("open",))
    ((details,),) = [panel.details for panel in make_panels([result], (), {}, ())]
    assert (details.step, details.expected) == (4, "Dates lie ahead")
    assert details.actual == "Yesterday is accepted. It is listed"
    assert [(one.text, one.passed, one.picture) for one in details.steps] == [
        ("open", None, ""), ("What shows it", False, "probes/000.png"),
    ]  # fmt: skip
