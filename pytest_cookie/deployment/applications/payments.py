"""`Payments`: a small stand-in for the payment service whose API most applications know, in its test mode.

It answers the calls that applications need to sell something: customers, products, prices, checkout sessions, payment
intents, refunds and webhooks. The page on which a customer pays is at `http://payments.localhost/`.
"""

import hashlib
import hmac
import json
import re
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from pydantic import JsonValue

from pytest_cookie.deployment.applications.bounded_http import quote_address
from pytest_cookie.deployment.applications.payment_objects import (
    PREFIXES,
    PaymentError,
    PaymentObjects,
    Thing,
    check_fields,
    parse_form,
    read_amount,
)
from pytest_cookie.deployment.applications.webhooks import Webhook, WebhookQueue

PORT = 12_111
HOST = "payments.localhost"
KEY, WEBHOOK_SECRET = "sk_test_artifact", "whsec_artifact"
PAYS, IS_DECLINED = "4242424242424242", "4000000000000002"
"""The numbers of test cards that applications' makers know."""
ENVIRONMENT = {
    "STRIPE_SECRET_KEY": KEY, "STRIPE_PUBLISHABLE_KEY": "pk_test_artifact", "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
    "STRIPE_API_BASE": f"http://127.0.0.1:{PORT}", "STRIPE_WEBHOOK_PATH": "/webhooks/stripe",
}  # fmt: skip
"""The variables that an application gets."""
WEBHOOK_PATH = ENVIRONMENT["STRIPE_WEBHOOK_PATH"]
_SESSIONS, _INTENTS = "checkout/sessions", "payment_intents"
_ENDS = {"expire": (_SESSIONS, "open", "expired"), "cancel": (_INTENTS, "requires_payment_method", "canceled")}
"""Calls that end an object: its kind, the status that it must have, and the one that it gets."""
_REMOVABLE = frozenset({"customers", "products", "webhook_endpoints"})
_PATH = re.compile(r"^/v1/([a-z_]+(?:/sessions)?)(?:/([A-Za-z0-9_-]+))?(?:/([a-z_]+))?$")
_MAX_ENDPOINTS = 5
_CHECKOUT_SECONDS = 10.0
"""How long the payment page waits for a webhook before it sends the customer back, as the service does."""


@dataclass(frozen=True)
class PaymentAnswer:
    """The answer to a call of the application. `webhooks` are to be sent after it."""

    status: int
    content: bytes
    webhooks: tuple[Webhook, ...] = ()


