"""Panels of protocols as they make them, with pictures of the synthetic run, for tests of their looks."""

from pytest_cookie.core.action import Click
from pytest_cookie.core.verdict import Excerpt, Figure, Outline, Panel, RubricItem, ShownPicture
from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem
from pytest_cookie.protocols.artifactsbench.checklist_panel import checklist_panel
from pytest_cookie.protocols.artifactsbench.staged_captures import Capture
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

FIRST, SECOND, LAST = (f"crawler/screenshots/{step:03}.png" for step in range(3))


def protocol_panels() -> tuple[Panel, ...]:
    """A checklist, a task, a workflow, a check, and pictures that are laid over each other."""
    asked = (
        ChecklistItem(id=0, kind="vision", title="Is it calm?", description="10 points if nothing blinks."),
        ChecklistItem(id=1, kind="code", title="Is it short?", description="10 points below 200 lines."),
    )
    items = [
        RubricItem(id=str(one.id), name=one.title, dimension="total", status="scored", score=0.5, reason="It blinks.")
        for one in asked
    ]
    captures = (Capture("before", FIRST, None, "Before use"), Capture("after", LAST, 2, "After use"))
    checklist = checklist_panel(items, asked, captures, referee="acme/referee")
    assert checklist

    taken = (EpisodeStep(action=Click(x=5, y=6), done=True, holds=True, picture=FIRST),)
    episode = Episode(task="a", ending="solved", checker="#n == 7", steps=taken, picture=SECOND)
    task = task_panel([Task(id="a", do="Enter 7", kind="core", outcome="7 is shown")], Round(0, {"a": episode}))

    workflow = Workflow(id="w", purpose="Notes are kept", steps=("Write a note", "It is listed"))
    labels = (StepResult(passed=True), StepResult(passed=False, reason="no list", picture=LAST))
    trail = (TrailStep(substep=1, action="type", picture=FIRST),)
    result = WorkflowResult(workflow="w", steps=labels, trail=trail)
    workflows = workflow_panel([JudgedWorkflow(workflow, result, labels)])

    check = Check(id="c1", content="Dates lie ahead", check_class="constraint", source="brief")
    seen = CheckResult(check, "fails", "Yesterday is accepted", "It is listed", 1, SECOND, path=("open",))

    pictures = (
        ShownPicture(file=FIRST, caption="Reference", outline=Outline(left=40, top=40, width=200, height=90)),
        ShownPicture(file=SECOND, caption="Rebuilt page"),
    )
    rebuilt = Panel(
        title="Parts",
        columns=("part", "result"),
        rows=(("header", "0.8"),),
        figures=(Figure(title="Side by side", pictures=pictures, overlays=((0, 1),)),),
        excerpts=(Excerpt(title="Changes", text="--- a\n+++ b\n-<h1>Old\n+<h1>New", kind="diff"),),
    )
    return checklist, task, workflows, *make_panels([seen], (), {}, ()), rebuilt
