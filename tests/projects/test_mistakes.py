"""Every mistake built for real: the tests of recorded builds in `tests/unit/sandbox` hold for today's tools."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap
from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.packages import default_store
from pytest_cookie.sandbox.tools import find_node
from tests.projects.mistakes import MISTAKES


@pytest.fixture(scope="module")
def builder() -> Builder:
    """Packages are those of the machine's own store."""
    try:
        find_bubblewrap(find_node())
    except BuildError as error:
        pytest.skip(f"no build works here: {error}")
    return Builder(BuildSettings(store=default_store()))


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_a_real_build_is_called_what_it_is(name: str, builder: Builder, tmp_path: Path):
    mistake = MISTAKES[name]
    site = tmp_path / "site"
    build = builder.build(mistake.write(tmp_path / "project"), site).build
    failure = build.failure
    assert (failure.kind if failure else None) == mistake.kind, failure
    assert (site / "index.html").is_file() is (failure is None)
    if failure is None:
        assert build.isolation == "bubblewrap"
        assert build.types is not None
        assert build.types.errors == mistake.type_errors
    else:
        assert mistake.words in failure.message
        assert not mistake.place or failure.place.split(":")[0] == mistake.place
        assert str(tmp_path) not in failure.message
