from pytest_cookie.browser.page.observation import ElementState, Happenings
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.before_and_after import find_boxes
from pytest_cookie.exploration.effects.change import MAX_REGIONS, compare, detect_motion_change
from tests.change_lines import dialogs, states
from tests.unit.exploration.pages import control, observation, picture, text


def test_the_same_moment_twice_is_no_change():
    change = compare(observation(elements={"main": text("Hello")}), observation(elements={"main": text("Hello")}))
    assert not change.seen
    assert change.pixels == 0
    assert change.regions == ()


def test_changed_pixels_are_counted_and_boxed():
    change = compare(observation(), observation(screenshot=picture((100, 100, 149, 119))))
    assert change.seen
    assert change.pixels == 0.001
    assert change.regions == (Box(x=100, y=100, width=50, height=20),)


def test_a_shade_within_the_tolerance_is_no_change():
    faint = picture((100, 100, 300, 300), colour="#f5f5f5")
    assert not compare(observation(), observation(screenshot=faint)).seen


def test_a_few_stray_pixels_are_not_noticed():
    assert not compare(observation(), observation(screenshot=picture((5, 5, 7, 7)))).seen


def test_many_regions_are_merged():
    spots = [(80 + 200 * i, 40 + 110 * i, 100 + 200 * i, 60 + 110 * i) for i in range(6)]
    change = compare(observation(), observation(screenshot=picture(*spots)))
    assert len(change.regions) == MAX_REGIONS


def test_a_text_that_goes_from_one_place_may_still_be_in_another():
    before = observation(elements={"a": text("€36.00"), "b": text("Total"), "c": text("€36.00"), "d": text("Soup")})
    after = observation(elements={"a": text("€36.00"), "b": text("Total")}, words="Adults\t€36.00\nTotal")
    change = compare(before, after)
    assert (change.kept_text, change.lost_text) == (("€36.00",), ("Soup",))


def test_text_that_comes_goes_and_moves():
    before = observation(elements={"a": text("Old"), "b": text("Stays"), "c": text("0 points")})
    after = observation(elements={"d": text("Stays"), "c": text("10 points"), "e": text("New")})
    change = compare(before, after)
    assert change.appeared_text == ("New", "10 points")
    assert change.vanished_text == ("Old", "0 points")
    assert (change.dom_added, change.dom_removed, change.dom_changed) == (2, 2, 1)


def test_states_of_controls_are_told_in_words():
    before = observation(controls=(control("e1", "checkbox", "Mail me", checked=False),))
    ticked = picture((14, 14, 24, 24))
    after = observation(controls=(control("e1", "checkbox", "Mail me", checked=True),), screenshot=ticked)
    change = compare(before, after)
    assert change.states == states("Mail me: checked no → yes")
    assert change.seen


def test_a_fragment_alone_leads_nowhere():
    change = compare(observation(), observation(url="http://artifact.localhost/#"))
    assert change.url == "http://artifact.localhost/#"
    assert not change.seen
    other = observation(url="http://artifact.localhost/about", screenshot=picture((10, 10, 200, 60)))
    assert compare(observation(), other).seen


def test_a_class_that_changes_nothing_visible_is_not_seen():
    before = observation(elements={"b": text("Go", state="class=btn")})
    pressed = observation(elements={"b": text("Go", state="class=btn pressed")})
    assert compare(before, pressed).dom_changed == 1
    assert not compare(before, pressed).seen


def test_a_change_below_the_window_is_believed():
    before = observation(elements={"bar": text("", state="style=height:2px", box=(0, 2000, 40, 40))})
    after = observation(elements={"bar": text("", state="style=height:9px", box=(0, 2000, 40, 40))})
    assert compare(before, after).seen


def test_dialogs_downloads_and_popups_are_noticed():
    for happenings in (
        Happenings(dialogs=dialogs("alert: hi")),
        Happenings(downloads=("a.csv",)),
        Happenings(popups=("/x",)),
    ):
        assert compare(observation(), observation(), happenings=happenings).seen


