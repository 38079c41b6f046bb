"""What a brief only describes is no requirement: a style guide, a look, a condition, a placeholder."""

from pytest_cookie.judging.brief.clauses import quote_clause
from pytest_cookie.judging.brief.extract import extract_requirements

STYLED = """A page for a village choir with a hero and a list of twelve concerts with a search box.

## Design system
Colours: #0B3954, #FF6663.
### Components
- Navigation: 64px high, white, shadow 0 2px 8px
- Reviews: rounded 12px, a quotation mark
- Tables, FAQ, footer

## Behaviour
Pagination below the list, and a legend.
"""
DESCRIBED = [
    ("en", STYLED, {"navigation", "testimonials", "table", "faq", "footer"}, {"hero", "search", "pagination"}),
    ("en", "A bakery with a map.\n\nStyle guide:\nTables: striped\n\nAlso an FAQ.", {"table"}, {"map", "faq"}),
    ("en", "Styling: tables striped, breadcrumb grey.\nA shop with a cart.", {"table", "breadcrumb"}, {"cart"}),
    ("en", "A help page. Breadcrumb: 12px, uppercase. A footer, 80px high, bold links.", {"breadcrumb"}, {"footer"}),
    ("en", "If you use a table, keep it narrow. Any charts print well. A calendar.", {"table", "chart"}, {"calendar"}),
    ("en", "Files are named {table}_{n}. Show a {list} of them with a filter.", {"table"}, {"filter"}),
    ("en", "First the writer, then the reviewer, who may export.", {"testimonials"}, set()),
    ("de", "Gestaltung:\nTabelle: gestreift\nFußzeile: dunkel\n\nMit Kalender.", {"table", "footer"}, {"calendar"}),
    ("fr", "Si vous mettez un tableau, il reste étroit. Un calendrier.", {"table"}, {"calendar"}),
    ("zh", "设计规范：\n表格：斑马纹\n页脚：深色\n\n做个有日历的页面。", {"table"}, {"calendar"}),
]  # fmt: skip


def test_what_is_only_described_is_not_asked_for(subtests):
    for language, brief, described, asked in DESCRIBED:
        with subtests.test(brief[:40]):
            wanted = {one.value for one in extract_requirements(brief, language) if one.wanted}
            assert not described & wanted
            assert asked <= wanted


def test_a_table_that_stays_off_the_page_is_refused():
    found = {one.value: one.wanted for one in extract_requirements("A price list. Tables and news stay off.", "en")}
    assert found["table"] is False


def test_a_clause_is_quoted_with_whole_words():
    brief = "Hello. A list that people can read from afar, on a bench or in bed, with search and sorting by name. Bye."
    start = brief.index("search")
    quoted = quote_clause(brief, start, start + len("search"))
    assert quoted == "…that people can read from afar, on a bench or in bed, with search and sorting by name"
