"""`attribute`: names the failures of a rebuilt interaction from the recording.

First the element: its presence, identity, type and place. Then its effects, compared one by one with those
of the reference. Everything is compared with the page as a whole, so that a page that is laid out a little differently
has no failure for that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.protocols.interaction2code.attempt import Attempt
from pytest_cookie.protocols.interaction2code.failures.alike_texts import is_same_text
from pytest_cookie.protocols.interaction2code.failures.correspond import Correspondence, Size, correspond
from pytest_cookie.protocols.interaction2code.failures.effects import Effect, find_effects
from pytest_cookie.protocols.interaction2code.failures.kinds import Failure, FailureKind
from pytest_cookie.protocols.interaction2code.failures.match_effects import Match, MatchedEffect, match_effects
from pytest_cookie.protocols.interaction2code.page.element import PageElement

FAR = 0.1
"""Minimum distance, beyond that of the page's other elements, to be at another place; a share of the page."""
_WHOLE = 0.8
"""Minimum share of the reference's effects for a complete interaction."""
_PART = 0.15
"""Minimum share for a partial one."""
_KIND_OF: dict[Match, FailureKind] = {
    "other-type": "wrong-effect-type", "other-element": "effect-on-wrong-element", "other-content": "wrong-function",
    "missing": "partial",
}  # fmt: skip
_DIFFERING: tuple[Match, ...] = ("other-content", "other-element", "other-type")
_NATIVE = ("field", "list", "choice", "slider")
"""Kinds of controls whose own value changes by use, whatever the page does."""


@dataclass(frozen=True)
class ReferenceInteraction:
    """An interaction of the reference: its element, and all elements before and after."""

    target: PageElement
    before: tuple[PageElement, ...]
    after: tuple[PageElement, ...]
    size: Size


def attribute(reference: ReferenceInteraction, attempt: Attempt, own_size: Size, *, looks_same: bool) -> list[Failure]:
    """The failures, the one that hinders most first; empty for a faithful interaction.

    `own_size` is the size of the rebuilt page, `looks_same` whether its pictures before and after are equal.
    """
    target = next((element for element in attempt.elements_before if element.key == attempt.target), None)
    if target is None:
        return [Failure(kind="element-missing", confidence=0.95, reason=attempt.problem or "It is not on the page.")]
    same = correspond(reference.before, attempt.elements_before, reference.size, own_size)
    on_element = _judge_element(reference, target, attempt, same)
    wanted = _drop_native(find_effects(reference.before, reference.after), reference.target)
    effects = _drop_native(find_effects(attempt.elements_before, attempt.elements_after), target)
    if not effects and wanted:
        sure = 0.95 if looks_same else 0.6
        on_effect = [Failure(kind="no-interaction", confidence=sure, reason=attempt.problem or "Nothing changes.")]
    else:
        paired = same.with_pair(reference.target, target)
        on_effect = _judge_effects(wanted, effects, paired, same.offset(reference.target, target))
    return sorted([*on_effect, *on_element], key=lambda failure: failure.usability)


def _judge_element(
    reference: ReferenceInteraction, target: PageElement, attempt: Attempt, same: Correspondence
) -> list[Failure]:
    wanted = reference.target
    apart = same.displacement(wanted, target)
    own = same.rebuilt_of.get(wanted.key)
    is_named_same = is_same_text(wanted.name, target.name) or (not wanted.name or not target.name)
    other = next((element for element in attempt.elements_before if element.key == own), None)
    if (
        own != target.key
        and other is not None
        and not _is_part_of(other, target, attempt.elements_before)
        and (not is_named_same or is_same_text(wanted.name, other.name))
    ):
        reason = f"“{target.name or target.tag}” has the interaction instead of “{wanted.name or wanted.tag}”."
        return [Failure(kind="wrong-element", confidence=0.85, reason=reason)]
    if not is_named_same and apart > FAR:
        reason = f"“{target.name or target.tag}” has the interaction; “{wanted.name or wanted.tag}” is missing."
        return [Failure(kind="wrong-element", confidence=0.6, reason=reason)]
    found: list[Failure] = []
    if target.kind != wanted.kind and not _is_alike(wanted, target):
        reason = f"It is {_describe(target)} instead of {_describe(wanted)}."
        found.append(Failure(kind="wrong-element-type", confidence=0.85, reason=reason))
    if apart > FAR:
        reason = f"It is {apart:.0%} of the page away from its place among the other elements."
        found.append(Failure(kind="wrong-element-position", confidence=min(0.95, 0.5 + apart), reason=reason))
    return found


def _judge_effects(
    wanted: Sequence[Effect], effects: Sequence[Effect], same: Correspondence, moved: tuple[float, float]
) -> list[Failure]:
    if not wanted:
        return []
    matches, extra = match_effects(wanted, effects, same)
    total = sum(effect.weight for effect in wanted)
    shares = dict.fromkeys(("same", *_KIND_OF), 0.0)
    for one in matches:
        shares[one.match] += one.reference.weight / total
    worst = max(_KIND_OF, key=lambda match: shares[match])
    if shares["same"] >= _WHOLE or (shares["same"] > 0.5 and shares[worst] < 0.12):
        return _judge_places(matches, same, moved)
    if worst == "missing" and shares["same"] + shares["other-content"] < _PART:
        return [_name_foreign(wanted, effects, extra, shares)]
    differing = [match for match in _DIFFERING if shares[match] >= _PART]
    if worst == "missing" and differing and shares["same"] < _PART:
        worst = max(differing, key=lambda match: shares[match])
    example = next(one for one in matches if one.match == worst)
    rest = 1 - shares["same"]
    sure = 0.5 + 0.45 * shares[worst] / rest
    return [Failure(kind=_KIND_OF[worst], confidence=round(sure, 2), reason=_explain(example, shares))]


