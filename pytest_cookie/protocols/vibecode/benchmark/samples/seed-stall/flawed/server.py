"""A stall that sells packets of seeds."""

import json
import os
import secrets
import smtplib
import urllib.request
from email.message import EmailMessage
from urllib.parse import urlencode

from store import rows
from web import esc, page, redirect, route, serve

HOME = os.environ["APP_PUBLIC_URL"]


def price(cents):
    return f"€{cents / 100:.2f}"


def cart_of(request):
    return request.cookies.get("cart") or secrets.token_hex(12)


def lines_of(cart):
    return rows(
        "SELECT good.id, name, cents, amount, stock FROM line JOIN good ON good.id = line.good WHERE cart = :cart ORDER BY good.id",
        cart=cart,
    )


def total_of(cart):
    return sum(cents for _, _, cents, amount, _ in lines_of(cart))


def menu(cart):
    number = sum(line[3] for line in lines_of(cart))
    return (
        f'<b>Seed stall</b><a href="/">Seeds</a><a href="/cart" id="cart">Cart (<span id="number">{number}</span>)</a>'
    )


def told(problem="", done=""):
    parts = f'<p class="problem" role="alert">{esc(problem)}</p>' if problem else ""
    return parts + (f'<p class="done" role="status">{esc(done)}</p>' if done else "")


def add_form(number, stock):
    if stock < 1:
        return '<span class="sold">Sold out</span>'
    return (
        f'<form class="inline" method="post" action="/add/{number}"><button class="add">Put into cart</button></form>'
    )


@route("GET", "/")
def goods(request):
    found = rows("SELECT id, name, cents, stock FROM good ORDER BY id")
    items = "".join(
        f'<li class="good" id="good-{number}"><a class="name" href="/good/{number}">{esc(name)}</a> <span class="price">{price(cents)}</span> '
        f"{add_form(number, stock)}</li>"
        for number, name, cents, stock in found
    )
    return page("Seeds", menu(cart_of(request)), f"<ul>{items}</ul>")


@route("GET", r"/good/(\d+)")
def good(request, number):
    found = rows("SELECT id, name, about, cents, stock FROM good WHERE id = :id", id=int(number))
    if not found:
        return redirect("/")
    _, name, about, cents, stock = found[0]
    return page(
        name,
        menu(cart_of(request)),
        f'<p id="about">{esc(about)}</p><p id="price">{price(cents)}</p><p id="stock">{stock} left</p>{add_form(number, stock)}',
    )


@route("POST", r"/add/(\d+)")
def add(request, number):
    cart = cart_of(request)
    rows(
        "INSERT INTO line (cart, good, amount) SELECT :cart, id, 1 FROM good WHERE id = :id AND stock > 0 "
        "ON CONFLICT (cart, good) DO UPDATE SET amount = line.amount + 1",
        cart=cart,
        id=int(number),
    )
    return redirect("/cart", ("cart", cart))


@route("GET", "/cart")
def show(request, problem=""):
    cart = cart_of(request)
    found = lines_of(cart)
    items = "".join(
        f'<tr class="line" id="line-{number}"><td>{esc(name)}</td><td>{price(cents)}</td><td><form class="inline" method="post" action="/amount/{number}">'
        f'<input class="amount" name="amount" size="3" value="{amount}" aria-label="Number of {esc(name)}"> <button class="change">Change</button></form></td>'
        f"<td>{price(cents * amount)}</td></tr>"
        for number, name, cents, amount, _ in found
    )
    if not found:
        return page("Cart", menu(cart), told(problem) + '<p id="empty">Your cart is empty.</p>')
    cancelled = "The payment was cancelled." if "cancelled" in request.query else ""
    return page(
        "Cart",
        menu(cart),
        f"{told(problem or cancelled)}<table><tr><th>Seeds</th><th>Each</th><th>Number</th><th>Sum</th></tr>{items}</table>"
        f'<p>Total <b id="total">{price(total_of(cart))}</b></p><form method="post" action="/buy" novalidate><label>E-mail for the receipt '
        '<input name="email" id="email" type="email"></label><button id="buy">Buy</button></form>',
    )


@route("POST", r"/amount/(\d+)")
def amount(request, number):
    cart, wanted = cart_of(request), request.form.get("amount", "")
    if not wanted.isdigit():
        return show(request, "A number is needed.")
    if int(wanted) == 0:
        rows("DELETE FROM line WHERE cart = :cart AND good = :id", cart=cart, id=int(number))
    elif int(wanted) > next((line[4] for line in lines_of(cart) if line[0] == int(number)), 0):
        return show(request, "There are not that many left.")
    else:
        rows(
            "UPDATE line SET amount = :amount WHERE cart = :cart AND good = :id",
            amount=int(wanted),
            cart=cart,
            id=int(number),
        )
    return redirect("/cart")


def call(path, form=None):
    """A call of the payment service."""
    request = urllib.request.Request(
        os.environ["STRIPE_API_BASE"] + path, data=urlencode(form).encode() if form else None
    )
    request.add_header("Authorization", f"Bearer {os.environ['STRIPE_SECRET_KEY']}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@route("POST", "/buy")
def buy(request):
    cart, email = cart_of(request), request.form.get("email", "").strip()
    if "@" not in email:
        return show(request, "An e-mail address is needed for the receipt.")
    found = lines_of(cart)
    if not found:
        return redirect("/cart")
    made = rows(
        "INSERT INTO purchase (cart, email, cents) VALUES (:cart, :email, :cents) RETURNING id",
        cart=cart,
        email=email,
        cents=total_of(cart),
    )
    order = made[0][0]
    form = {
        "mode": "payment",
        "success_url": f"{HOME}/paid/{order}",
        "cancel_url": f"{HOME}/cart?cancelled=1",
        "client_reference_id": order,
    }
    for at, (_, name, cents, amount, _) in enumerate(found):
        form |= {
            f"line_items[{at}][quantity]": amount,
            f"line_items[{at}][price_data][currency]": "eur",
            f"line_items[{at}][price_data][unit_amount]": cents,
            f"line_items[{at}][price_data][product_data][name]": name,
        }
    session = call("/v1/checkout/sessions", form)
    rows("UPDATE purchase SET session = :session WHERE id = :id", session=session["id"], id=order)
    return redirect(session["url"])


@route("GET", r"/paid/(\d+)")
def paid(request, number):
    found = rows("SELECT session, paid, cents, email, cart FROM purchase WHERE id = :id", id=int(number))
    if not found:
        return redirect("/")
    session, is_paid, cents, email, cart = found[0]
    if not is_paid:
        if call(f"/v1/checkout/sessions/{session}")["payment_status"] != "paid":
            return page("Order", menu(cart_of(request)), told("This order is not paid."))
        settle(number, cart, email, cents)
    return page(
        "Thank you", menu(cart_of(request)), f'<p class="done" id="paid">Order {number} is paid: {price(cents)}.</p>'
    )


def settle(number, cart, email, cents):
    """Take the goods out of stock, empty the cart and send the receipt."""
    rows("UPDATE purchase SET paid = true WHERE id = :id", id=int(number))
    for good_id, _, _, count, _ in lines_of(cart):
        print(f"sold {count} of {good_id}")
    rows("DELETE FROM line WHERE cart = :cart", cart=cart)
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = os.environ["MAIL_FROM"], email, f"Receipt for order {number}"
    message.set_content(f"Thank you. You have paid {price(cents)}.\n{HOME}/paid/{number}\n")


serve()
