"""`Step`: one turn of the observe–think–act loop, as a line of the trace. Parts of `Evidence`."""

from typing import Literal

from pydantic import ConfigDict

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.page import Box, ConsoleMessage, DownloadedFile, FailedRequest, LibraryAnswer, PageError, Popup

ActionKind = Literal[
    "look", "click", "double_click", "right_click", "hover", "type", "clear", "select", "press", "hold", "drag",
    "scroll", "upload", "wait", "resize", "back", "reload", "finish",
]  # fmt: skip
StopReason = Literal[
    "finished", "steps", "time", "no_progress", "crashed", "left_the_page", "tokens", "invalid_calls",
    "cpu", "evidence",
]  # fmt: skip
InputIntent = Literal["valid", "invalid", ""]
Purpose = Literal["destroy", "undo", "swap", "resume", ""]


class Action(FrozenModel):
    """What the hand does. `ref` and `target` name the control; `x`, `y` (CSS px in the viewport) where there is none.
    `upload` presses what asks for a file: `value` is the sample to give (png, jpeg, csv, txt, json, wav, pdf, zip),
    none for one that it accepts.

    `value` is what is typed, chosen or pressed; for a click how many ms it is held (none: a short press), for a drag
    `fling` where it is let go in motion. `intent` tells plausible input from deliberately wrong input. `purpose` is
    what the control says it does, where that can be held against it; `within` is the row or card that it stands in,
    by texts of it that the page had once, " | " between them.
    """

    model_config = ConfigDict(allow_inf_nan=False)

    kind: ActionKind
    ref: str = ""
    target: str = ""
    selector: str = ""
    role: str = ""
    value: str = ""
    intent: InputIntent = ""
    purpose: Purpose = ""
    within: str = ""
    x: float | None = None
    y: float | None = None
    to_x: float | None = None
    to_y: float | None = None


class Change(FrozenModel):
    """What is different after an action, beyond what the page changes by itself.

    `pixels` is the share of viewport pixels that changed, downwards to two digits, `regions` where; of a window that
    got another size, of the part that both sizes have. `seen` is true where any of it could be noticed by a
    user: pixels, text, state, address, focus ring, a dialog, a download, sound. `shown`: what the document tells
    (texts, elements, states, the scroll position) could be seen as well, and is not text without ink or an attribute
    alone; None in evidence that does not tell.
    `effects` are what the page asked of the browser outside of itself (print, share, copy); `fields_gone` the names
    of fields that are there no more; `stale` the texts that said a slider's value before and do not follow it;
    `astray` where parts of the page lie that jumped across others or beyond its edge, in words; `stays_off`: what was
    pressed says before and after that it is not ticked, or not chosen.
    `reloaded`: by this the page's document was loaded once more, at its own address.
    `as_at_first`: after a reload the page's text is what it was before anything was done. `latency_ms` is the page time
    from the last input to the first visible change of the document; None where there was none, or where it was no
    change of the document and came at once (a drawing, a scroll, a field's own value).
    """

    seen: bool = False
    shown: bool | None = None
    pixels: float = 0.0
    regions: tuple[Box, ...] = ()
    dom_added: int = 0
    dom_removed: int = 0
    dom_changed: int = 0
    appeared_text: tuple[str, ...] = ()
    vanished_text: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    url: str = ""
    focus: str = ""
    scrolled_px: float = 0.0
    dialogs: tuple[str, ...] = ()
    popups: tuple[str, ...] = ()
    downloads: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    fields_gone: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    astray: tuple[str, ...] = ()
    stays_off: bool = False
    reloaded: bool = False
    as_at_first: bool = False
    animated: bool = False
    latency_ms: int | None = None


class Step(FrozenModel):
    """One line of `trace.jsonl`. `page_ms` counts page time from the start of the session.

    `outcome` is `done`, or `unreachable` where the action could not be carried out (covered, gone, detached);
    `problem` then says why. `screenshot` is the path of the picture after the action, below the session's folder.
    `popups` are the windows that were looked at, `downloads` the files that were saved. `controls` is how many controls
    the page had after the step; None in evidence that does not tell.
    """

    index: int
    thought: str
    action: Action
    outcome: Literal["done", "unreachable"] = "done"
    problem: str = ""
    change: Change = Change()
    console: tuple[ConsoleMessage, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    failed_requests: tuple[FailedRequest, ...] = ()
    library_answers: tuple[LibraryAnswer, ...] = ()
    popups: tuple[Popup, ...] = ()
    downloads: tuple[DownloadedFile, ...] = ()
    screenshot: InnerPath = ""
    page_ms: int = 0
    controls: int | None = None


class Coverage(FrozenModel):
    """How much of the page was used: controls exercised of those found, and likewise by kind of control."""

    controls_found: int = 0
    controls_exercised: int = 0
    kinds_found: int = 0
    kinds_exercised: int = 0


class Trial(FrozenModel):
    """An input whose effect nobody could have seen, since something moves by itself, tried on the page anew.

    `heard`: whether the page then differs from the same page, at the same page time, that does not hear it. `steps` are
    those of the trace in which it was used.
    """

    steps: tuple[int, ...]
    heard: bool


class Trace(FrozenModel):
    """An exploration: its steps, why it stopped, how much it covered, and a neutral summary."""

    policy: str
    steps: tuple[Step, ...] = ()
    stopped: StopReason = "finished"
    coverage: Coverage = Coverage()
    summary: str = ""
    report: str = ""
    """What the explorer itself wrote down of its exploration when it finished; a model's word, not a measurement."""
    restless: float = 0.0
    trials: tuple[Trial, ...] = ()

    def heard_at(self, index: int) -> bool | None:
        """What a trial tells of the input of that step; None where none was made."""
        return next((trial.heard for trial in self.trials if index in trial.steps), None)
