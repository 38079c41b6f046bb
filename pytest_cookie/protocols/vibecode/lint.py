"""`lint_workflows`: finds what makes a set of workflows unfair (Vibe Code Bench, section 3.1): dependencies between
workflows, substeps that a browser cannot do, and expected texts that the specification does not have."""

import re
from collections.abc import Iterator

from pytest_cookie.protocols.vibecode.workflows import FEWEST_WORKFLOWS, MOST_WORKFLOWS, WorkflowFields

_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]++)++")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,80})[\"”]")
_EARLIER = re.compile(r"(?i)\b(?:previous|earlier|last|preceding|other|first) (?:workflow|test)\b")
_NOT_IN_A_BROWSER = re.compile(
    r"(?i)\b(?:database table|sql|console|developer tools|devtools|source code|log files?|terminal|shell|api response"
    r"|network tab|environment variable)\b"
)
_ENTERS = re.compile(
    r"(?i)\b(?:enter|type|fill|register|sign up|log in|add|change|book|create|search|choose|set|buy|pay|write|name|open"
    r"|edit|delete|pin|unpin|archive|restore|try|show|put|only|first|with)\w*\b"
)


def lint_workflows(brief: str, fields: WorkflowFields) -> tuple[str, ...]:
    """Complaints, one a line; () for a sound set."""
    return (*_count(fields), *_dependencies(fields), *_impossible(fields), *_unspecified(brief, fields))


def _count(fields: WorkflowFields) -> Iterator[str]:
    number = len(fields.workflows)
    if not FEWEST_WORKFLOWS <= number <= MOST_WORKFLOWS:
        yield f"the case has {number} workflows; {FEWEST_WORKFLOWS} to {MOST_WORKFLOWS} are usual"


def _dependencies(fields: WorkflowFields) -> Iterator[str]:
    """Accounts that two workflows use, and substeps that refer to another workflow."""
    used: dict[str, str] = {}
    for workflow in fields.workflows:
        texts = [step.text for step in workflow.steps]
        for address in dict.fromkeys(found.lower() for text in texts for found in _MAIL.findall(text)):
            if used.setdefault(address, workflow.id) != workflow.id:
                yield f"{workflow.id} uses {address}, as {used[address]} does; every workflow needs its own accounts"
        for number, text in enumerate(texts, start=1):
            if found := _EARLIER.search(text):
                yield f"{workflow.id}, substep {number}: depends on another workflow ({found[0]!r})"


def _impossible(fields: WorkflowFields) -> Iterator[str]:
    for workflow in fields.workflows:
        for number, step in enumerate(workflow.steps, start=1):
            if found := _NOT_IN_A_BROWSER.search(step.text):
                yield f"{workflow.id}, substep {number}: a user cannot see this in a browser ({found[0]!r})"


def _unspecified(brief: str, fields: WorkflowFields) -> Iterator[str]:
    """Quoted texts that the user only sees, never enters, and that the specification does not have."""
    known = brief.casefold()
    for workflow in fields.workflows:
        entered = ""
        for number, step in enumerate(workflow.steps, start=1):
            if _ENTERS.search(step.text):
                entered += step.text.casefold()
                continue
            for text in _QUOTED.findall(step.text):
                plain = text.rstrip(" .…").casefold()
                if plain not in known and plain not in entered:
                    yield f"{workflow.id}, substep {number}: the specification does not have {text!r}"
