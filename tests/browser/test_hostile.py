"""Hostile pages do no harm: each has its outcome and cause, the next item is unaffected, no listener is reached."""

from collections.abc import Iterator

import psutil
import pytest

from tests.browser.hostile.canary import Canary
from tests.browser.hostile.page import HostilePage
from tests.browser.hostile.table import PAGES
from tests.browser.hostile.trial import Bench, opened


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("hostile")
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    with Canary() as canary:
        with opened(folder, canary) as bench:
            yield bench
        assert canary.heard() == []
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    assert list((folder / "temporary").iterdir()) == []


def _marked(page: HostilePage) -> object:
    return pytest.param(page, id=page.name, marks=pytest.mark.slow)


@pytest.mark.parametrize("page", [_marked(page) for page in PAGES])
def test_it_is_survived(bench: Bench, page: HostilePage) -> None:
    assert not bench.try_out(page).problems
