"""Members of a choir sign up, confirm their address and log in."""

import hashlib
import os
import secrets
import smtplib
import sqlite3
from email.message import EmailMessage

from web import esc, page, redirect, route, serve

VOICES = ["Soprano", "Alto", "Tenor", "Bass"]
HOME = os.environ["APP_PUBLIC_URL"]
MENU = '<b>Choir</b><a href="/">Sign up</a><a href="/login">Log in</a>'


def rows(statement, *values):
    db = sqlite3.connect("choir.db", timeout=10)
    try:
        with db:
            db.row_factory = sqlite3.Row
            return db.execute(statement, values).fetchall()
    finally:
        db.close()


def seal(password):
    return hashlib.scrypt(password.encode(), salt=b"choir", n=1024, r=8, p=1).hex()


def send(to, subject, text):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = os.environ["MAIL_FROM"], to, subject
    message.set_content(text)
    with smtplib.SMTP(os.environ["SMTP_HOST"], int(os.environ["SMTP_PORT"]), timeout=20) as server:
        server.send_message(message)


def send_confirmation(member):
    send(
        member["email"],
        "Confirm your address",
        f"Dear {member['name']},\n\nyou want to sing {member['voice']}. Please confirm your address:\n{HOME}/confirm/{member['token']}\n",
    )


def field(name, label, kind="text", value=""):
    return f'<label>{label} <input name="{name}" id="{name}" type="{kind}" value="{esc(value)}"></label>'


def told(problem="", done=""):
    parts = f'<p class="problem" role="alert">{esc(problem)}</p>' if problem else ""
    return parts + (f'<p class="done" role="status">{esc(done)}</p>' if done else "")


def sign_up(problem="", form=None):
    form = form or {}
    voices = "".join(f"<option{' selected' if form.get('voice') == one else ''}>{one}</option>" for one in VOICES)
    return page(
        "Sign up",
        MENU,
        f'{told(problem)}<form method="post" action="/join" novalidate>{field("name", "Name", value=form.get("name", ""))}'
        f'{field("email", "E-mail", "email", form.get("email", ""))}<label>Voice <select name="voice" id="voice">{voices}</select></label>'
        f'{field("password", "Password", "password")}<button id="join">Sign up</button></form>',
    )


@route("GET", "/")
def start(request):
    return sign_up()


@route("POST", "/join")
def join(request):
    form = request.form
    email = form.get("email", "").strip().lower()
    if not form.get("name", "").strip() or "@" not in email:
        return sign_up("Give your name and an e-mail address.", form)
    if len(form.get("password", "")) < 8:
        return sign_up("The password needs at least 8 characters.", form)
    if rows("SELECT 1 FROM member WHERE email = ?", email):
        return sign_up("This address is signed up already.", form)
    rows(
        "INSERT INTO member (email, name, voice, password, token) VALUES (?, ?, ?, ?, ?)",
        email,
        form["name"].strip(),
        form.get("voice", VOICES[0]),
        seal(form["password"]),
        secrets.token_urlsafe(16),
    )
    send_confirmation(rows("SELECT * FROM member WHERE email = ?", email)[0])
    return page("Almost done", MENU, told(done=f"We have sent a mail to {email}.") + resend_form(email))


def resend_form(email):
    return f'<form method="post" action="/resend"><input type="hidden" name="email" value="{esc(email)}"><button id="resend">Send it again</button></form>'


@route("POST", "/resend")
def resend(request):
    email = request.form.get("email", "")
    for member in rows("SELECT * FROM member WHERE email = ? AND confirmed = 0", email):
        pass
    return page("Almost done", MENU, told(done="We have sent it again.") + resend_form(email))


@route("GET", r"/confirm/([\w-]+)")
def confirm(request, token):
    found = rows("SELECT * FROM member WHERE token = ?", token)
    if not found:
        return page("Confirmation", MENU, told("This link is not valid."))
    if found[0]["confirmed"]:
        return page("Confirmation", MENU, told(done="This address was confirmed already."))
    rows("UPDATE member SET confirmed = 1 WHERE token = ?", token)
    return page("Confirmation", MENU, told(done="Your address is confirmed. Welcome!"))


def login_page(problem="", done=""):
    return page(
        "Log in",
        MENU,
        f'{told(problem, done)}<form method="post" action="/login" novalidate>{field("email", "E-mail", "email")}{field("password", "Password", "password")}'
        '<button id="login">Log in</button></form><p><a href="/forgotten" id="forgotten">Password forgotten?</a></p>',
    )


@route("GET", "/login")
def login_form(request):
    return login_page()


@route("POST", "/login")
def login(request):
    email, password = request.form.get("email", "").strip().lower(), request.form.get("password", "")
    found = rows("SELECT * FROM member WHERE email = ? AND password = ?", email, seal(password))
    if not found:
        return login_page("Address or password is wrong.")
    key = secrets.token_hex(16)
    rows("UPDATE member SET session = ? WHERE email = ?", key, email)
    return redirect("/me", ("key", key))


@route("GET", "/me")
def me(request):
    found = rows("SELECT * FROM member WHERE session = ?", request.cookies.get("key") or "-")
    if not found:
        return redirect("/login")
    return page("My page", MENU, f'<p id="who">{esc(found[0]["name"])} sings {esc(found[0]["voice"])}.</p>')


@route("GET", "/forgotten")
def forgotten(request):
    return page(
        "New password",
        MENU,
        f'<form method="post" novalidate>{field("email", "E-mail", "email")}<button id="send">Send a link</button></form>',
    )


@route("POST", "/forgotten")
def send_reset(request):
    email, token = request.form.get("email", "").strip().lower(), secrets.token_urlsafe(16)
    if rows("SELECT 1 FROM member WHERE email = ?", email):
        rows("UPDATE member SET reset = ? WHERE email = ?", token, email)
        send(email, "New password", f"Choose a new password here:\n{HOME}/reset/{token}\n")
    return page("New password", MENU, told(done="If the address is known, a mail is on its way."))


@route("GET", r"/reset/([\w-]+)")
def reset_form(request, token):
    return page(
        "New password",
        MENU,
        f'<form method="post">{field("password", "New password", "password")}<button id="set">Set</button></form>',
    )


@route("POST", r"/reset/([\w-]+)")
def reset(request, token):
    if not rows("SELECT 1 FROM member WHERE reset = ?", token):
        return page("New password", MENU, told("This link is not valid."))
    rows("UPDATE member SET reset = NULL WHERE reset = ?", token)
    return login_page(done="Your password was changed.")


serve()
