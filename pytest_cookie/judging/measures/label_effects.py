"""Inputs that only answer with their own name: a button that turns “off” into “on”, or writes its name in a line."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pytest_cookie.core.trace import Change, StateChange, Step
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.measures.interaction import Interaction, is_within
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.once import once
from pytest_cookie.judging.text.code_examples import plain_name

_LEAST = 3  # two of a page may be alike by chance
_FEW_ELEMENTS = 3  # changed elements; a label has an icon, a word and itself
_SMALL_CHANGE = 0.02  # share of the window; a label that grows pushes its row
_LONGEST_LABEL = 40  # characters; a longer text is content
_LEAST_NAME = 4  # characters of a name that a text repeats; fewer are in many words


@once
def find_label_effects(context: RubricContext) -> tuple[tuple[Interaction, ...], ...]:
    """Groups of answered inputs whose effects are all of one form and show nothing but the input's own name.

    One group has inputs that change only their own label or pressed state, and keys that press them. Each further one
    has inputs that write their name in the same words elsewhere, such as “Search is on”. Groups have at least three
    inputs. Empty for games, whose squares show what is on them.
    """
    if context.requirements.scene == "game":
        return ()
    answered = [interaction for interaction in find_interactions(context) if interaction.answer == "answered"]
    toggles = [one for one in answered if all(_only_relabels(one, step, _names_of(one)) for step in _seen(one))]
    names = _names_of_kinds(context, toggles)
    toggles += [one for one in answered if one.is_key and all(_only_relabels(one, step, names) for step in _seen(one))]
    forms: dict[str, list[Interaction]] = defaultdict(list)
    for interaction in answered:
        if interaction not in toggles and (form := _form_of_echo(interaction)):
            forms[form].append(interaction)
    return tuple(tuple(group) for group in (toggles, *forms.values()) if len(group) >= _LEAST)


@once
def find_pretenders(context: RubricContext) -> frozenset[str]:
    """Keys of the inputs of all these groups, if they are at least half of the inputs that work, else none.

    Their names do not show that the page has what the names say, and they are no content.
    """
    keys = frozenset(interaction.key for group in find_label_effects(context) for interaction in group)
    working = sum(interaction.answer == "answered" for interaction in find_interactions(context))
    return keys if len(keys) * 2 >= working else frozenset()


@once
def find_pretending_names(context: RubricContext) -> frozenset[str]:
    """The names of these inputs, and of unused controls of their kinds, as `plain_name` gives them."""
    keys = find_pretenders(context)
    interactions = [interaction for interaction in find_interactions(context) if interaction.key in keys]
    return frozenset(plain_name(name) for name in _names_of_kinds(context, interactions))


def _names_of_kinds(context: RubricContext, interactions: Sequence[Interaction]) -> set[str]:
    """The names of these inputs, and of unused controls of their kinds."""
    kinds = {interaction.control_type for interaction in interactions}
    used = {interaction.key for interaction in find_interactions(context)}
    alike = {control.name for control in context.controls if control.kind in kinds and control.ref not in used}
    return {name for interaction in interactions for name in _names_of(interaction)} | alike - {""}


def _seen(interaction: Interaction) -> list[Step]:
    return [step for step in interaction.steps if step.outcome == "done" and step.change.seen]


def _names_of(interaction: Interaction) -> set[str]:
    """All names that it had: at load, and whenever it was pressed."""
    control = interaction.control.name if interaction.control else ""
    return {step.action.target for step in interaction.steps} | {control} - {""}


def _only_relabels(interaction: Interaction, step: Step, names: Iterable[str]) -> bool:
    """Whether the step changed only a label with one of these names, or the state of its control."""
    change = step.change
    names = {plain_name(name) for name in names}
    if _reaches_beyond(change) or any(not _is_of(state, names) for state in change.states):
        return False
    if change.pixels > _SMALL_CHANGE and not (interaction.control and is_within(change, interaction.control.box)):
        return False
    went = [plain_name(text) for text in change.vanished_text]
    came = [plain_name(text) for text in change.appeared_text]
    if not went:
        return bool(change.states) and not came
    is_label = len(came) <= len(went) and all(len(text) <= _LONGEST_LABEL for text in came)
    return is_label and all(_is_part(text, names) for text in went)


def _reaches_beyond(change: Change) -> bool:
    """Whether more happened than a few changed elements, texts and states."""
    asked = change.dialogs or change.popups or change.downloads or change.effects or change.url or change.reloaded
    moved = change.motion or change.scrolled_px or change.scrolled_x_px or change.moved or change.fields_gone
    built = change.dom_added != change.dom_removed or change.dom_added > _FEW_ELEMENTS
    return bool(asked or moved or built or change.sounded or change.dom_changed > _FEW_ELEMENTS)


def _is_of(state: StateChange, names: Iterable[str]) -> bool:
    """Whether it is the input's state; its name may have changed with it."""
    name = plain_name(state.control)
    return any(name == known[: len(name)] or _shared(name, known) for known in names)


def _is_part(text: str, names: Iterable[str]) -> bool:
    return any(text in name for name in names)


def _shared(name: str, other: str) -> str:
    """The words that both begin with, at least four characters."""
    words = []
    for one, its in zip(name.split(), other.split(), strict=False):
        if one != its:
            break
        words.append(one)
    shared = " ".join(words)
    return shared if len(shared) >= _LEAST_NAME else ""


def _form_of_echo(interaction: Interaction) -> str:
    """What each use of the input writes, with its name left out; "" if it does or writes anything else."""
    steps = _seen(interaction)
    forms = {_echo(step, _names_of(interaction)) for step in steps}
    return forms.pop() if len(forms) == 1 else ""


def _echo(step: Step, names: Iterable[str]) -> str:
    change = step.change
    asked = change.dialogs or change.popups or change.downloads or change.effects or change.url or change.reloaded
    moved = change.motion or change.scrolled_x_px or change.moved or change.fields_gone or change.sounded
    if asked or moved or change.dom_changed > _FEW_ELEMENTS or change.dom_added > 1 or change.states:
        return ""
    texts = [plain_name(text) for text in change.appeared_text]
    return _without_names(texts, [plain_name(name) for name in names])


def _without_names(texts: Sequence[str], names: Sequence[str]) -> str:
    """The texts with a mark in place of the name and of figures; "" unless each of them repeats the name."""
    left = []
    for text in texts:
        core = max((core for name in names for core in _cores(name) if core in text), key=len, default="")
        if not core or len(text) > len(core) + _LONGEST_LABEL:
            return ""
        left.append(re.sub(r"\d+", "0", text.replace(core, "*")))
    return "|".join(sorted(left))


def _cores(name: str) -> list[str]:
    """The name, and what is left of it without its last word or words behind a colon, such as “: off”."""
    core = re.split(r"[:：(]", name)[0].strip()
    return [one for one in (name, core, name.rpartition(" ")[0]) if len(one) >= _LEAST_NAME]
