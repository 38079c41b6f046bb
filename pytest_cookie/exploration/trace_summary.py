"""The neutral account at a trace's end: what was done and what was seen, no judgment."""

from pytest_cookie.core.trace import Coverage, Step, StopReason

ENDINGS: dict[StopReason, str] = {
    "finished": "the explorer had nothing more to try",
    "steps": "the steps allowed were used up",
    "time": "the time allowed was used up",
    "no_progress": "several actions in a row had changed nothing",
    "crashed": "the page died",
    "left_the_page": "the page was left and could not be reached again",
    "tokens": "the tokens allowed were used up",
    "cpu": "the processor time allowed was used up",
    "evidence": "the evidence had filled the room allowed",
    "invalid_calls": "what the explorer asked for could not be understood any more",
}
"""Why an exploration ended, after "because"."""


def summarize(steps: tuple[Step, ...], coverage: Coverage, stopped: StopReason) -> str:
    """Two or three sentences."""
    acted = [step for step in steps if step.action.kind not in ("look", "finish")]
    done = [step for step in acted if step.outcome == "done"]
    seen = sum(step.change.seen for step in done)
    errors = sum(len(step.page_errors) for step in steps)
    failed = sum(len(step.failed_requests) for step in steps)
    used = f"{coverage.controls_exercised} of {_many(coverage.controls_found, 'control')}"
    kinds = f"{coverage.kinds_exercised} of {_many(coverage.kinds_found, 'kind')}"
    return (
        f"{_many(len(acted), 'action')} used {used} ({kinds}); {seen} changed something a user could notice, "
        f"{len(done) - seen} did not and {len(acted) - len(done)} could not be carried out. "
        f"Meanwhile the page threw {_many(errors, 'uncaught error')} and had {_many(failed, 'failed request')}. "
        f"It ended because {ENDINGS[stopped]}."
    )


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
