"""An artifact's code tells whether it stores entries in the browser."""

from pytest_cookie.judging.measures.stored_entries import stores_entries

SCRIPTS = [
    ("localStorage.setItem('entries', JSON.stringify(list))", True),
    ("localStorage . setItem(KEY, text)", True),
    ("localStorage.entries = text", True),
    ("localStorage['entries'] = text", True),
    ("window.indexedDB.open('notes', 1)", True),
    ("localStorage?.setItem('tasks-dark-knight', text)", True),
    ("localStorage.setItem('slang', words)", True),
    ("localStorage.setItem('theme', 'dark')", False),
    ("localStorage.setItem( 'ui:theme', mode)", False),
    ('localStorage.setItem("app-lang", code)', False),
    ("localStorage.theme = mode", False),
    ("localStorage['lang'] = code", False),
    ("localStorage.entries => 1", False),
    ("if (localStorage.entries == null) start()", False),
    ("localStorage.getItem('entries')", False),
    ("a page about localStorage", False),
]


def test_what_is_stored_is_read_from_the_code(tmp_path, subtests):
    for source, stores in SCRIPTS:
        with subtests.test(source=source):
            (tmp_path / "app.js").write_text(source)
            assert stores_entries(tmp_path) is stores
    assert not stores_entries(None)


def test_the_code_is_read_in_time_by_the_letter(tmp_path):
    (tmp_path / "app.js").write_text(("localStorage" + " " * 40) * 30_000)
    assert not stores_entries(tmp_path)
