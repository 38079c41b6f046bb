"""The benchmark as a test module: `pytest --pyargs pytest_cookie.benchmark --model=…` runs it from any folder."""

import pytest

from pytest_cookie.plugin.items import ItemRun
from pytest_cookie.reporting.attachments import failure_text


def test_artifact(cookie_item: ItemRun, cookie_record: None) -> None:
    """A bad artifact fails; a scored one passes, unless the project sets a total that it must reach."""
    record = cookie_item.record
    if record.outcome == "failed":
        pytest.fail(failure_text(record), pytrace=False)
    wanted = cookie_item.bench.settings.pass_total
    if wanted is not None and record.total is not None and record.total < wanted:
        pytest.fail(f"total {record.total:.1f} is below pass_total = {wanted:g}\n{failure_text(record)}", pytrace=False)
