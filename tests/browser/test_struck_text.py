"""Lines through text on a drawn page. Only a browser lays out rules and borders."""

from pytest_cookie.core.page_layout import Shift
from pytest_cookie.exploration.perception.page_layout import measure_layout

LINE = "position:absolute;left:0;width:600px;height:2px;background:#900"
STRUCK = [
    f"<p style='margin:20px'>Every day at nine</p><div style='{LINE};top:28px'></div>",
    "<p style='margin:20px 20px 0'>Every day at nine</p><hr style='margin:-10px 0 9px;border:1px solid #444'>",
]
MEANT = [
    "<p style='margin:20px'>Every day at nine</p><hr>",
    "<p style='margin:20px'><s>Every day at nine</s></p>",
    "<style>p{position:relative}p::after{content:'';position:absolute;left:-9px;right:0;top:9px;height:2px;background:red}"
    "</style><p style='margin:20px;width:160px'>Every day at nine</p>",
    f"<div style='{LINE};top:28px'></div><p style='margin:20px;position:relative;background:#fff;padding:0 9px'>Or</p>",
    "<p style='margin:20px;background:repeating-linear-gradient(#fff 0 8px, #acf 8px 10px)'>Every day at nine</p>",
    "<fieldset style='margin:20px'><legend>Every day at nine</legend></fieldset>",
]


def test_only_a_foreign_line_strikes_a_text(show, tmp_path, subtests):
    for pages, expected in ((STRUCK, True), (MEANT, False)):
        for body in pages:
            with subtests.test(body):
                session = show(f"<body style='margin:0;font:16px/20px sans-serif'>{body}")
                session.full_screenshot(tmp_path / "page.png")
                composed = measure_layout(session, tmp_path / "page.png", Shift())
                assert composed is not None
                assert any(text.struck for text in composed.texts) == expected
