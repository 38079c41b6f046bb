"""`try_logins`: logs in on fresh pages with an account that was never registered, and with a wrong password."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.crawler.forms import PageForm, find_form
from pytest_cookie.exploration.crawler.plan import act_on
from pytest_cookie.exploration.crawler.test_data import classify_field, valid_value
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage
from pytest_cookie.protocols.webtestbench.probing.paths import SentForm
from pytest_cookie.protocols.webtestbench.probing.probes import is_taken, reach, send, submit
from pytest_cookie.protocols.webtestbench.probing.results import PROBES, Outcome, ProbeResult
from pytest_cookie.protocols.webtestbench.probing.variants import OTHER_PASSWORD
from pytest_cookie.records.files import write_bytes

_LOG_IN = re.compile(r"\b(log|sign) ?-?in\b|\blogin\b|anmelden|einloggen|connexion|se connecter|iniciar sesi", re.I)
_LOG_OUT = re.compile(r"\b(log|sign) ?-?out\b|\blogout\b|abmelden|ausloggen|d[ée]connexion|cerrar sesi", re.I)
_REGISTERS = re.compile(r"\bsign ?-?up\b|\bregist|\bcreate\b|\bjoin\b|registrieren|inscri|crear", re.I)
_ADDRESS = re.compile(r"[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}\b")
_NOBODY = "nora.nobody@example.net"
_MOST_FIELDS = 2
"""Fields of a login: a name or address, and the password. A form with more registers."""
_TEXT_OF_FORM = """selector => {
  const field = document.querySelector(selector), form = field && (field.closest("form") || field.parentElement);
  const box = form && form.parentElement;
  const isPage = !box || box === document.body || box.querySelector("footer, a[href^='mailto:']");
  return form ? (isPage ? form : box).innerText : "";
}"""
"""The text of the form of a field with what is beside it in its box: there a page shows an account to try."""


class Logins:
    """Tries logins on pages of their own from `opened`, and adds them to `results` until these are `most`.

    `entrance` is the form that registered, if there was one.
    """

    def __init__(
        self,
        opened: Callable[[], AbstractContextManager[Session]],
        url: str,
        folder: Path,
        *,
        results: list[ProbeResult],
        most: int,
        entrance: SentForm | None,
        language: Language,
    ) -> None:
        self._opened, self._url, self._folder = opened, url, folder
        self._results, self._most = results, most
        self._entrance, self._language = entrance, language
        self._shown = ""
        """The address of an account that the login itself shows, as an example to try."""

    def run(self) -> None:
        """Add what was tried: nothing if there is no login. Raises `ExplorationError`."""
        if not self._try("unknown-login", _NOBODY) or self._results[-1].outcome == "accepted":
            return
        shown, entries = self._shown, self._entrance.entries if self._entrance else ()
        address = next((one.value for one in entries if "@" in one.value), "")
        if address:
            self._try("wrong-password", address, registered=self._entrance)
        if shown and not any(one.probe == "wrong-password" and one.outcome == "accepted" for one in self._results):
            self._try("wrong-password", shown)  # a page may forget whom it registered, and refuse any password

    def _try(self, probe: str, address: str, registered: SentForm | None = None) -> bool:
        """Whether a login could be tried."""
        if len(self._results) >= self._most:
            return False
        try:
            with self._opened() as session:
                page = FreshPage(session)
                if not page.load(self._url) or not (registered is None or self._register(page, registered)):
                    return False
                result = self._log_in(page, probe, address)
        except (PageGoneError, PageUnusableError, PageScriptError):
            return False
        self._results += [result] if result else []
        return result is not None

    def _register(self, page: FreshPage, form: SentForm) -> bool:
        """Whether the account was made, and the page is for strangers again."""
        if not reach(page, form.openers, form.entries[:1]):
            return False
        sent = send(page, form)
        if sent is None or not is_taken(sent):
            return False
        name = next((one.value for one in form.entries if one.value and "@" not in one.value), "")
        menu = [one for one in page.now.inventory.controls if name and name in one.name and one.role == "button"]
        if _find(page, _LOG_OUT) is None and menu:
            page.step(act_on(menu[0], "click"), index=0)
        leave = _find(page, _LOG_OUT)
        if leave is not None:
            page.step(act_on(leave, "click"), index=0)
        return page.load(self._url)

    def _log_in(self, page: FreshPage, probe: str, address: str) -> ProbeResult | None:
        form = self._find_login(page)
        if form is None or form.submit is None:
            return None
        facts = read_page_facts(page.session, page.now.inventory.controls)
        entries = []
        for control, detail in form.fields:
            meaning = classify_field(control, facts.of(control))
            value = OTHER_PASSWORD if meaning == "password" else address
            if meaning not in ("password", "email"):
                value = address if probe == "wrong-password" else valid_value(control, detail, self._language)
            entries.append(act_on(control, "type", value))
        told = str(page.session.evaluate(_TEXT_OF_FORM, form.fields[0][0].selector, outside=True))
        login = SentForm((), tuple(entries), act_on(form.submit, "click"), 0)
        if not all(page.do(one) for one in entries):
            return None
        sent = submit(page, login)
        if sent is None:
            return None
        outcome: Outcome = "accepted" if is_taken(sent) and _read_login(page) is None else "refused"
        texts = (told, *sent.step.change.appeared_text)
        shown = [found for text in texts for found in _ADDRESS.findall(text) if found != address]
        self._shown = next(iter(shown), "") if outcome == "refused" else ""
        picture = f"{PROBES}/{probe}.png"
        write_bytes(self._folder / picture, page.now.screenshot, durable=False)
        return ProbeResult(
            probe=probe, value=address, outcome=outcome, form=login.names, step=None, path=tuple(page.path),
            said=sent.step.change.appeared_text[:6], picture=picture,
        )  # fmt: skip

    def _find_login(self, page: FreshPage) -> PageForm | None:
        """The login of the page as it is, or behind a control that is called so; by way of the registration, too."""
        if found := _read_login(page):
            return found
        if _find(page, _LOG_IN) is None and self._entrance is not None:
            reach(page, self._entrance.openers, self._entrance.entries[:1])
            if found := _read_login(page):
                return found
        door = _find(page, _LOG_IN)
        if door is None or page.step(act_on(door, "click"), index=0) is None:
            return None
        return _read_login(page)


def _find(page: FreshPage, named: re.Pattern[str]) -> Control | None:
    usable = [one for one in page.now.inventory.controls if not one.disabled and not one.covered]
    return next((one for one in usable if named.search(one.name)), None)


def _read_login(page: FreshPage) -> PageForm | None:
    controls = page.now.inventory.controls
    secret = [one for one in controls if one.input_type == "password" and not one.covered]
    if len(secret) != 1:
        return None
    form = find_form(secret[0], controls, read_page_facts(page.session, controls))
    is_login = form.submit is not None and not form.is_guessed and not _REGISTERS.search(form.submit.name)
    return form if is_login and len(form.fields) == _MOST_FIELDS else None
