import threading
from concurrent.futures import ThreadPoolExecutor

from pytest_cookie.llm.transport import litellm_call as gateway


def test_threads_that_call_at_once_share_one_loop():
    gateway._loop.cache_clear()
    together = threading.Barrier(16)

    def loop() -> object:
        together.wait()
        return gateway.shared_loop()

    with ThreadPoolExecutor(16) as pool:
        loops = list(pool.map(lambda _: loop(), range(16)))
    assert len(set(map(id, loops))) == 1
