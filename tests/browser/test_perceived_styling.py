"""The styling of a page as perception measures it: which rules there are, and which of them change a look."""

from pytest_cookie.core.perception import Styling
from pytest_cookie.exploration.page_scripts import run_script


def styling_of(session) -> Styling:
    return Styling.model_validate(run_script(session, "styling", 4000))


def test_styling_is_tallied(show):
    style = """<style>
      body { font: 16px Georgia } h1 { font-size: 32px }
      button { transition: color .2s; border-radius: 8px; padding: 12px; background: #e02020 }
      button { box-shadow: 0 1px 2px #000 }
      button:hover { color: blue } .spin { animation: spin 1s infinite } @keyframes spin { to { rotate: 1turn } }
    </style>"""
    meta = "<meta name=viewport content='width=device-width'>"
    page = f"<!doctype html>{meta}{style}<h1>Head</h1><button>Press</button><i class=spin>o</i>"
    styling = styling_of(show(page))
    assert styling.font_sizes["32"] == 4
    assert set(styling.font_families) == {"Georgia", "Arial"}
    assert styling.gaps["12"] == 1
    assert styling.radii == {"8": 1}
    assert set(styling.hues) == {"0"}
    assert (styling.controls, styling.transitioned_controls, styling.animations, styling.shadows) == (1, 1, 1, 1)
    assert (styling.hover_rules, styling.styled_rules) == (1, 6)
    assert styling.viewport_meta


UNSTYLED = [
    "<h1>Head</h1><button>Press</button>",
    "<style></style><style media=print>p { color: red }</style><p>Words</p>",
    "<style>@media print { p { color: red } } .nobody { color: red } p {}</style><p style=''>Words</p>",
]
STYLED = [
    "<style>p { margin: 3px }</style><p>Words</p>",
    "<style>@media screen { @layer a { p { margin: 3px } } }</style><p>Words</p>",
    "<style>a:hover { color: red }</style><p>Words</p>",
    "<p style='margin:3px'>Words</p>",
    "<p>Words in <font color=red>red</font></p>",
]


def test_only_a_page_without_any_style_of_its_own_is_unstyled(show):
    unstyled = [body for body in (*UNSTYLED, *STYLED) if styling_of(show(f"<body>{body}")).unstyled]
    assert unstyled == UNSTYLED


_UNSEEN_DRESS = """<!doctype html><style>
  p { color: #222 } p { color: #223 } .none { padding: 8px } .none:hover { color: red } p:hover { color: inherit }
  button:hover { visibility: hidden } * { transition: color .2s } :root { --brand: #274 }
  .hid { position: absolute; left: -900px; width: 90px; height: 90px; border-radius: 8px; background: #a00 }
  .clear { font-size: 40px; color: transparent; border-radius: 6px; box-shadow: 0 0 0 #0000 }
</style><body><p>Some words that stand here</p><button>Go on</button><i class="hid">x</i><p class="clear">Unseen</p>"""


def test_what_nobody_sees_is_no_dress(show):
    styling = styling_of(show(_UNSEEN_DRESS))
    assert (styling.hover_rules, styling.transitioned_controls, styling.shadows, styling.radii) == (0, 0, 0, {})
    assert "40" not in styling.font_sizes
    assert styling.styled_rules <= 3


def test_a_rule_that_lights_a_button_up_is_dress(show):
    for lit in ("background: #fc0; & b { color: #a00 }", "border-color: var(--none, var(--brand))"):
        styling = styling_of(show(_UNSEEN_DRESS.replace("visibility: hidden", lit)))
        assert (styling.hover_rules, styling.transitioned_controls) == (1, 1), lit


_RULE = """<!doctype html><style>button { font: 16px Arial; padding: 8px; border: 0; opacity: .9; transition: all .2s;
  rotate: 5deg; box-shadow: 0 2px 4px #333 } button:hover { RULE }</style><body><button>Go on</button></body>"""


NOT_ALTERING = [
        "width: auto", "font-size: 1em; font-size: 1rem", "padding: .5em", "opacity: .92", "border-color: red",
        "top: 4px", "filter: brightness(1) blur(0)", "transform: translate(0, 0) scale(1)", "rotate: 5deg",
        "box-shadow: #333 0px 2px 4px 0px", "text-shadow: 0 0 0 red", "outline: 2px solid transparent",
        "height: fit-content", "background: linear-gradient(transparent, transparent)", "background-size: 40px",
        "text-decoration-color: red", "font-weight: normal", "scale: 1", "text-align: center; float: none",
]  # fmt: skip
ALTERING = [
        "background: color-mix(in srgb, red 40%, white)", "transform: translateY(-1px)", "filter: brightness(1.1)",
        "box-shadow: none", "box-shadow: 0 6px 12px rgb(0 0 0 / .4)", "text-decoration: underline", "opacity: .8",
        "letter-spacing: .1em", "font-weight: bold", "padding-left: 1em", "scale: 1.05", "rotate: none",
        "border: 1px solid #06c", "outline: 2px solid", "background: linear-gradient(red, blue)", "font-style: italic",
        "border-radius: 50%", "line-height: 2", "transform: translateX(10%)", "backdrop-filter: blur(4px)",
]  # fmt: skip


def test_a_rule_that_alters_a_look_is_an_answer_and_one_that_alters_nothing_is_none(show):
    noted = {}
    for rule in (*NOT_ALTERING, *ALTERING):
        styling = styling_of(show(_RULE.replace("RULE", rule)))
        noted[rule] = (styling.hover_rules, styling.transitioned_controls)
    assert noted == dict.fromkeys(NOT_ALTERING, (0, 0)) | dict.fromkeys(ALTERING, (1, 1))


def test_rules_that_leave_things_as_they_are_are_no_style(show):
    idle = "".join(f"{tag} {{ float: none; letter-spacing: normal }}" for tag in ("p", "button", "body", "h1"))
    page = f"<style>{idle} p {{ color: #a00 }}</style><h1>A</h1><p>Some words</p><button>Go on</button>"
    assert styling_of(show(page)).styled_rules == 1


def test_what_stands_hidden_before_it_takes_no_place_of_what_is_shown(show):
    hidden = "<div hidden>" + "<button>Old</button>" * 60 + "</div>"
    page = _RULE.replace("RULE", "background: red").replace("<body>", f"<body>{hidden}")
    styling = styling_of(show(page))
    assert (styling.hover_rules, styling.transitioned_controls, styling.controls) == (1, 1, 1)


def test_a_list_of_selectors_is_split_at_its_own_commas(show):
    for selector in (":is(.a, .go:not(.c, .d)):hover", '[title="one, two"], .go:hover'):
        page = _RULE.replace("button:hover", selector).replace("<button>", '<button class="go">')
        assert styling_of(show(page.replace("RULE", "background: red"))).hover_rules == 1, selector
