"""`share_undrawn`: how much of the page's text is never visible: transparent, or cut off."""

from pytest_cookie.judging.rubric.context import RubricContext

_LEAST_LETTERS = 120  # fewer are labels for screen readers and closed menus
_LARGE_SHARE = 0.2  # of the page's text


def share_undrawn(context: RubricContext) -> float:
    """The share of the page's text that neither the wheel nor the exploration brought into view; 0 if it is small."""
    perception = context.perception
    letters = sum(text.letters for text in perception.undrawn)
    if not perception.letters or letters < _LEAST_LETTERS:
        return 0.0
    share = min(1.0, letters / perception.letters)
    return share if share >= _LARGE_SHARE else 0.0
