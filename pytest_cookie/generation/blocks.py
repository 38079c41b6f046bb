"""The text of a reply → its blocks of code, in a single pass."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Literal

_MARK = re.compile(
    r"(?P<fence>^(?P<indent>[ \t]{0,60})(?P<ticks>`{3,}+|~{3,}+)(?P<info>[^\n]*)$)"
    r"|(?P<late>(?<![`~])(?P<late_ticks>`{3,}|~{3,})(?P<late_info>[ \t]{0,4}\w{0,20})[ \t]{0,20}$)"
    r"|(?P<page>^[ \t]{0,60}<(?:!doctype\s{1,20}html\b(?:[^<>]{0,200}>\s{0,200}<html\b)?|html\b))"
    r"|(?P<within_a_line><!doctype\s{1,20}html\b[^<>]{0,200}>\s{0,200}<html\b)"
    # the lookahead distinguishes the end of a page from a string in a script
    r"|(?P<end></html\s{0,20}>(?=[ \t]{0,20}(?:$|```|~~~|<)))"
    r"|(?P<think>^[ \t]{0,20}<(?:think|thinking|thought|reasoning)>)"
    r"|(?P<thought></(?:think|thinking|thought|reasoning)>)",
    re.IGNORECASE | re.MULTILINE,
)
_MAX_MARKS = 20_000
"""The text after this many marks is not parsed."""
_MARKUP_INFO = re.compile(r"\s*(?:x?html?5?\b|[\w./-]{1,100}\.html?\b)", re.IGNORECASE)
_PAGE = re.compile(r"<(?:!doctype|html)\b", re.IGNORECASE)
_LEAD_CHARACTERS = 400

_Mark = re.Match[str]


@dataclass(frozen=True)
class Block:
    """A piece of code. `info` is the text beside the opening fence, `lead` the line of prose before it.

    `closed` is false if the reply ended inside. `start` and `content` are the offsets of the block and of its text in
    the reply; -1 for a block from JSON or prose.
    """

    info: str
    text: str
    lead: str = ""
    closed: bool = True
    start: int = -1
    content: int = -1


@dataclass(frozen=True)
class Parts:
    """The parts of a reply. `thinking` is the text of a thinking block that was never closed.

    `within` names the block that the reply ended in: a fence, a page without a fence, a thinking block, or "".
    """

    blocks: tuple[Block, ...]
    prose: str
    thinking: str = ""
    within: Literal["", "fence", "page", "thinking"] = ""


def parts_of(reply: str) -> Parts:
    r"""Split a reply, whose lines end in `\n`, into its parts. Thinking is left out."""
    return _Reading(reply).parts()


@dataclass
class _Open:
    """The open block. `is_page`: a page has begun in it; `page_end` is the offset of its end, else 0."""

    kind: Literal["fence", "page", "thinking"]
    start: int
    content: int
    ticks: str = ""
    info: str = ""
    indent: int = 0
    is_page: bool = False
    page_end: int = 0
    ends_on_a_line: bool = False

    @property
    def holds_a_whole_page(self) -> bool:
        return self.is_page and self.page_end > 0


class _Reading:
    """Reads the marks in order; `open` is the block around the current one, None for prose."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.marks = tuple(islice(_MARK.finditer(text), _MAX_MARKS))
        self.blocks: list[Block] = []
        self.prose: list[str] = []
        self.read_to = 0
        self.open: _Open | None = None
        self.thought_aloud = False
        self.next_end = self._following(lambda mark: mark.lastgroup == "end")
        self.next_page = self._following(_begins_page)
        self.next_code = self._following(lambda mark: mark.lastgroup in ("fence", "late", "page", "within_a_line"))

    def parts(self) -> Parts:
        for number, mark in enumerate(self.marks):
            self._take(number, mark)
        opened, thinking = self.open, ""
        if opened and opened.kind == "thinking":
            thinking = self.text[opened.content :]
        elif opened:
            self._close(len(self.text), closed=False)
        else:
            self.prose.append(self.text[self.read_to :])
        within = opened.kind if opened and not opened.holds_a_whole_page else ""
        return Parts(tuple(self.blocks), "\n".join(self.prose), thinking, within)

    def _following(self, wanted: Callable[[_Mark], bool]) -> list[int]:
        """For each mark the number of the next that is wanted after it, or one past all marks."""
        following = [len(self.marks)] * len(self.marks)
        for number in range(len(self.marks) - 2, -1, -1):
            following[number] = number + 1 if wanted(self.marks[number + 1]) else following[number + 1]
        return following

    def _take(self, number: int, mark: _Mark) -> None:
        if self.open is None:
            self._in_prose(number, mark)
        elif self.open.kind == "thinking":
            if mark.lastgroup == "thought":
                self.open, self.read_to = None, mark.end()
        elif self.open.kind == "fence":
            self._in_fence(self.open, number, mark)
        else:
            self._in_page(self.open, number, mark)

    def _in_prose(self, number: int, mark: _Mark) -> None:
        kind = mark.lastgroup
        if kind == "fence" or (kind == "late" and mark["late_info"].strip()):
            self._open_fence(mark)
        elif kind in ("page", "within_a_line"):
            self._leave_prose(_Open("page", mark.start(), mark.start(), is_page=True))
        elif kind == "think":
            self._leave_prose(_Open("thinking", mark.start(), mark.end()))
            self.thought_aloud = True
        elif kind == "thought" and self.next_code[number] < len(self.marks):
            self._forget(mark)

    def _in_fence(self, fence: _Open, number: int, mark: _Mark) -> None:
        kind = mark.lastgroup
        if kind == "page":
            fence.is_page = fence.is_page or self._leads(fence, mark)
        elif kind == "end":
            self._end_page(fence, mark)
        elif kind == "thought" and not self.thought_aloud and self._is_a_line(mark):
            if self.next_code[number] < len(self.marks):
                self._forget(mark)
        elif kind in ("fence", "late"):
            self._fence_in_fence(fence, number, mark)

    def _fence_in_fence(self, fence: _Open, number: int, mark: _Mark) -> None:
        """The end of it, or text of the page: a page may have fences in its scripts."""
        unfinished = fence.is_page and not fence.holds_a_whole_page
        if _closes(fence, mark, self.text) and not (unfinished and self._goes_on(number)):
            self._close(mark.start(), closed=True)
            self.read_to = mark.end()
        elif fence.holds_a_whole_page and _begins_page(mark):
            self._close(mark.start(), closed=True)
            self._in_prose(number, mark)

    def _in_page(self, page: _Open, number: int, mark: _Mark) -> None:
        if mark.lastgroup == "end":
            self._end_page(page, mark)
        elif page.page_end or (_begins_page(mark) and not self._goes_on(number)):
            self._close(page.page_end or mark.start(), closed=bool(page.page_end))
            self._take(number, mark)

    def _goes_on(self, number: int) -> bool:
        """Whether a page that is open here ends further on, before another begins."""
        return self.next_end[number] < self.next_page[number]

    def _open_fence(self, mark: _Mark) -> None:
        """Code may begin beside the fence (```html <!DOCTYPE html>), and even end there."""
        beside = mark["info"] or mark["late_info"] or ""
        code = beside.find("<")
        fence = _Open("fence", mark.start(), mark.end() + 1, mark["ticks"] or mark["late_ticks"], beside.strip())
        fence.indent = len(mark["indent"] or "")
        if code >= 0:
            fence.content, fence.info = mark.end() - len(beside) + code, beside[:code].strip()
            fence.is_page = bool(_PAGE.match(beside, code))
        self._leave_prose(fence)
        if code >= 0 and beside.rstrip().endswith(fence.ticks):
            self._close(mark.start("info") + len(beside.rstrip().rstrip("`~")), closed=True)
            self.read_to = mark.end()

    def _leave_prose(self, opened: _Open) -> None:
        self.prose.append(self.text[self.read_to : opened.start])
        self.open = opened

    def _forget(self, mark: _Mark) -> None:
        """Drop everything before the end of a thinking block whose beginning was not sent."""
        self.blocks.clear()
        self.prose.clear()
        self.open, self.read_to = None, mark.end()
        self.thought_aloud = True

    def _leads(self, fence: _Open, mark: _Mark) -> bool:
        """Whether the page that begins at `mark` is the fence's content, not a string in a script."""
        before = self.text[fence.content : fence.content + _LEAD_CHARACTERS]
        return before[: mark.start() - fence.content].lstrip()[:1] in ("", "<", "`", "~")

    def _end_page(self, opened: _Open, mark: _Mark) -> None:
        """The last `</html>` counts, for scripts have it in strings; after one on a line of its own only another."""
        if self._begins_line(mark) or not opened.ends_on_a_line:
            opened.page_end, opened.ends_on_a_line = mark.end(), self._begins_line(mark)

    def _begins_line(self, mark: _Mark) -> bool:
        before = self.text[max(0, mark.start() - 60) : mark.start()].rsplit("\n", 1)[-1]
        return not before.strip()

    def _is_a_line(self, mark: _Mark) -> bool:
        return self._begins_line(mark) and self.text[mark.end() : mark.end() + 1] in ("", "\n")

    def _close(self, end: int, *, closed: bool) -> None:
        if self.open is None:
            return
        opened, self.open = self.open, None
        is_whole = opened.holds_a_whole_page
        text = self.text[opened.content : opened.page_end if is_whole else end]
        if text.lstrip()[:3] in ("```", "~~~"):  # the fence was opened twice
            text = text.lstrip().partition("\n")[2]
        if opened.indent:
            text = re.sub(rf"^[ \t]{{1,{opened.indent}}}", "", text, flags=re.MULTILINE)
        lead = self.text[max(0, opened.start - _LEAD_CHARACTERS) : opened.start].rstrip().rsplit("\n", 1)[-1]
        self.blocks.append(Block(opened.info, text, lead, closed or is_whole, opened.start, opened.content))
        self.read_to = end


def _begins_page(mark: _Mark) -> bool:
    """Whether the mark begins a page without a fence, or a fence labelled as one."""
    if mark.lastgroup == "page":
        return True
    return mark.lastgroup in ("fence", "late") and bool(_MARKUP_INFO.match(mark["info"] or mark["late_info"] or ""))


def _closes(fence: _Open, mark: _Mark, text: str) -> bool:
    ticks = mark["ticks"] or mark["late_ticks"]
    if (mark["info"] or mark["late_info"] or "").strip() or ticks[0] != fence.ticks[0] or len(ticks) < len(fence.ticks):
        return False
    if mark.lastgroup == "late":  # </html>```
        return text[max(0, mark.start() - 9) : mark.start()].rstrip().endswith(">")
    return len(mark["indent"]) <= fence.indent + 3
