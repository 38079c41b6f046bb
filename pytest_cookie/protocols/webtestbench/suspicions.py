"""Which findings of the measured judge are bugs as people report them, rather than matters of taste or access."""

from collections.abc import Sequence

from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding, Verdict

DEFECTS = frozenset({
    "crash-in-use", "blank-in-use", "content-vanishes", "nothing-works", "few-working-inputs", "stops-responding",
    "page-locked", "page-covered", "dead-control", "dead-key", "dead-drag", "missing-link-target", "error-on-use",
    "error-on-linked-page", "form-reloads-page", "lost-on-reload", "wrong-input-accepted", "invalid-value",
    "null-value", "raw-object", "broken-picture",
    "media-not-loaded", "boundary-value-accepted", "edit-adds-copy", "cancel-keeps-edits", "save-loses-value",
    "forgotten-entry", "outdated-value", "stale-figure", "back-keeps-view", "undo-without-effect",
    "swap-without-effect",
    "search-misses", "search-keeps-all", "search-stays", "wrong-result-count", "wrong-row-removed", "acts-on-other-row",
    "sorted-as-text", "unsorted-column", "stale-slider-value", "works-once", "stuck-control", "one-way-toggle",
    "toggle-keeps-effect", "wrong-direction", "acts-on-other-control", "mended-form-refused", "endless-loading",
})  # fmt: skip
"""Kinds of findings that say that something does not work. The others concern looks, comfort and access.

What is told by words alone is left out, such as a missing part or a template that is not filled in: nothing can be
repeated, a page may call the part something else, and may be about templates.
"""
_PRESSED = frozenset({"button", "menuitem", "tab", "checkbox", "switch"})
"""Roles that promise an effect. A card, a message or a link to the place where one is may rightly do nothing."""


def find_suspicions(verdict: Verdict, steps: Sequence[Step]) -> tuple[Finding, ...]:
    """The findings of the measured judge that say that something does not work."""
    by_index = {step.index: step for step in steps}
    return tuple(one for one in verdict.findings if one.kind in DEFECTS and _is_promised(one, by_index))


def _is_promised(finding: Finding, steps: dict[int, Step]) -> bool:
    if finding.kind != "dead-control":
        return True
    step = steps.get(finding.step) if finding.step is not None else None
    return step is not None and step.action.role in _PRESSED and bool(step.action.target)