def _name_foreign(
    wanted: Sequence[Effect], effects: Sequence[Effect], extra: Sequence[Effect], shares: dict[Match, float]
) -> Failure:
    """The interaction has effects, but none of the reference's."""
    kinds, own = {effect.kind for effect in wanted}, {effect.kind for effect in effects}
    seen = ", ".join(sorted({_describe_effect(effect) for effect in extra or effects})[:3])
    reason = f"None of the reference's effects is there; instead: {seen}."
    if shares["other-type"] >= _PART or kinds.isdisjoint(own):
        return Failure(kind="wrong-effect-type", confidence=0.6, reason=reason)
    if shares["other-element"] >= _PART or (kinds & own <= {"text", "color", "size", "state"}):
        return Failure(kind="effect-on-wrong-element", confidence=0.55, reason=reason)
    return Failure(kind="wrong-function", confidence=0.55, reason=reason)


def _judge_places(matches: Sequence[MatchedEffect], same: Correspondence, moved: tuple[float, float]) -> list[Failure]:
    """Whether effects are at the right place, beyond the way that the element itself has moved."""
    far: list[tuple[float, MatchedEffect]] = []
    for one in matches:
        if one.match != "same" or one.rebuilt is None or one.rebuilt.after is None or one.reference.after is None:
            continue
        if one.reference.kind in ("appeared", "moved") and one.reference.after.name:
            dx, dy = same.offset(one.reference.after, one.rebuilt.after)
            apart = min(max(abs(dx), abs(dy)), max(abs(dx - moved[0]), abs(dy - moved[1])))
            far.append((apart, one))
    if not far:
        return []
    apart, example = sorted(far, key=lambda one: one[0])[len(far) // 2]
    if apart <= FAR:
        return []
    text = example.reference.element.name
    reason = f"“{text[:60]}” is {apart:.0%} of the page away from its place in the reference."
    return [Failure(kind="wrong-effect-position", confidence=min(0.95, 0.5 + apart), reason=reason)]


def _drop_native(effects: Sequence[Effect], target: PageElement) -> tuple[Effect, ...]:
    """The effects without those that use itself has on a control: its value, its state, its colour under the pointer.

    They count if a press of a button has no other effect.
    """
    is_native = target.kind in _NATIVE
    own = {"text", "state", "color"} if is_native else {"color"}
    others = tuple(effect for effect in effects if effect.element.key != target.key or effect.kind not in own)
    return others if others or is_native else tuple(effects)


def _is_part_of(inner: PageElement, outer: PageElement, elements: Sequence[PageElement]) -> bool:
    """Whether one of both lies inside of the other: ids are often on a wrapper, or on a part of a control."""
    parents = {element.key: element.parent for element in elements}
    for start, end in ((inner.key, outer.key), (outer.key, inner.key)):
        while start:
            if start == end:
                return True
            start = parents.get(start, 0)
    return False


def _is_alike(wanted: PageElement, target: PageElement) -> bool:
    """Kinds between which a user sees no difference: a button drawn as a link, a plain element, or a disclosure."""
    plain = {"button", "link", "disclosure", "other"}
    looks_boxed = [bool(one.paper or one.border) for one in (wanted, target)]
    if {wanted.kind, target.kind} == {"button", "link"}:
        return looks_boxed[0] == looks_boxed[1]
    return {wanted.kind, target.kind} <= plain


def _describe(element: PageElement) -> str:
    type_ = f' of type "{element.type}"' if element.type else f' with role "{element.role}"' if element.role else ""
    return f"<{element.tag}>{type_}"


def _describe_effect(effect: Effect) -> str:
    name = effect.element.name[:40] or effect.element.tag
    words = {
        "appeared": "appears", "vanished": "vanishes", "text": "changes its text", "color": "changes its colour",
        "size": "changes its size", "moved": "moves", "state": "changes its state",
    }  # fmt: skip
    return f"“{name}” {words[effect.kind]}"


def _explain(one: MatchedEffect, shares: dict[Match, float]) -> str:
    part = f"{shares['same']:.0%} of the reference's effects are there"
    if one.rebuilt is None:
        return f"{part}; missing: {_describe_effect(one.reference)}."
    wanted, own = _describe_effect(one.reference), _describe_effect(one.rebuilt)
    if wanted != own:
        return f"{part}; in the reference {wanted}, here {own}."
    if one.match == "other-element":
        return f"{part}; {wanted} in both, but here it is another element of that name."
    if one.match == "other-type":
        return f"{part}; {wanted} in both, but only one of them in a window over the page."
    results = [_describe_result(effect) for effect in (one.reference, one.rebuilt)]
    if results[0] == results[1]:
        return f"{part}; {wanted} in both, but not in the same way."
    return f"{part}; {wanted} in both, but to {results[0]} in the reference and to {results[1]} here."


def _describe_result(effect: Effect) -> str:
    """What it leads to: the end of a text, colours, a size, a place or a state."""
    after = effect.after or effect.element
    match effect.kind:
        case "color":
            return " ".join(filter(None, (after.color, after.paper and f"on {after.paper}")))
        case "size":
            return f"{after.box[2]} × {after.box[3]} px, {after.font.partition(' ')[0]} letters"
        case "moved":
            return f"{after.box[0]}, {after.box[1]} px"
        case "state":
            return f"“{after.state[:60]}”"
        case _:
            return f"“{after.name[:100]}”"
