"""Grey boxes in place of pictures. Only a browser computes their sizes and colours."""

from pytest_cookie.exploration.page_scripts import run_script

BOX = "width:200px;height:120px;background:#ddd"


def cards(box: str, number: int = 3) -> str:
    return "".join(f"<article>{box}<p>Sloop {index}</p></article>" for index in range(number))


GREY = f"<div style='{BOX}'></div>"
BARS = "".join(f"<article>{GREY.replace('120', height)}{height} days</article>" for height in ("60", "90", "150"))
SWATCHES = "".join(f"<article>{GREY.replace('#ddd', grey)}{grey}</article>" for grey in ("#111", "#555", "#999"))
BLANK = [cards(f"<div style='{BOX}'></div>"), cards(f"<span style='display:block;{BOX}'></span>", 4)]
NOT_BLANK = [
    cards(f"<div style='{BOX}'></div>", 2),
    cards(f"<div style='{BOX}'>⛵</div>"),
    cards(f"<div style='{BOX}'><svg width=20 height=20></svg></div>"),
    cards(f"<div style='{BOX};background:linear-gradient(#ddd, #abc)'></div>"),
    cards(f"<div style='{BOX};background:#3b7dd8'></div>"),
    cards(f"<div style='{BOX};height:8px'></div>"),
    cards(f"<div role=button style='{BOX}'></div>"),
    f"<style>b{{display:block;{BOX}}}b::before{{content:'⛵'}}</style>{cards('<b></b>')}",
    f"<h2>Board</h2><div>{GREY * 9}</div>",
    BARS,
    SWATCHES,
]


def test_alike_grey_boxes_beside_texts_are_blank_pictures(show, subtests):
    for pages, is_found in ((BLANK, True), (NOT_BLANK, False)):
        for body in pages:
            with subtests.test(body[:90]):
                found = run_script(show(f"<body>{body}"), "blank_pictures", 10)["blank_pictures"]
                assert bool(found) == is_found
