"""The reference: what a fixed piece of a page's work costs in a browser, so that costs compare across machines."""

import statistics

from playwright.async_api import Browser

from pytest_cookie.browser import scripts
from pytest_cookie.browser.process.page_cpu import PageCpu

_RUNS = 3


async def reference_seconds(browser: Browser, cpu: PageCpu) -> float:
    """Processor time in seconds, the median of three runs in a blank page of its own after one to warm up.

    Playwright's `Error` where the browser does not even open that.
    """
    context = await browser.new_context(service_workers="block", offline=True)
    try:
        page = await context.new_page()
        cpu.look_again()
        work, costs = scripts.source("reference"), []
        for _ in range(1 + _RUNS):
            used = cpu.seconds() + cpu.drawing_seconds()
            await page.evaluate(work)
            costs.append(cpu.seconds() + cpu.drawing_seconds() - used)
    finally:
        await context.close()
    return statistics.median(costs[1:])
