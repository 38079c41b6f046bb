"""Only what changes repeatedly counts as something that the page changes by itself, and only until it stops."""

from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.background_watch import BackgroundRhythm, ReportedMotion

STILL = BackgroundChanges()
TICK = BackgroundChanges(elements=frozenset({"clock"}), cells=frozenset({(1, 1)}), loose=frozenset({(1, 1)}))


def ticking(*times_ms: int) -> BackgroundRhythm:
    rhythm = BackgroundRhythm()
    for since_ms, at_ms in zip((0, *times_ms), times_ms, strict=False):
        rhythm.learn(TICK, since_ms=since_ms, at_ms=at_ms)
    return rhythm


def test_a_single_change_counts_until_the_page_is_still():
    rhythm = ticking(1_000)
    assert (rhythm.known.elements, rhythm.known.loose) == ({"clock"}, {(1, 1)})
    rhythm.learn(STILL, since_ms=1_000, at_ms=1_200)
    assert rhythm.known == STILL


def test_a_single_change_while_waiting_does_not_count():
    rhythm = BackgroundRhythm()
    rhythm.learn(TICK, since_ms=0, at_ms=5_000, lasting_only=True)
    assert rhythm.known == STILL
    rhythm.learn(TICK, since_ms=5_000, at_ms=6_000, lasting_only=True)
    assert rhythm.known.elements == {"clock"}


def test_what_changed_twice_counts_between_its_changes_and_ends_when_it_stops():
    rhythm = ticking(1_000, 2_000)
    rhythm.learn(STILL, since_ms=2_000, at_ms=2_200)
    rhythm.follow(STILL, at_ms=3_400)
    assert (rhythm.known.elements, rhythm.take_stopped()) == ({"clock"}, False)
    rhythm.follow(STILL, at_ms=3_600)
    assert (rhythm.known, rhythm.take_stopped(), rhythm.take_stopped()) == (STILL, True, False)


def test_what_went_there_and_back_goes_on():
    rhythm = ticking(1_000, 2_000)
    rhythm.learn(STILL, since_ms=2_000, at_ms=4_000, reported=ReportedMotion(mutated=frozenset({"clock", "other"})))
    assert rhythm.known.elements == {"clock"}


def test_an_action_does_not_teach_it_anything_new():
    rhythm = BackgroundRhythm()
    for at_ms in (1_000, 2_000, 3_000):
        rhythm.follow(TICK, at_ms=at_ms)
    assert (rhythm.known, rhythm.is_known) == (STILL, False)


def test_an_element_that_comes_and_goes_does_not_hide_what_is_beside_it():
    blink = BackgroundChanges(toggled=frozenset({"main>i"}), containers=frozenset({"main"}), cells=frozenset({(0, 0)}))
    rhythm = BackgroundRhythm()
    rhythm.meet(["main>i", "main>p"])
    for at_ms in (500, 1_000, 1_500):
        rhythm.learn(blink, since_ms=at_ms - 500, at_ms=at_ms)
    rhythm.learn(STILL, since_ms=1_500, at_ms=1_700)
    assert [rhythm.known.covers(path) for path in ("main>i", "main>p")] == [True, False]


def test_a_list_that_keeps_growing_is_known_as_a_whole():
    rhythm = BackgroundRhythm()
    for number, at_ms in enumerate((500, 1_000, 1_500)):
        grown = BackgroundChanges(toggled=frozenset({f"ul>li:{number}"}), containers=frozenset({"ul"}))
        rhythm.learn(grown, since_ms=at_ms - 500, at_ms=at_ms)
    rhythm.learn(STILL, since_ms=1_500, at_ms=1_700)
    assert rhythm.known.covers("ul>li:9")


def test_an_action_that_moves_a_part_does_not_widen_the_area_that_is_ignored():
    spin = BackgroundChanges(tracks={"ring": (0, 0, 50, 50)}, cells=frozenset({(0, 0)}))
    rhythm = BackgroundRhythm()
    for at_ms in (500, 1_000):
        rhythm.learn(spin, since_ms=at_ms - 500, at_ms=at_ms)
    rhythm.follow(BackgroundChanges(tracks={"ring": (0, 0, 50, 600)}, cells=frozenset({(0, 0)})), at_ms=1_300)
    assert rhythm.known.tracks == {"ring": (0, 0, 50, 50)}
