"""Lines of a change that tell of a control's value, `name: value “old” → “new”`, taken apart in one pass."""

from dataclasses import dataclass

_NAME_ENDS, _OLD_ENDS, _NEW_ENDS = ": value “", "” → “", "”"


@dataclass(frozen=True)
class ValueLine:
    """What a control is called, and what it held before and after."""

    name: str
    old: str
    new: str


def value_line(line: str) -> ValueLine | None:
    """The parts, each as long as it can be from the left; None for a line that tells of anything else."""
    told, arrow, new = line.removesuffix(_NEW_ENDS).rpartition(_OLD_ENDS)
    name, value, old = told.rpartition(_NAME_ENDS)
    return ValueLine(name, old, new) if arrow and value and line.endswith(_NEW_ENDS) else None
