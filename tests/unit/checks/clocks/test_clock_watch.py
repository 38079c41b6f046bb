"""Numbers that change by themselves, and jump with an action."""

from dataclasses import replace

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.checks.clocks.fact import ClockFact, NumberJump
from pytest_cookie.checks.clocks.watch import ClockWatch
from pytest_cookie.core.action import Click, Reload
from pytest_cookie.core.page import Inventory
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.watch import Act

TIMES = (5_000, 5_600, 6_200, 7_350, 8_100)


def seen(text: str, at_ms: int) -> Observation:
    elements = {"b": ElementState(text=text, state="", box=(0, 0, 9, 9))}
    return Observation(
        "http://a/",
        b"",
        Inventory(title="t", lang="en", url="http://a/", text="", text_length=0),
        elements,
        page_ms=at_ms,
    )


QUIET = BackgroundChanges(elements=frozenset({"b"}))


def followed(watch: ClockWatch, before: Observation, after: Observation, action=None) -> tuple[NumberJump, ...]:
    """The jumps of an action, after which the page is looked at."""
    watch.look(after)
    fact = watch.compare(Act(action or Click(ref="b"), before, after, QUIET))
    return fact.jumps if fact else ()


def watched(texts: list[str], times: tuple[int, ...] = TIMES) -> ClockWatch:
    watch = ClockWatch()
    for text, moment in zip(texts, times, strict=True):
        watch.look(seen(text, moment))
    return watch


def jumps(texts: list[str], after: str, at_ms: int, times: tuple[int, ...] = TIMES) -> tuple[NumberJump, ...]:
    return followed(watched(texts, times), seen(texts[-1], times[-1]), seen(after, at_ms))


COUNTDOWN = ["43", "43", "42", "41", "40"]
CLOCK = ["Time 0:58", "Time 0:59", "Time 1:00", "Time 1:01", "Time 1:02"]
SCORED = ["Score 10 · 0:05", "Score 10 · 0:05", "Score 10 · 0:06", "Score 10 · 0:07", "Score 10 · 0:08"]


PACES = [
    (COUNTDOWN, "38", 10_000, None),
    (COUNTDOWN, "34", 10_000, "38"),
    (COUNTDOWN, "40", 16_000, "32"),
    (COUNTDOWN, "0", 60_000, None),
    (COUNTDOWN, "Over!", 60_000, None),
    (COUNTDOWN, "Paused at 39", 9_100, ""),
    (CLOCK, "Time 1:04", 10_000, None),
    (CLOCK, "Time 1:32", 10_000, "Time 1:04"),
    (SCORED, "Score 10 · 0:10", 10_000, None),
    (SCORED, "Score 20 · 0:10", 10_000, "Score 10 · 0:10"),
    (["1,000", "1,600", "2,200", "3,350", "4,100"], "6,010", 10_000, None),
    (["1,000", "1,600", "2,200", "3,350", "4,100"], "16,000", 10_000, "6000"),
    (["7", "90", "3", "55", "41"], "1000", 10_000, None),
    (["a", "b", "c", "d", "e"], "f", 10_000, None),
    (["00:05", "00:06", "00:07", "00:08", "00:09"], "00:010", 9_100, None),
    (["00:00", "00:00", "00:00", "00:00", "00:01"], "00:03", 10_900, None),
]


def test_a_number_that_is_not_where_its_pace_leads_has_jumped(subtests):
    for texts, after, at_ms, expected in PACES:
        with subtests.test(texts=texts):
            found = jumps(texts, after, at_ms)
            assert [jump.expected for jump in found] == ([] if expected is None else [expected])
            assert [(jump.before, jump.after) for jump in found] == ([] if expected is None else [(texts[-1], after)])


def test_what_was_watched_too_shortly_has_no_pace():
    assert jumps(["43", "42", "41"], "7", 9_000, (5_000, 6_000, 7_000)) == ()
    assert jumps(["43", "43", "43", "42"], "7", 9_000, (5_000, 5_300, 5_500, 6_000)) == ()


def test_the_pace_goes_on_after_a_jump():
    watch = watched(COUNTDOWN)
    for before, after, at_ms, count in (("40", "30", 9_100, 1), ("30", "29", 10_100, 0), ("29", "20", 11_100, 1)):
        found = followed(watch, seen(before, at_ms - 1_000), seen(after, at_ms))
        assert len(found) == count, (before, after)


def test_a_number_that_other_words_replaced_is_noted_with_that_action_only(subtests):
    for words in ("Stopped", "Your tea is ready", "Paused at 39"):
        with subtests.test(words):
            watch = watched(COUNTDOWN)
            assert len(followed(watch, seen("40", 8_100), seen(words, 9_100))) == 1
            assert not followed(watch, seen(words, 9_100), seen(words, 10_100))
            assert not followed(watch, seen(words, 10_100), seen("Choose another tea", 11_100))


def test_the_note_tells_a_jump_from_words_in_place_of_the_number():
    jump, words = NumberJump(before="40", after="34", expected="38"), NumberJump(before="2:54", after="Stopped")
    both = {note.label: note.texts for note in ClockFact(jumps=(jump, words)).describe()}
    assert both == {
        "number jumped": ("“40” → “34”, its own pace would have led to “38”",),
        "count replaced": ("“2:54” → “Stopped”",),
    }


def test_another_document_has_other_paces():
    watch = watched(COUNTDOWN)
    assert not followed(watch, seen("40", 8_100), seen("90", 9_100), Reload())
    assert not followed(watch, seen("90", 9_100), seen("20", 10_100))
    elsewhere = watched(COUNTDOWN)
    elsewhere.look(replace(seen("90", 9_100), url="http://a/b"))
    assert not followed(elsewhere, replace(seen("90", 9_100), url="http://a/b"), seen("20", 10_100))
