"""The reference workload: what a fixed script costs in a browser, so that costs compare across machines."""

import statistics

from playwright.async_api import Browser

from pytest_cookie.browser import scripts
from pytest_cookie.browser.process.page_cpu import PageCpu

_RUNS = 3


async def measure_reference_seconds(browser: Browser, cpu: PageCpu) -> float:
    """Return the median processor time in seconds of three runs in a blank page, after one warm-up run.

    Raises Playwright's `Error` if the browser cannot open a blank page.
    """
    context = await browser.new_context(service_workers="block", offline=True)
    try:
        page = await context.new_page()
        cpu.refresh()
        work, costs = scripts.source("reference"), []
        for _ in range(1 + _RUNS):
            used = cpu.seconds() + cpu.drawing_seconds()
            await page.evaluate(work)
            costs.append(cpu.seconds() + cpu.drawing_seconds() - used)
    finally:
        await context.close()
    return statistics.median(costs[1:])
