"""A checklist for tests: five items of each kind; item 9 has a maximum of 20."""

from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem

CHECKLIST = tuple(
    ChecklistItem(
        id=number,
        kind="vision" if number < 5 else "code",
        title=f"Is part {number} there?",
        description=f"Part {number} must be visible. Deduct 5 points if it is missing.",
        maximum=20 if number == 9 else 10,
    )
    for number in range(10)
)
