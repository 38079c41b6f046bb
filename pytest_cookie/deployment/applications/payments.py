"""`Payments`: a small stand-in for the payment service whose API most applications know, in its test mode.

It answers the calls that applications need to sell something: customers, products, prices, checkout sessions, payment
intents, refunds and webhooks. The page on which a customer pays is at `http://payments.localhost/`.
"""

import hashlib
import hmac
import json
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import parse_qsl, quote

from pydantic import JsonValue

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
_PREFIXES = {
    "customers": "cus", "products": "prod", "prices": "price", "checkout/sessions": "cs_test", "payment_intents": "pi",
    "refunds": "re", "webhook_endpoints": "we",
}  # fmt: skip
_NAMES = {"checkout/sessions": "checkout.session"}
_MAX_OBJECTS = 2_000
_MAX_DEPTH = 6
_PATH = re.compile(r"^/v1/([a-z_]+(?:/sessions)?)(?:/([A-Za-z0-9_]+))?(?:/([a-z_]+))?$")

Thing: TypeAlias = dict[str, JsonValue]


class PaymentError(Exception):
    """A call that the service refuses, with its HTTP status and its kind."""

    def __init__(self, message: str, status: int = 400, kind: str = "invalid_request_error") -> None:
        super().__init__(message)
        self.status = status
        self.body: Thing = {"error": {"type": kind, "message": message}}


@dataclass
class Payments:
    """All objects by id. `notify` sends an event to the application: its path, body and headers."""

    notify: Callable[[str, bytes, Mapping[str, str]], None] = lambda path, body, headers: None
    things: dict[str, Thing] = field(default_factory=dict)

    def forget(self) -> None:
        """Remove everything."""
        self.things.clear()

    def answer(self, method: str, path: str, body: bytes, authorization: str) -> tuple[int, Thing]:
        """Status and body of the answer to a call of the application."""
        try:
            return 200, self._call(method, *_parse_path(path, authorization), parse_form(body.decode()))
        except PaymentError as error:
            return error.status, error.body
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            return 400, PaymentError(f"cannot read the request: {error}").body

    def _call(self, method: str, kind: str, thing_id: str, verb: str, given: Thing) -> Thing:
        if not thing_id:
            if method == "POST":
                return self._create(kind, given)
            data: list[JsonValue] = [one for one in self.things.values() if one["object"] == _object_name(kind)]
            return {"object": "list", "data": data, "has_more": False}
        thing = self.things.get(thing_id)
        if thing is None:
            raise PaymentError(f"no such {_object_name(kind)}: {thing_id}", 404)
        if method == "POST" and verb == "confirm":
            return self._confirm(thing, given)
        if method == "POST" and verb in ("expire", "cancel"):
            thing["status"] = "expired" if verb == "expire" else "canceled"
        elif method == "POST":
            thing.update(given)
        return thing

    def _create(self, kind: str, given: Thing) -> Thing:
        if len(self.things) >= _MAX_OBJECTS:
            raise PaymentError("too many objects", 429, "rate_limit_error")
        thing: Thing = {
            "id": f"{_PREFIXES[kind]}_{secrets.token_hex(12)}", "object": _object_name(kind), "livemode": False,
            "created": int(time.time()), "metadata": {}, **given,
        }  # fmt: skip
        if kind == "checkout/sessions":
            if not given.get("success_url") and not given.get("return_url"):
                raise PaymentError("missing required param: success_url")
            total = sum(self._amount(line) for line in _listed(given.get("line_items")))
            page = f"http://{HOST}/pay/{thing['id']}"
            thing |= {"amount_total": total, "status": "open", "payment_status": "unpaid", "url": page}
            thing.setdefault("currency", self._currency(given))
        if kind == "payment_intents":
            thing |= {"amount": int(str(given["amount"])), "status": "requires_payment_method"}
            thing["client_secret"] = f"{thing['id']}_secret_test"
        if kind == "refunds":
            thing["status"] = "succeeded"
        self.things[str(thing["id"])] = thing
        if kind == "payment_intents" and str(given.get("confirm")) == "true":
            return self._confirm(thing, given)
        return thing

    def _amount(self, line: JsonValue) -> int:
        quantity = line.get("quantity") if isinstance(line, dict) else None
        return int(str(self._price(line).get("unit_amount") or 0)) * int(str(quantity or 1))

    def _price(self, line: JsonValue) -> Thing:
        if not isinstance(line, dict):
            raise PaymentError("line_items must be objects")
        price = line.get("price_data") or self.things.get(str(line.get("price")))
        if not isinstance(price, dict):
            raise PaymentError(f"no such price: {line.get('price')}")
        return price

    def _currency(self, given: Thing) -> str:
        for line in _listed(given.get("line_items")):
            price = (
                line.get("price_data") or self.things.get(str(line.get("price"))) if isinstance(line, dict) else None
            )
            if isinstance(price, dict) and price.get("currency"):
                return str(price["currency"])
        return "usd"

    def _confirm(self, thing: Thing, given: Thing) -> Thing:
        method = str(given.get("payment_method") or thing.get("payment_method") or "")
        if "declined" in method.lower():
            raise PaymentError("Your card was declined.", 402, "card_error")
        thing |= {"status": "succeeded", "amount_received": thing.get("amount", 0)}
        self._tell("payment_intent.succeeded", thing)
        return thing

    def pay(self, session_id: str, number: str) -> str:
        """Pay a checkout session with a card, and return where the customer goes next. Raises `PaymentError`."""
        session = self.open_session(session_id)
        digits = re.sub(r"\D", "", number)
        if digits == IS_DECLINED:
            raise PaymentError("Your card was declined.", 402, "card_error")
        if digits != PAYS:
            raise PaymentError("Your card number is invalid.", 402, "card_error")
        session |= {"status": "complete", "payment_status": "paid"}
        self._tell("checkout.session.completed", session)
        target = str(session.get("success_url") or session.get("return_url"))
        return target.replace("{CHECKOUT_SESSION_ID}", quote(session_id))

    def open_session(self, session_id: str) -> Thing:
        """A checkout session that is not paid yet. Raises `PaymentError`."""
        session = self.things.get(session_id)
        if session is None or session["object"] != "checkout.session":
            raise PaymentError("There is no such checkout.", 404)
        if session["status"] != "open":
            raise PaymentError("This checkout is no longer open.")
        return session

    def _tell(self, kind: str, thing: Thing) -> None:
        event = {"id": f"evt_{secrets.token_hex(12)}", "object": "event", "type": kind, "data": {"object": thing}}
        body = json.dumps(event).encode()
        stamp = int(time.time())
        signature = hmac.new(WEBHOOK_SECRET.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "Stripe-Signature": f"t={stamp},v1={signature}"}
        endpoints = [one for one in self.things.values() if one["object"] == "webhook_endpoint"]
        paths = [re.sub(r"^https?://[^/]*", "", str(one.get("url") or "")) for one in endpoints] or [WEBHOOK_PATH]
        for path in paths[:5]:
            self.notify(path or "/", body, headers)


