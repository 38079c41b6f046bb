"""`magnify`: crops a picture around a part, so that the part takes a larger share (Interaction2Code, section 6.5)."""

from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, Picture


def magnify(picture: Picture, part: Box, factor: float) -> Picture:
    """A crop of 1/`factor` of the picture's width and height, centred on `part` as far as the edges allow.

    It is never smaller than the part. A factor of 1 gives the whole picture.
    """
    height, width = picture.shape[:2]
    left, right = _span(part.left, part.right, round(width / factor), width)
    top, bottom = _span(part.top, part.bottom, round(height / factor), height)
    return picture[top:bottom, left:right]


def _span(start: int, end: int, length: int, whole: int) -> tuple[int, int]:
    length = min(whole, max(length, end - start))
    first = min(max(0, (start + end - length) // 2), whole - length)
    return first, first + length
