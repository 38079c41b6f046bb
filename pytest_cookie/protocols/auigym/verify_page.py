"""`verify_page`: verifies tasks in a browser session. A page that dies there, twice, supports none of them."""

from collections.abc import Sequence

from pytest_cookie.browser.errors import PageGoneError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.errors import StageError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.auigym.page_outline import read_outline
from pytest_cookie.protocols.auigym.performers import OpenSession
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.auigym.verifier import Verification, VerifiedTask, Verifier
from pytest_cookie.records.item_sessions import SessionOutcome


def verify_page(
    host: BrowserHost, open_session: OpenSession, verifier: Verifier, tasks: Sequence[Task], url: str, source: str
) -> SessionOutcome:
    """The `Verification` of `tasks` on the page at `url`, with its cost. `source` is what the verifier reads of it.

    Raises `ExplorationError` and `BudgetSpentError`, with the cost so far.
    """
    spent: list[Spend] = []

    def once() -> Verification | str:
        """The verification, or why the page has none."""
        try:
            with open_session() as session:
                loaded, outline = read_outline(session, url)
                if not loaded.loaded:
                    return "the page did not load"
                verification, cost = verifier.verify(tasks, source, outline, session)
        except (PageGoneError, PageUnusableError) as error:
            spent.append(error.spend)
            return f"the page died while it was verified: {error}"
        spent.append(cost)
        return verification

    try:
        found = retry_in_fresh_browser(once, died=lambda one: isinstance(one, str), host=host, written=())
    except (StageError, BudgetSpentError) as error:
        error.spend = sum(spent, error.spend)
        raise
    if isinstance(found, str):
        lost = tuple(VerifiedTask(id=task.id, supported=False, reason=found[:1_000]) for task in tasks)
        found = Verification(verifier=verifier.model, prompt="", tasks=lost)
    return SessionOutcome(found, sum(spent, NOTHING))