@dataclass
class Payments:
    """The service. Its methods may be called from several threads."""

    queue: WebhookQueue = field(default_factory=lambda: WebhookQueue(lambda webhook: None))
    objects: PaymentObjects = field(default_factory=PaymentObjects)

    def __post_init__(self) -> None:
        self._lock = threading.RLock()
        self._told: list[Webhook] = []

    @property
    def reached(self) -> tuple[str, ...]:
        """Which limits the application reached."""
        return (*self.objects.reached, *self.queue.reached)

    def forget(self) -> None:
        """Remove everything, also events not yet sent."""
        self.queue.forget()
        with self._lock:
            self.objects.clear()

    def answer(self, method: str, path: str, body: bytes, authorization: str) -> PaymentAnswer:
        """The answer to a call of the application. Whoever sends it calls `deliver` afterwards."""
        with self._lock:
            self._told.clear()
            try:
                thing, status = self._call(method, path, body, authorization), 200
            except PaymentError as error:
                thing, status = error.body, error.status
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                thing, status = PaymentError(f"cannot read the request: {error}").body, 400
            return PaymentAnswer(status, json.dumps(thing).encode(), tuple(self._told) if status == 200 else ())

    def deliver(self, webhooks: Sequence[Webhook]) -> list[threading.Event]:
        """Send events, in their order. The results are set when they arrived or could not be sent."""
        return [self.queue.put(webhook) for webhook in webhooks]

    def _call(self, method: str, path: str, body: bytes, authorization: str) -> Thing:
        kind, thing_id, verb = _parse_path(path, authorization)
        if method == "GET" and not verb:
            query = parse_form(path.partition("?")[2])
            return self.objects.find(kind, thing_id) if thing_id else self.objects.page(kind, query)
        if method == "DELETE" and thing_id and not verb and kind in _REMOVABLE:
            removed: Thing = {"id": thing_id, "object": self.objects.find(kind, thing_id)["object"], "deleted": True}
            self.objects.remove(kind, thing_id)
            return removed
        if method == "POST":
            given = parse_form(body.decode())
            given.pop("expand", None)
            return self._change(kind, thing_id, verb, given) if thing_id else self._create(kind, given)
        raise PaymentError(f"Unrecognized request URL ({method}: {path[:100]})", 404)

    def _change(self, kind: str, thing_id: str, verb: str, given: Thing) -> Thing:
        thing = self.objects.find(kind, thing_id)
        if verb == "confirm" and kind == _INTENTS:
            return self._confirm(thing, given)
        if verb in _ENDS and kind == _ENDS[verb][0]:
            return self._set_status(thing, *_ENDS[verb][1:])
        if verb:
            raise PaymentError(f"Unrecognized request URL: no {verb} of {kind}", 404)
        check_fields(kind, given)
        before, new = thing["metadata"], given.get("metadata", {})
        metadata = {**(before if isinstance(before, dict) else {}), **(new if isinstance(new, dict) else {})}
        changed = {**thing, **given, "metadata": {name: value for name, value in metadata.items() if value != ""}}
        self._complete(kind, changed)
        self.objects.keep(kind, changed)
        return changed

    def _create(self, kind: str, given: Thing) -> Thing:
        thing = self.objects.new(kind, given)
        if kind == _SESSIONS:
            if not given.get("success_url") and not given.get("return_url"):
                raise PaymentError("Missing required param: success_url.")
            thing |= {"status": "open", "payment_status": "unpaid", "url": f"http://{HOST}/pay/{thing['id']}"}
            thing.setdefault("currency", self._currency(given))
        if kind == _INTENTS:
            thing |= {"status": "requires_payment_method", "client_secret": f"{thing['id']}_secret_test"}
        if kind == "refunds":
            thing["status"] = "succeeded"
        if kind == "webhook_endpoints":
            thing |= {"status": "enabled", "secret": WEBHOOK_SECRET}
        self._complete(kind, thing)
        self.objects.keep(kind, thing)
        if kind == _INTENTS and str(given.get("confirm")) == "true":
            return self._confirm(thing, given)
        return thing

    def _complete(self, kind: str, thing: Thing) -> None:
        """Check and compute the amounts of an object. Raises `PaymentError`."""
        if kind == _SESSIONS:
            total = sum(self._amount(line) for line in _listed(thing.get("line_items")))
            thing["amount_total"] = read_amount(total, "amount_total")
        if kind == _INTENTS:
            thing["amount"] = read_amount(thing.get("amount", ""), "amount")

    def _amount(self, line: JsonValue) -> int:
        quantity = line.get("quantity") if isinstance(line, dict) else None
        amount = read_amount(self._price(line).get("unit_amount") or 0, "unit_amount")
        return amount * read_amount(quantity or 1, "quantity")

    def _price(self, line: JsonValue) -> Thing:
        if not isinstance(line, dict):
            raise PaymentError("line_items must be objects")
        price = line.get("price_data")
        return price if isinstance(price, dict) else self.objects.find("prices", str(line.get("price")))

    def _currency(self, given: Thing) -> str:
        prices = (self._price(line) for line in _listed(given.get("line_items")))
        return next((str(price["currency"]) for price in prices if price.get("currency")), "usd")

    def _set_status(self, thing: Thing, before: str, after: str) -> Thing:
        if thing["status"] != before:
            raise PaymentError(f"This {thing['object']} has the status {thing['status']}.")
        thing["status"] = after
        return thing

    def _confirm(self, thing: Thing, given: Thing) -> Thing:
        method = str(given.get("payment_method") or thing.get("payment_method") or "")
        if "declined" in method.lower():
            raise PaymentError("Your card was declined.", 402, "card_error")
        self._set_status(thing, "requires_payment_method", "succeeded")
        thing["amount_received"] = thing["amount"]
        self._tell("payment_intent.succeeded", thing)
        return thing

    def pay(self, session_id: str, number: str) -> str:
        """Pay a checkout session with a card, and return where the customer goes next. Raises `PaymentError`."""
        digits = re.sub(r"\D", "", number)
        with self._lock:
            session = self.open_session(session_id)
            if digits == IS_DECLINED:
                raise PaymentError("Your card was declined.", 402, "card_error")
            if digits != PAYS:
                raise PaymentError("Your card number is invalid.", 402, "card_error")
            session |= {"status": "complete", "payment_status": "paid"}
            self._told.clear()
            self._tell("checkout.session.completed", session)
            sent = self.deliver(self._told)
            target = str(session.get("success_url") or session.get("return_url"))
        ends = time.monotonic() + _CHECKOUT_SECONDS
        for event in sent:
            event.wait(max(0.0, ends - time.monotonic()))
        return quote_address(target.replace("{CHECKOUT_SESSION_ID}", quote(session_id)))

    def open_session(self, session_id: str) -> Thing:
        """A checkout session that is not paid yet. Raises `PaymentError`."""
        with self._lock:
            session = self.objects.find(_SESSIONS, session_id)
        if session["status"] != "open":
            raise PaymentError("This checkout is no longer open.")
        return session

    def _tell(self, kind: str, thing: Thing) -> None:
        event = {"id": f"evt_{secrets.token_hex(12)}", "object": "event", "type": kind, "data": {"object": thing}}
        body = json.dumps(event).encode()
        stamp = int(time.time())
        signature = hmac.new(WEBHOOK_SECRET.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "Stripe-Signature": f"t={stamp},v1={signature}"}
        endpoints = self.objects.of_kind("webhook_endpoints")
        paths = [re.sub(r"^https?://[^/]*", "", str(endpoint.get("url") or "")) for endpoint in endpoints] or [
            WEBHOOK_PATH
        ]
        self._told += [Webhook(path or "/", body, headers) for path in paths[:_MAX_ENDPOINTS]]


def _parse_path(path: str, authorization: str) -> tuple[str, str, str]:
    """Kind, id and verb of a call. Raises `PaymentError`."""
    if KEY not in authorization and not authorization.startswith("Basic "):
        raise PaymentError("no valid API key", 401)
    found = _PATH.match(path.partition("?")[0])
    if not found or found[1] not in PREFIXES:
        raise PaymentError(f"Unrecognized request URL: {path[:100]}", 404)
    return found[1], found[2] or "", found[3] or ""


def _listed(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return [value[key] for key in sorted(value, key=lambda key: (len(key), key))]
    return value if isinstance(value, list) else []
