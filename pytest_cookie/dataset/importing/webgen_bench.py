"""The instructions of WebGen-Bench with their checks (Lu et al. 2025): JSON Lines, one website per line."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue

from pytest_cookie.core.labels import slug
from pytest_cookie.dataset.importing.aui_tasks import TaskText, limit_tasks
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase, detect_language
from pytest_cookie.dataset.importing.json_lines import CaseLine, read_case_lines
from pytest_cookie.dataset.importing.peer import Peer, check_printable
from pytest_cookie.dataset.select import label_words

ID_PREFIX = "webgen-"
SOURCE = "WebGen-Bench (mnluzimu/WebGen-Bench), instruction {id}"
LEAF_WORDS: tuple[tuple[str, str], ...] = (
    ("dashboard", "dashboard"),
    ("analytic", "dashboard"),
    ("social", "community"),
    ("communit", "community"),
    ("forum", "community"),
    ("chat", "chat"),
    ("messag", "chat"),
    ("portfolio", "portfolio"),
    ("news", "article"),
    ("blog", "article"),
    ("corporate", "corporate-site"),
    ("brand", "corporate-site"),
    ("education", "educational"),
    ("learning", "educational"),
    ("game", "puzzle"),
    ("booking", "form-workflow"),
    ("commerce", "business-objects"),
    ("manage", "business-objects"),
)
"""The leaf of our taxonomy by a word of the type of application; the first that occurs counts."""
LEAVES = {"Content Presentation": "corporate-site", "User Interaction": "form-workflow"}
"""The leaf by primary category, for other types. They are coarse: correct the leaf of a case if labels matter."""
OTHER_LEAF = "business-objects"
_CONTENT = frozenset({"corporate-site", "article", "portfolio"})


class Category(Peer):
    """Kinds of a website."""

    primary_category: str = ""


class Check(Peer):
    """One published check: what to do, and what should then be seen."""

    task: TaskText
    expected_result: TaskText


class Instruction(CaseLine):
    """A published line. Unknown fields are ignored."""

    id: Annotated[str, AfterValidator(str.strip), Field(min_length=1, max_length=60), AfterValidator(check_printable)]
    instruction: Annotated[str, Field(min_length=1), AfterValidator(check_printable)]
    category: Category = Field(default=Category(), alias="Category")
    application_type: str = ""
    checks: Annotated[tuple[Check, ...], AfterValidator(limit_tasks)] = Field(alias="ui_instruct")

    def case(self, line: int = 0) -> ImportedCase:
        """The website as a case. Its checks are tasks of the protocol `auigym`, whose verifier writes the checkers."""
        leaf = find_leaf(self.application_type, self.category.primary_category)
        tasks: list[JsonValue] = [
            {"id": f"check-{number}", "kind": "core", "do": check.task, "outcome": check.expected_result}
            for number, check in enumerate(self.checks, start=1)
        ]
        return ImportedCase(
            id=ID_PREFIX + slug(self.id, reserved=label_words(), max_length=50),
            brief=self.instruction,
            leaf=leaf,
            language=detect_language(self.instruction),
            source=SOURCE.format(id=self.id),
            extra={"tag": "landing" if leaf in _CONTENT else "app", "tasks": tasks},
            line=line,
        )


def find_leaf(application_type: str, primary_category: str) -> str:
    """The leaf for a type of application and a primary category, such as `News and Information Sites`."""
    words = application_type.casefold()
    named = next((leaf for word, leaf in LEAF_WORDS if word in words), None)
    return named or LEAVES.get(primary_category, OTHER_LEAF)


def read_instructions(path: Path) -> Imported:
    """The instructions of a published file. Raises `UsageError` if it cannot be read."""
    return read_case_lines(path, Instruction, "id")
