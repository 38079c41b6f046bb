"""Words for how an action is carried out: reports, prompts and messages all take them from here."""

from pytest_cookie.core.action import Action, Drag, Scroll
from pytest_cookie.core.text import shorten

_ANSWER_CHARACTERS = 60


def describe_manner(action: Action) -> tuple[str, ...]:
    """What the kind, target and value of an action leave out: keys held, path, planned answers. Empty for most."""
    return (*_describe_pointing(action), *_describe_answers(action))


def _describe_pointing(action: Action) -> tuple[str, ...]:
    words = [f"with {'+'.join(action.modifiers)} held"] if action.modifiers else []
    if isinstance(action, Scroll) and action.sideways:
        words.append("sideways")
    if isinstance(action, Drag):
        words += [f"through {len(action.path)} points"] if action.path else []
        words += [f"released beyond the {action.drop_outside} edge of the window"] if action.drop_outside else []
    return tuple(words)


def _describe_answers(action: Action) -> tuple[str, ...]:
    answers = []
    for answer in action.dialogs:
        text = f" “{shorten(answer.text, _ANSWER_CHARACTERS)}”" if answer.accept and answer.text is not None else ""
        answers.append(f"{'accept' if answer.accept else 'dismiss'}{text}")
    return (f"planned answers to dialogs: {', '.join(answers)}",) if answers else ()
