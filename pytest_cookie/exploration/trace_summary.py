"""The neutral summary at a trace's end: actions and observations, without judgment."""

from pytest_cookie.core.game_play import GamePlay, describe_play
from pytest_cookie.core.trace import ENDINGS, Coverage, Step, StopReason, Trace


def summarize(steps: tuple[Step, ...], coverage: Coverage, stopped: StopReason) -> str:
    """Return two or three sentences."""
    acted = [step for step in steps if not step.action.is_bookkeeping]
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


def with_play(trace: Trace, play: GamePlay | None) -> Trace:
    """The trace, and how far the explorer came in a game."""
    if play is None:
        return trace
    return trace.model_copy(update={"play": play, "summary": f"{trace.summary} {describe_play(play)}"})


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
