"""The built-in pages: their samples are those of the tool, their files are whole, and the folder is small."""

from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.protocol import BENCHMARK, PROTOCOL
from tools.interaction2code.seeded import seeded_pages, write_samples

MOST_BYTES = 600_000


def test_eight_pages_with_three_interactions_each():
    cases = load_cases(BENCHMARK / "pages.yaml", extra=InteractionFields)
    fields = [InteractionFields.model_validate(case.fields) for case in cases]
    assert len(cases) == 8
    assert all(len(one.interactions) == 3 and one.elements for one in fields)
    assert all(edge.element and edge.visual for one in fields for edge in one.interactions)
    categories = {category for one in fields for edge in one.interactions for category in edge.visual}
    assert categories == {"new component", "text", "color", "new window", "position", "size", "switch"}
    assert PROTOCOL.cases == BENCHMARK / "pages.yaml"


def test_each_page_is_seeded_with_each_failure():
    pages = list(seeded_pages())
    assert len(pages) == 8 * (3 + 10)
    assert len({page.html for page in pages}) == 8 * 11


def test_samples_are_up_to_date(tmp_path):
    write_samples(tmp_path)
    written, stored = _read_texts(tmp_path), _read_texts(BENCHMARK / "samples")
    assert written == stored
    assert len(written) == 16


def _read_texts(folder):
    return {path.relative_to(folder): path.read_text() for path in folder.rglob("*.*") if path.is_file()}


def test_the_folder_is_small():
    assert sum(path.stat().st_size for path in BENCHMARK.rglob("*") if path.is_file()) <= MOST_BYTES