def test_what_moves_by_itself_is_not_attributed():
    idle_a = observation(screenshot=picture((400, 300, 440, 340)), elements={"clock": text("12:00")})
    idle_b = observation(screenshot=picture((420, 300, 460, 340)), elements={"clock": text("12:01")})
    quiet = BackgroundChanges.between(idle_a, idle_b)
    later = observation(screenshot=picture((430, 300, 470, 340)), elements={"clock": text("12:02")})
    assert not compare(idle_b, later, quiet=quiet).seen
    elsewhere = observation(
        screenshot=picture((430, 300, 470, 340), (900, 600, 950, 620)), elements={"clock": text("12:02")}
    )
    change = compare(idle_b, elsewhere, quiet=quiet)
    assert change.seen
    assert change.regions == (Box(x=900, y=600, width=51, height=21),)


def test_a_restless_canvas_is_quiet_as_a_whole_but_its_score_counts():
    canvas = Canvas(selector="canvas", box=Box(x=100, y=100, width=800, height=500))
    a = observation(screenshot=picture((200, 200, 220, 220)), canvases=(canvas,), elements={"score": text("0")})
    b = observation(screenshot=picture((200, 240, 220, 260)), canvases=(canvas,), elements={"score": text("0")})
    quiet = BackgroundChanges.between(a, b)
    assert quiet.canvases == {"canvas"}
    moved = picture((700, 500, 720, 520))
    c = observation(screenshot=moved, canvases=(canvas,), elements={"score": text("0")})
    assert not compare(b, c, quiet=quiet).seen
    scored = observation(screenshot=moved, canvases=(canvas,), elements={"score": text("10")})
    assert compare(b, scored, quiet=quiet).appeared_text == ("10",)


def test_children_that_come_and_go_by_themselves():
    quiet = BackgroundChanges.between(
        observation(elements={"list": text(""), "list>li": text("a")}),
        observation(elements={"list": text(""), "list>li": text("a"), "list>li:2": text("b")}),
    )
    before = observation(elements={"list": text("")})
    after = observation(elements={"list": text(""), "list>li:9": text("z"), "main>p": text("Saved")})
    assert compare(before, after, quiet=quiet).appeared_text == ("Saved",)


def test_motion_that_starts_and_stops():
    moving = BackgroundChanges(cells=frozenset((row, 3) for row in range(8)))
    assert detect_motion_change(moving, BackgroundChanges()) == "stopped"
    assert detect_motion_change(BackgroundChanges(), moving) == "started"
    assert detect_motion_change(moving, moving) == ""


def test_a_blank_page_stays_one_in_a_window_of_another_size():
    wide, narrow = observation(), observation(screenshot=picture(size=(375, 812)))
    for change in (compare(wide, narrow), compare(narrow, wide)):
        assert (change.seen, change.pixels, change.regions) == (False, 0, ())


def test_in_a_window_of_another_size_what_both_show_is_compared():
    narrow = observation(screenshot=picture((0, 0, 374, 179), size=(375, 812)))
    for change in (compare(observation(), narrow), compare(narrow, observation())):
        assert change.seen
        assert change.pixels == 0.25
        assert change.regions == (Box(x=0, y=0, width=375, height=180),)


def test_what_moves_by_itself_is_left_out_in_a_window_of_another_size():
    narrow = observation(screenshot=picture((0, 0, 30, 30), size=(375, 812)))
    moving = BackgroundChanges(loose=frozenset({(0, 0)}))
    assert not compare(observation(), narrow, quiet=moving).seen
    beside = observation(screenshot=picture((100, 0, 130, 30), size=(375, 812)))
    assert compare(observation(), beside, quiet=moving).seen


def test_a_window_of_a_few_pixels_is_compared_as_any_other():
    white, dark = (observation(screenshot=picture(*spots, size=(10, 10))) for spots in ((), ((0, 0, 9, 9),)))
    change = compare(white, dark)
    assert change.pixels == 1.0
    assert (
        max(region.x + region.width for region in change.regions)
        == max(other.y + other.height for other in change.regions)
        == 10
    )
    assert not BackgroundChanges.between(white, dark).calm


