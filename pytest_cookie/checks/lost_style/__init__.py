"""Lost style: a part of the page without its style, or with code as text, since something before it is not closed."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.perception import LostStyle
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import page_defect
from pytest_cookie.judging.rubric.names import list_names

LOST_STYLE = CheckKind("lost-style", "The style sheet has rules for a part of the page, and they do not reach it.")
VISIBLE_CODE = CheckKind("visible-code", "Code of the page's style or script stands on the page as text.")
SWALLOWED_MARKUP = CheckKind("swallowed-markup", "An attribute whose quote is not closed contains elements.")

_LEAST_ELEMENTS, _LEAST_NAMES, _LEAST_SHARE = 8, 5, 0.25
"""Fewer may be styled at other widths or in other states only."""
_MOST_QUOTED = 30  # characters


def find_lost_style(context: RubricContext) -> list[Defect]:
    """At most one defect (major) of each kind."""
    found = context.perception.lost_style
    if found is None:
        return []
    return [*_unstyled(context, found), *_visible_code(context, found), *_swallowed(context, found)]


def _unstyled(context: RubricContext, found: LostStyle) -> list[Defect]:
    share = found.lost / max(1, found.named)
    too_few = found.lost < _LEAST_ELEMENTS or found.names < _LEAST_NAMES or not found.unstyled
    if too_few or share < _LEAST_SHARE:
        return []
    names = list(dict.fromkeys(f"`{element.detail}`" for element in found.unstyled))
    why = (
        f"The style sheet has rules for {list_names(names)}, and they reach none of {found.lost} of {found.named} "
        "elements. Close the brace, comment or quote before the first of them."
    )
    title = f"{share:.0%} of the page is without the style that is written for it"
    return [page_defect(context, LOST_STYLE, "major", title, why, found.unstyled[0].selector)]


def _visible_code(context: RubricContext, found: LostStyle) -> list[Defect]:
    if not found.code:
        return []
    first = found.code[0]
    what = "Style rules" if first.detail == "style" else "Script code"
    title = (
        f"{what} {'stand' if first.detail == 'style' else 'stands'} on the page: “{shorten(first.text, _MOST_QUOTED)}”"
    )
    why = "Users read code instead of content. Put it into its element, and close the quote, comment or tag before it."
    return [page_defect(context, VISIBLE_CODE, "major", title, why, first.selector)]


def _swallowed(context: RubricContext, found: LostStyle) -> list[Defect]:
    if not found.swallowed:
        return []
    first = found.swallowed[0]
    title = f"Markup is lost in the attribute `{first.detail}`: “{shorten(first.text, _MOST_QUOTED)}”"
    why = f"The quote of `{first.detail}` is not closed, so what follows is no part of the page. Close it."
    return [page_defect(context, SWALLOWED_MARKUP, "major", title, why, first.selector)]


CHECK = Check(id="lost-style", item="10", find=find_lost_style, kinds=(LOST_STYLE, VISIBLE_CODE, SWALLOWED_MARKUP))
