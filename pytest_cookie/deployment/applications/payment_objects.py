"""`PaymentObjects`: the customers, prices, checkout sessions and so on that an application made at the stand-in."""

import json
import re
import secrets
import time
from collections.abc import Mapping
from typing import TypeAlias
from urllib.parse import parse_qsl

from pydantic import JsonValue

Thing: TypeAlias = dict[str, JsonValue]

PREFIXES = {
    "customers": "cus", "products": "prod", "prices": "price", "checkout/sessions": "cs_test", "payment_intents": "pi",
    "refunds": "re", "webhook_endpoints": "we",
}  # fmt: skip
"""The kinds of objects, with the first letters of their ids."""
_NAMES = {"checkout/sessions": "checkout.session"}
_OURS = frozenset({"id", "object", "livemode", "created"})
_OURS_BY_KIND: Mapping[str, frozenset[str]] = {
    "checkout/sessions": frozenset({"amount_total", "status", "payment_status", "url", "payment_intent"}),
    "payment_intents": frozenset({"status", "client_secret", "amount_received"}),
    "refunds": frozenset({"status"}),
    "webhook_endpoints": frozenset({"secret", "status"}),
}
"""Fields that the service sets. A call that sets one is refused, as the service does."""
_ADDRESSES = ("success_url", "return_url", "cancel_url", "url")
_ADDRESS = re.compile(r"https?://[^\s\x00-\x1f\x7f]{1,5000}")
_OWN_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
_MAX_OBJECTS = 2_000
_MAX_BYTES = 20_000_000
_MAX_OBJECT_BYTES = 100_000
_MAX_AMOUNT = 99_999_999
_MAX_DEPTH = 6
_MAX_LISTED = 100


class PaymentError(Exception):
    """A call that the service refuses, with its HTTP status and its kind."""

    def __init__(self, message: str, status: int = 400, kind: str = "invalid_request_error") -> None:
        super().__init__(message)
        self.status = status
        self.body: Thing = {"error": {"type": kind, "message": message}}


class PaymentObjects:
    """All objects by id: at most 2,000, each of at most 100 kB, 20 MB together."""

    def __init__(self) -> None:
        self._things: dict[str, Thing] = {}
        self._kinds: dict[str, str] = {}
        self._bytes: dict[str, int] = {}
        self.reached: tuple[str, ...] = ()
        """Which limit was reached since the last `clear`."""

    def clear(self) -> None:
        """Remove everything."""
        for one in (self._things, self._kinds, self._bytes):
            one.clear()
        self.reached = ()

    def new(self, kind: str, given: Thing) -> Thing:
        """A new object that is not kept yet. Raises `PaymentError`."""
        given = {**given}
        own_id = str(given.pop("id", "")) if kind == "products" else ""  # the one kind whose ids may be chosen
        check_fields(kind, given)
        if own_id and not _OWN_ID.fullmatch(own_id):
            raise PaymentError("Invalid id.")
        if own_id in self._things:
            raise PaymentError(f"{object_name(kind)} already exists: {own_id}")
        thing_id = own_id or f"{PREFIXES[kind]}_{secrets.token_hex(12)}"
        fixed: Thing = {
            "id": thing_id, "object": object_name(kind), "livemode": False, "created": int(time.time())
        }  # fmt: skip
        return {"metadata": {}, **given, **fixed}

    def keep(self, kind: str, thing: Thing) -> None:
        """Store an object, replacing one with the same id. Raises `PaymentError` if there are too many or too large."""
        thing_id = str(thing["id"])
        size = len(json.dumps(thing))
        total = sum(self._bytes.values()) - self._bytes.get(thing_id, 0) + size
        too_many = thing_id not in self._things and len(self._things) >= _MAX_OBJECTS
        if too_many or total > _MAX_BYTES or size > _MAX_OBJECT_BYTES:
            self.reached = ("it made more or larger objects of payments than the service keeps",)
            raise PaymentError("too many or too large objects", 429, "rate_limit_error")
        self._things[thing_id], self._kinds[thing_id], self._bytes[thing_id] = thing, kind, size

    def find(self, kind: str, thing_id: str) -> Thing:
        """The object of this kind with this id. Raises `PaymentError` without one."""
        if self._kinds.get(thing_id) != kind:
            raise PaymentError(f"No such {object_name(kind)}: {thing_id[:100]}", 404)
        return self._things[thing_id]

    def remove(self, kind: str, thing_id: str) -> None:
        """Remove an object. Raises `PaymentError` without one."""
        self.find(kind, thing_id)
        for one in (self._things, self._kinds, self._bytes):
            del one[thing_id]

    def of_kind(self, kind: str) -> list[Thing]:
        """All objects of a kind, oldest first."""
        return [self._things[thing_id] for thing_id, one in self._kinds.items() if one == kind]

    def page(self, kind: str, given: Thing) -> Thing:
        """A list as the service answers it: newest first, `limit` objects (10) after `starting_after`."""
        listed = self.of_kind(kind)[::-1]
        if after := given.get("starting_after"):
            at = next((at for at, thing in enumerate(listed) if thing["id"] == after), len(listed))
            listed = listed[at + 1 :]
        limit = max(1, min(read_amount(given.get("limit", 10), "limit"), _MAX_LISTED))
        data: list[JsonValue] = [*listed[:limit]]
        return {"object": "list", "data": data, "has_more": len(listed) > limit}


def object_name(kind: str) -> str:
    """`checkout.session` for `checkout/sessions`."""
    return _NAMES.get(kind) or kind.removesuffix("s")


def check_fields(kind: str, given: Thing) -> None:
    """Raise `PaymentError` for fields that the service sets itself, and for addresses that are none."""
    if ours := sorted((_OURS | _OURS_BY_KIND.get(kind, frozenset())) & set(given)):
        raise PaymentError(f"Received unknown parameter: {ours[0]}")
    for name in _ADDRESSES:
        address = given.get(name)
        if address not in (None, "") and not (isinstance(address, str) and _ADDRESS.fullmatch(address)):
            raise PaymentError(f"Not a valid URL: {name}")
    if not isinstance(given.get("metadata", {}), dict):
        raise PaymentError("Invalid object: metadata")


def read_amount(value: JsonValue, name: str) -> int:
    """A whole number from 0 to 99,999,999. Raises `PaymentError` for anything else."""
    text = str(value)
    if not re.fullmatch(r"[0-9]{1,8}", text) or int(text) > _MAX_AMOUNT:
        raise PaymentError(f"Invalid integer: {name}")
    return int(text)


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
