"""The page on which a customer pays: `http://payments.localhost/pay/<session>`."""

import html
from dataclasses import dataclass

from pytest_cookie.deployment.applications.payment_objects import PaymentError, Thing, parse_form
from pytest_cookie.deployment.applications.payments import Payments

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "label{display:block;margin:.8rem 0}input{display:block;width:100%;font:inherit;padding:.4rem}"
    "[role=alert]{color:#a00}button{font:inherit;padding:.5rem 1.5rem}"
)


@dataclass(frozen=True)
class PageAnswer:
    """A page, or where to go next."""

    status: int
    body: str = ""
    location: str = ""


def answer_customer(payments: Payments, method: str, path: str, body: bytes) -> PageAnswer:
    """What the browser gets for a request to the payment page."""
    session_id = path.partition("?")[0].removeprefix("/pay/")
    try:
        session = payments.open_session(session_id)
    except PaymentError as error:
        return PageAnswer(error.status, _document(f"<h1>Payment</h1><p role=alert>{html.escape(str(error))}</p>"))
    if method != "POST":
        return PageAnswer(200, _form(session))
    card = str(parse_form(body.decode(errors="replace")).get("card") or "")
    try:
        return PageAnswer(303, location=payments.pay(session_id, card))
    except PaymentError as error:
        return PageAnswer(200, _form(session, str(error)))


def _form(session: Thing, problem: str = "") -> str:
    amount, currency = int(str(session.get("amount_total") or 0)) / 100, str(session.get("currency") or "").upper()
    cancel = html.escape(str(session.get("cancel_url") or ""))
    alert = f'<p role="alert" id="problem">{html.escape(problem)}</p>' if problem else ""
    back = f'<p><a id="cancel" href="{cancel}">Cancel</a></p>' if cancel else ""
    return _document(
        f'<h1>Pay <span id="amount">{amount:.2f} {html.escape(currency)}</span></h1>{alert}<form method="post">'
        '<label>Card number <input id="card" name="card" inputmode="numeric" autocomplete="cc-number" required></label>'
        '<label>Expiry <input id="expiry" name="expiry" placeholder="MM / YY" autocomplete="cc-exp"></label>'
        '<label>CVC <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc"></label>'
        f'<button id="pay">Pay</button></form>{back}'
    )


def _document(content: str) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Payment</title><style>{_STYLE}</style>{content}"
    )
