"""Marks of a template language that the page offers, and half-replaced ones."""

from pytest_cookie.judging.text.template_marks import blank_out, find_half_replaced, find_own_marks

HALF_REPLACED = [
    ("Hello {{name}}, see you on {{day}}", "Hello {Ada}, see you on {Monday}", "{Ada}"),
    ("Price: [[amount]] euro", "Price: [12.50] euro", "[12.50]"),
    ("Hello {{name}}", "Hello Ada, see you on Monday", ""),
    ("Hello {{name}}", "Hello {{name}}", ""),  # not replaced at all: another mark
    ("Hello name", "A set {1, 2, 3}", ""),  # no marks of its own
    ("Hello [[name]]", "A set {1, 2, 3}", ""),
    ("[[Home]] and [[Notes]]", "[Draft]", ""),  # other brackets of the page
    ("{{name}}", '{"to": "a@b.c"}', ""),
    ("Dear %%NAME%%,", "Tax 19%, discount 5%", ""),
    ("See <<NAME>>", "<div>", ""),
]


def test_half_replaced_marks(subtests):
    for value, line, half in HALF_REPLACED:
        with subtests.test(value=value):
            assert find_half_replaced(line, [value]) == half


def test_marks_that_users_write_are_content():
    own = find_own_marks(["Hello {{name}}"])
    assert "{{" not in blank_out("You can use {{name}} and {{day}}.", own)
    assert "[[day]]" in blank_out("You can use {{name}} and [[day]].", own)
