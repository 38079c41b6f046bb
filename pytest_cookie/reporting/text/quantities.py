"""How scores, money and times are written, in terminal and site alike."""

from pytest_cookie.core.verdict import CriteriaCount
from pytest_cookie.stats import Interval

NOTHING = "–"


def criteria(count: CriteriaCount | None) -> str:
    """`152/180*`: measured and demanded criteria, with a star if some are missing."""
    return NOTHING if count is None else f"{count.measured}/{count.demanded}{'*' if count.missing else ''}"


def score(value: float | None, digits: int = 1) -> str:
    """A score with the digits of its specification; a dash for None, never a zero."""
    return NOTHING if value is None else f"{value:.{digits}f}"


def span(interval: Interval, digits: int = 1) -> str:
    """`77–93`, the ends of the 95 % interval of a score with one digit less than the score; empty without an interval
    (fewer than two values).
    """
    if interval.low is None or interval.high is None:
        return ""
    shown = max(0, digits - 1)
    return f"{interval.low:.{shown}f}–{interval.high:.{shown}f}"


def signed(value: float | None, digits: int = 1) -> str:
    """A difference of scores with its sign, `−7.1` or `+0.4`; 0.0 has no sign."""
    if value is None:
        return NOTHING
    text = f"{abs(value):.{digits}f}"
    if not text.strip("0."):
        return text
    return ("−" if value < 0 else "+") + text


def signed_span(interval: Interval, digits: int = 1) -> str:
    """`−9.4 to −4.9`, the ends of the 95 % interval of a difference; empty without an interval."""
    if interval.low is None or interval.high is None:
        return ""
    return f"{signed(interval.low, digits)} to {signed(interval.high, digits)}"


def p_value(p: float | None) -> str:
    """To two digits, and never 0: a resampling test cannot show less than one in ten thousand."""
    if p is None:
        return NOTHING
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def coefficient(value: float | None) -> str:
    """A coefficient such as κ to two digits, with a minus sign; 0.00 has none."""
    return NOTHING if value is None else f"{value:.2f}".replace("-", "−") if abs(value) >= 0.005 else "0.00"


def percent(rate: float | None) -> str:
    """A rate of 0 to 1 as `12 %`; a dash for None."""
    return NOTHING if rate is None else f"{100 * rate:.0f} %"


def money(usd: float | None) -> str:
    """US dollars and cents; under ten cents with four decimals, so that a cheap item does not look free."""
    if usd is None:
        return "unknown"
    if usd == 0:
        return "$0"
    return f"${usd:.2f}" if usd >= 0.1 else f"${usd:.4f}"


def duration(seconds: float) -> str:
    """`8.4 s`, `3 min 20 s`, `2 h 5 min`."""
    if seconds < 60:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def clock(seconds: float) -> str:
    """A page time, `1:05.4`."""
    minutes, tenths = divmod(round(seconds * 10), 600)
    return f"{minutes}:{tenths / 10:04.1f}"
