import functools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pytest_cookie.llm.transport import litellm_call


def test_threads_that_call_at_once_share_one_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    # a cache of its own: litellm keeps connections of this process's loop, which must stay the only one
    fresh = functools.cache(litellm_call._loop.__wrapped__)
    monkeypatch.setattr(litellm_call, "_loop", fresh)
    together = threading.Barrier(16)

    def loop() -> object:
        together.wait()
        return litellm_call.shared_loop()

    with ThreadPoolExecutor(16) as pool:
        loops = list(pool.map(lambda _: loop(), range(16)))
    assert len(set(map(id, loops))) == 1