def _parse_path(path: str, authorization: str) -> tuple[str, str, str]:
    """Kind, id and verb of a call. Raises `PaymentError`."""
    if KEY not in authorization and not authorization.startswith("Basic "):
        raise PaymentError("no valid API key", 401)
    found = _PATH.match(path.partition("?")[0])
    if not found or found[1] not in _PREFIXES:
        raise PaymentError(f"unrecognized request URL {path[:100]}", 404)
    return found[1], found[2] or "", found[3] or ""


def _object_name(kind: str) -> str:
    return _NAMES.get(kind) or kind.removesuffix("s")


def _listed(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return [value[key] for key in sorted(value, key=lambda key: (len(key), key))]
    return value if isinstance(value, list) else []


def parse_form(text: str) -> Thing:
    """A form whose names nest, such as `metadata[order]=7` or `line_items[0][quantity]=2`."""
    form: Thing = {}
    for name, value in parse_qsl(text, keep_blank_values=True, max_num_fields=500):
        keys = [key for key in re.split(r"[\[\]]+", name) if key]
        if not keys or len(keys) > _MAX_DEPTH:
            continue
        place = form
        for key in keys[:-1]:
            inner = place.setdefault(key, {})
            if not isinstance(inner, dict):
                raise PaymentError(f"{name} is both a value and a group")
            place = inner
        place[keys[-1]] = value
    return form
