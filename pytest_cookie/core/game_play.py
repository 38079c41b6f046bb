"""`GamePlay`: how far an explorer came in a game. A part of `Trace`."""

from pytest_cookie.core.frozen_model import FrozenModel


class PlayedFigure(FrozenModel):
    """A number that a game shows, as it was played."""

    label: str
    """Its line with the figure as 0, such as `Score: 0`."""
    first: float
    """Its value when the play began."""
    last: float
    """The value that differs most from it."""


class GamePlay(FrozenModel):
    """How far the explorer came in a game. Its inputs were found by trial on pages of their own, and then played."""

    step: int
    """The step that played."""
    seconds: float
    """How long the game went on: to its end, or to the end of the play."""
    ended: bool
    """Whether the game was over then."""
    won: bool = False
    """Whether its last words were those of a success."""
    untouched_seconds: float
    """How long the same game went on without any input after its start, at most as long as a play lasts."""
    untouched_ended: bool
    """Whether it was over then."""
    figures: tuple[PlayedFigure, ...] = ()
    """Numbers that changed, such as a score or lives, apart from those that count the time."""
    scenes: int = 0
    """Number of different scenes in a small picture of the stage."""
    answered: tuple[str, ...] = ()
    """Inputs that the game answered in trials: keys, `press`, `move the pointer`."""
    unanswered: tuple[str, ...] = ()
    """Inputs that made no difference in trials. The game may answer them at another moment."""
    repeated: bool
    """Whether the page showed the same at the end of the step as in the trials; if not, only the trials came so far."""


def describe_play(play: GamePlay) -> str:
    """How far the explorer came, in sentences. Labels of figures are the page's words."""
    end = "was won" if play.won else "was over" if play.ended else "was still going on"
    untouched = "ended" if play.untouched_ended else "went on"
    figures = "".join(f"; “{one.label}” from {one.first:g} to {one.last:g}" for one in play.figures)
    lasted = f"{play.seconds:g} s, when it {end}"
    if play.repeated:
        told = f"Step {play.step} played the game for {lasted}"
    else:
        told = f"In trials on pages of their own the game lasted {lasted}; step {play.step} did not show the same"
    answered = ", ".join(play.answered) or "none"
    return (
        f"{told}{figures}; {play.scenes} different scenes. The inputs had been found by trial. Without any after its "
        f"start the game {untouched} {'after' if play.untouched_ended else 'for'} {play.untouched_seconds:g} s. "
        f"Inputs that it answered in trials: {answered}."
    )