def test_a_ring_around_a_control_can_be_left_out():
    button = Box(x=100, y=100, width=80, height=30)
    ringed = observation(screenshot=picture((95, 95, 185, 135)))
    assert compare(observation(), ringed).seen
    assert not compare(observation(), ringed, around=(button,)).seen
    beyond = observation(screenshot=picture((95, 95, 185, 135), (300, 300, 340, 340)))
    assert compare(observation(), beyond, around=(button,)).seen


def test_what_is_asked_of_the_browser_is_noticed():
    change = compare(observation(effects=("copy",)), observation(effects=("copy", "print")))
    assert change.effects == ("print",)
    assert change.seen
    assert not compare(observation(effects=("copy",)), observation(effects=("copy",))).seen


def test_a_scroll_sideways_is_told_unless_the_page_scrolls_so_by_itself():
    still, scrolled, further = (observation(scroll_x=x, scroll_y=y) for x, y in ((0, 0), (240, 0), (480, 90)))
    assert (compare(still, scrolled).scrolled_x_px, compare(scrolled, still).scrolled_x_px) == (240, -240)
    by_itself = BackgroundChanges.between(still, scrolled)
    assert (by_itself.scrolls, by_itself.scrolls_sideways) == (False, True)
    change = compare(scrolled, further, quiet=by_itself | BackgroundChanges())
    assert (change.scrolled_x_px, change.scrolled_px) == (0, 90)


def test_fields_that_go_are_named():
    name = control("n", "textbox", "Name")
    before = observation(controls=(name, control("s", name="Send")))
    assert compare(before, observation()).fields_gone == ("Name",)
    assert compare(before, observation(controls=(name,))).fields_gone == ()


def _placed(*boxes: tuple[int, int, int, int]):
    elements = {f"e{index}": ElementState(text="", state="", box=box) for index, box in enumerate(boxes)}
    corners = [(x, y, x + width - 1, y + height - 1) for x, y, width, height in boxes]
    return observation(screenshot=picture(*corners), elements=elements)


def test_what_is_elsewhere_counts_as_moved():
    first, rest = _placed((20, 20, 64, 64), (200, 200, 40, 40)), (200, 200, 40, 40)
    assert compare(first, _placed((100, 60, 64, 64), rest)).moved == 1
    assert compare(first, _placed((20, 16, 64, 64), rest)).moved == 0  # lifted by the pointer
    assert compare(first, _placed((14, 14, 76, 76), rest)).moved == 0  # grown in place
    assert compare(first, first).moved == 0


def test_a_canvas_that_takes_another_size_with_the_window_is_a_change(subtests):
    wide, narrow = (Canvas(selector="#c", box=Box(x=0, y=0, width=width, height=300)) for width in (1280, 375))
    for told, small, canvas, expected in (
        ("it follows the window", (375, 720), narrow, True),
        ("it keeps its size", (375, 720), wide, False),
        ("the page alone makes it smaller", (1280, 720), narrow, False),
    ):
        after = observation(canvases=(canvas,), screenshot=picture(size=small))
        with subtests.test(told):
            assert compare(observation(canvases=(wide,)), after).seen is expected


def test_what_changes_within_a_large_area_that_has_the_focus_is_no_focus_mark():
    """A map keeps the focus of the press before: a zoom of it is an effect, a ring at its edge is none."""
    area = Box(x=100, y=100, width=600, height=400)
    seen = observation(controls=(control("map", "group", box=area),), focus="#map")
    field = observation(controls=(control("map", "textbox", box=area),), focus="#map")
    within, ring = picture((300, 200, 500, 400)), picture((98, 98, 101, 500))
    assert compare(seen, observation(screenshot=within), around=find_boxes(seen, focused=True)).seen
    assert not compare(seen, observation(screenshot=ring), around=find_boxes(seen, focused=True)).seen
    assert not compare(field, observation(screenshot=within), around=find_boxes(field, focused=True)).seen
