"""The simulated payment service: fields that applications cannot set, limits, and when it sends events."""

import json
import threading
from urllib.parse import urlencode

import pytest

from pytest_cookie.deployment.applications.payment_page import answer_customer
from pytest_cookie.deployment.applications.payments import KEY, PAYS, Payments
from pytest_cookie.deployment.applications.webhooks import Webhook, WebhookQueue

OK = "http://artifact.localhost/ok"


def call(payments: Payments, path: str, method: str = "POST", **form: object) -> tuple[int, dict]:
    answer = payments.answer(method, f"/v1/{path}", urlencode(form).encode(), f"Bearer {KEY}")
    payments.deliver(answer.webhooks)
    return answer.status, json.loads(answer.content)


def new_session(payments: Payments, **form: object) -> dict:
    line = {"line_items[0][price_data][unit_amount]": 150, "line_items[0][quantity]": 2}
    status, session = call(payments, "checkout/sessions", **{"success_url": OK, **line, **form})
    assert status == 200, session
    return session


FIELDS_OF_THE_SERVICE = [
    ("checkout/sessions", {"success_url": OK, "payment_status": "paid"}),
    ("checkout/sessions", {"success_url": OK, "id": "cs_test_1"}),
    ("checkout/sessions", {"success_url": OK, "url": "http://artifact.localhost/free"}),
    ("checkout/sessions", {"success_url": OK, "amount_total": "1"}),
    ("checkout/sessions", {"success_url": "javascript:alert(1)"}),
    ("checkout/sessions", {"success_url": OK, "cancel_url": "javascript:alert(1)"}),
    ("checkout/sessions", {"success_url": f"{OK}\r\nSet-Cookie: a=b"}),
    ("checkout/sessions", {"success_url": "/thanks"}),
    ("checkout/sessions", {"success_url": OK, "line_items[0][price_data][unit_amount]": "9" * 3000}),
    ("checkout/sessions", {"success_url": OK, "metadata": "flat"}),
    ("payment_intents", {"amount": 5, "status": "succeeded"}),
    ("payment_intents", {"amount": 5, "client_secret": "s"}),
    ("payment_intents", {}),
    ("customers", {"object": "checkout.session"}),
    ("webhook_endpoints", {"url": "file:///etc/passwd"}),
    ("products", {"id": "a/../b"}),
    ("checkout/sessions/CS", {"payment_status": "paid"}),
    ("checkout/sessions/CS", {"status": "open"}),
    ("payment_intents/CS", {"metadata[a]": "of another kind"}),
    ("customers/CS/expire", {}),
]


def test_what_the_service_decides_itself_cannot_be_set(subtests):
    for path, form in FIELDS_OF_THE_SERVICE:
        with subtests.test(repr(path)):
            payments = Payments()
            session = new_session(payments)
            status, told = call(payments, path.replace("CS", session["id"]), **form)
            assert status in (400, 404), told
            assert told["error"]["message"]
            assert call(payments, f"checkout/sessions/{session['id']}", "GET")[1] == session


def test_the_customer_is_sent_back_to_an_address_of_one_line_of_ascii():
    payments = Payments()
    session = new_session(payments, success_url="http://artifact.localhost/dänk?s={CHECKOUT_SESSION_ID}&n=\u00e9")
    page = answer_customer(payments, "POST", f"/pay/{session['id']}", f"card={PAYS}".encode())
    assert page.status == 303
    assert page.location == f"http://artifact.localhost/d%C3%A4nk?s={session['id']}&n=%C3%A9"
    assert answer_customer(payments, "POST", f"/pay/{session['id']}", f"card={PAYS}".encode()).status == 400


def test_lists_have_pages_and_objects_are_removed():
    payments = Payments()
    ids = [call(payments, "customers", email=f"{at}@b.example")[1]["id"] for at in range(12)]
    status, page = call(payments, "customers", "GET")
    assert (status, [one["id"] for one in page["data"]], page["has_more"]) == (200, ids[:1:-1], True)
    _, rest = call(payments, f"customers?limit=5&starting_after={ids[2]}", "GET")
    assert ([one["id"] for one in rest["data"]], rest["has_more"]) == ([ids[1], ids[0]], False)
    assert call(payments, f"customers/{ids[0]}", "DELETE")[1]["deleted"] is True
    assert call(payments, f"customers/{ids[0]}", "GET")[0] == 404
    assert call(payments, "products", id="oars", name="Oars")[1]["id"] == "oars"
    assert call(payments, "products", id="oars", name="Others")[0] == 400


@pytest.mark.parametrize(
    ("times", "size", "status"), [(2_000, 10, 429), (250, 90_000, 429), (1, 150_000, 429)], ids=["many", "large", "one"]
)
def test_what_it_keeps_is_bounded_and_noted(times: int, size: int, status: int):
    payments = Payments()
    answers = [call(payments, "customers", name="x" * size)[0] for _ in range(times + 1)]
    assert answers[-1] == status
    assert "more or larger objects" in payments.reached[0]
    customer = call(payments, "customers", "GET")[1]["data"][:1]
    for one in customer:  # nor does an object grow in parts
        parts = [call(payments, f"customers/{one['id']}", **{f"metadata[{at}]": "y" * 90_000})[0] for at in range(3)]
        assert 429 in parts
    payments.forget()
    assert payments.reached == ()
    assert call(payments, "customers", name="x")[0] == 200


def test_events_are_sent_after_the_answer_in_order_and_at_most_a_hundred_wait():
    arrived: list[str] = []
    may_go, begun = threading.Event(), threading.Event()

    def send(webhook: Webhook) -> None:
        begun.set()
        assert may_go.wait(60)
        arrived.append(json.loads(webhook.body)["data"]["object"]["id"])

    payments = Payments(WebhookQueue(send))
    answer = payments.answer("POST", "/v1/payment_intents", b"amount=5&confirm=true", f"Bearer {KEY}")
    assert answer.status == 200
    assert not begun.is_set()
    first = payments.deliver(answer.webhooks)
    assert begun.wait(60)  # and blocks no further call
    ids = [json.loads(answer.content)["id"]]
    assert not first[0].is_set()
    sent = first
    for _ in range(101):
        answer = payments.answer("POST", "/v1/payment_intents", b"amount=5&confirm=true", f"Bearer {KEY}")
        ids.append(json.loads(answer.content)["id"])
        sent += payments.deliver(answer.webhooks)
    assert "more than 100 events" in payments.reached[0]
    may_go.set()
    assert all(one.wait(60) for one in sent)
    assert arrived == ids[:101]


def test_no_event_of_before_a_reset_reaches_the_application():
    begun, may_go, arrived = threading.Event(), threading.Event(), []

    def send(webhook: Webhook) -> None:
        begun.set()
        assert may_go.wait(60)
        arrived.append(webhook)

    payments = Payments(WebhookQueue(send))
    for _ in range(3):
        call(payments, "payment_intents", amount=5, confirm="true")
    assert begun.wait(60)
    forgetting = threading.Thread(target=payments.forget)
    forgetting.start()
    may_go.set()
    forgetting.join(60)
    assert len(arrived) == 1
    assert payments.objects.of_kind("payment_intents") == []
    payments.queue.close()
