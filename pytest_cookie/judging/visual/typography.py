"""How the text of a page is set: font sizes, line height, line length, headings."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from pytest_cookie.core.page_layout import PageLayout, SetText
from pytest_cookie.judging.rubric.grade import Grade, rate_value

_MOST_LETTERS = 400  # of one text, so that an article does not outweigh the page
_RUNNING_PX = 24  # larger text is display type
_NORMAL_LEADING = 1.18  # what `line-height: normal` gives in common fonts
_TIGHT_PX = 0.05  # share of the font size by which letters may be pushed together


def grade_typography(composition: PageLayout) -> list[Grade]:
    """Grade typography; each measure weighs texts by their letters, and a page without text has none.

    Font size of running text (1 if half of the letters have 15 px or more, 0 at 8), the share of letters under 12 px,
    line height (1 from 1.35 times the font size, 0 at 0.9) and line length (1 up to 45 em, 0 from 110) of texts of
    several lines, headings larger than the text and in the order of their levels, letters spread apart or pushed
    together, justified narrow columns.
    """
    texts = [text for text in composition.texts if text.letters > 0 and text.size > 0]
    if not texts:
        return []
    running = [text for text in texts if not text.heading and text.size < _RUNNING_PX]
    blocks = [text for text in running if text.lines >= 2]
    return [
        Grade("size of text", rate_value(_middle_size(running or texts), good=15, fine=13, bad=8), 0.25),
        Grade(
            "small print", rate_value(_share(texts, lambda text: text.size < 11.5), good=0.02, fine=0.15, bad=1.0), 0.12
        ),
        Grade("line height", _mean(blocks, _leading), 0.15),
        Grade("line length", _mean(blocks, _length), 0.06),
        Grade("headings", _hierarchy(texts, running), 0.15),
        Grade("letter spacing", 1 - _share(texts, _is_odd), 0.1),
    ]


def _weight(text: SetText) -> int:
    return min(_MOST_LETTERS, text.letters)


def _share(texts: Sequence[SetText], claim: Callable[[SetText], bool]) -> float:
    total = sum(_weight(text) for text in texts)
    return sum(_weight(text) for text in texts if claim(text)) / total if total else 0.0


def _mean(texts: Sequence[SetText], measure: Callable[[SetText], float]) -> float:
    total = sum(_weight(text) for text in texts)
    return sum(_weight(text) * measure(text) for text in texts) / total if total else 1.0


def _middle_size(texts: Sequence[SetText]) -> float:
    return median(size for text in texts for size in [text.size] * _weight(text))


def _leading(text: SetText) -> float:
    return rate_value(text.leading / text.size if text.leading else _NORMAL_LEADING, good=1.35, fine=1.15, bad=0.9)


def _length(text: SetText) -> float:
    return rate_value(text.box.width / text.size, good=45, fine=70, bad=110)


def _hierarchy(texts: Sequence[SetText], running: Sequence[SetText]) -> float:
    """The share of headings that are larger, or at least bolder, than the text, and not smaller than a lower level."""
    headings = [text for text in texts if text.heading]
    if not headings or not running:
        return 1.0
    body = _middle_size(running)
    sizes = {level: median(t.size for t in headings if t.heading == level) for level in {t.heading for t in headings}}
    stands_out = sum(_stands_out(text, body) for text in headings) / len(headings)
    levels = sorted(sizes)
    ordered = [sizes[a] >= sizes[b] - 0.5 for a, b in pairwise(levels)]
    return (stands_out + (sum(ordered) / len(ordered) if ordered else 1.0)) / 2


def _stands_out(text: SetText, body: float) -> float:
    if text.size >= body * 1.05:
        return 1.0
    if text.size >= body * 0.95:
        return 0.9 if text.weight >= 500 else 0.7
    return 0.5 if text.size >= body * 0.8 else 0.2


def _is_odd(text: SetText) -> bool:
    """Whether the text is set oddly.

    Its letters are more than a fifth of their size apart or overlap, or it is justified in a narrow column.
    """
    apart = text.spacing / text.size
    narrow = text.align == "justify" and text.lines >= 2 and text.box.width < 20 * text.size
    return narrow or apart < -_TIGHT_PX or (apart > 0.2 and text.letters > 20)
