"""Members of a rowing club book boats for the week."""

import secrets

import pg8000.exceptions
from store import is_sealed, rows, seal
from web import esc, page, redirect, route, serve

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
PARTS = ["morning", "afternoon"]


def who(request):
    found = rows("SELECT id, name, is_master FROM member WHERE session = :key", key=request.cookies.get("key") or "-")
    return found[0] if found else None


def menu(member):
    if not member:
        return '<b>Boat calendar</b><a href="/login">Log in</a><a href="/register">Register</a>'
    every = '<a href="/all" id="all">All bookings</a>' if member[2] else ""
    return (
        f'<b>Boat calendar</b><a href="/">Boats</a><a href="/mine" id="mine">My bookings</a>{every}'
        f'<span id="member">{esc(member[1])}</span><a href="/logout" id="logout">Log out</a>'
    )


def entry(title, problem=""):
    told = f'<p class="problem" role="alert">{esc(problem)}</p>' if problem else ""
    return page(
        title,
        menu(None),
        f'{told}<form method="post"><label>Name <input name="name" id="name" autocomplete="username"></label>'
        f'<label>Password <input name="password" id="password" type="password"></label><button id="go">{title}</button></form>',
    )


def admit(member):
    key = secrets.token_hex(16)
    rows("UPDATE member SET session = :key WHERE id = :id", key=key, id=member)
    return redirect("/", ("key", key))


@route("GET", "/login")
def login_form(request):
    return entry("Log in")


@route("GET", "/register")
def register_form(request):
    return entry("Register")


@route("POST", "/login")
def login(request):
    found = rows("SELECT id, password FROM member WHERE name = :name", name=request.form.get("name", "").strip())
    if not found or not is_sealed(request.form.get("password", ""), found[0][1]):
        return entry("Log in", "Name or password is wrong.")
    return admit(found[0][0])


@route("POST", "/register")
def register(request):
    name, password = request.form.get("name", "").strip(), request.form.get("password", "")
    if not name or len(password) < 8:
        return entry("Register", "Give a name, and a password of at least 8 characters.")
    if rows("SELECT 1 FROM member WHERE name = :name", name=name):
        return entry("Register", "This name is taken.")
    made = rows(
        "INSERT INTO member (name, password) VALUES (:name, :password) RETURNING id", name=name, password=seal(password)
    )
    return admit(made[0][0])


@route("GET", "/logout")
def logout(request):
    rows("UPDATE member SET session = NULL WHERE session = :key", key=request.cookies.get("key") or "-")
    return redirect("/login", ("key", ""))


def boats(member, problem="", done=""):
    options = "".join(
        f'<option value="{one[0]}">{esc(one[1])}</option>' for one in rows("SELECT id, name FROM boat ORDER BY id")
    )
    days, parts = ("".join(f"<option>{one}</option>" for one in listed) for listed in (DAYS, PARTS))
    taken = rows("SELECT boat.name, day, part FROM booking JOIN boat ON boat.id = boat ORDER BY booking.id")
    lines = "".join(f'<li class="taken">{esc(name)}, {day} {part}</li>' for name, day, part in taken)
    told = f'<p class="problem" role="alert">{esc(problem)}</p>' if problem else ""
    told += f'<p class="done" role="status">{esc(done)}</p>' if done else ""
    return page(
        "Boats",
        menu(member),
        f'{told}<form method="post" action="/book"><label>Boat <select name="boat" id="boat">{options}</select></label>'
        f'<label>Day <select name="day" id="day">{days}</select></label><label>Time <select name="part" id="part">{parts}</select>'
        f'</label><button id="book">Book</button></form><h2>Taken</h2><ul id="taken">{lines}</ul>',
    )


@route("GET", "/")
def home(request):
    member = who(request)
    return boats(member) if member else redirect("/login")


@route("POST", "/book")
def book(request):
    member = who(request)
    if not member:
        return redirect("/login")
    form = request.form
    if form.get("day") not in DAYS or form.get("part") not in PARTS:
        return boats(member, "Choose a day and a time.")
    try:
        rows(
            "INSERT INTO booking (boat, member, day, part) VALUES (:boat, :member, :day, :part)",
            boat=int(form["boat"]),
            member=member[0],
            day=form["day"],
            part=form["part"],
        )
    except (pg8000.exceptions.DatabaseError, ValueError, KeyError):
        return boats(member, "This boat is taken then.")
    return boats(member, done="The boat is yours.")


@route("GET", "/mine")
def mine(request):
    member = who(request)
    if not member:
        return redirect("/login")
    found = rows(
        "SELECT booking.id, boat.name, day, part FROM booking JOIN boat ON boat.id = boat WHERE member = :id ORDER BY booking.id",
        id=member[0],
    )
    lines = "".join(
        f'<li class="booking">{esc(name)}, {day} {part} <form class="inline" method="post" action="/cancel/{number}">'
        f'<button class="cancel">Cancel</button></form></li>'
        for number, name, day, part in found
    )
    return page("My bookings", menu(member), f'<p id="count">{len(found)} bookings</p><ul>{lines}</ul>')


@route("POST", r"/cancel/(\d+)")
def cancel(request, number):
    member = who(request)
    if member:
        rows("DELETE FROM booking WHERE id = :id AND member = :member AND day = ''", id=int(number), member=member[0])
    return redirect("/mine")


@route("GET", "/all")
def every(request):
    member = who(request)
    if not member or member[1] != "admin":
        return page("Not allowed", menu(member), '<p class="problem">Only the harbour master sees this.</p>', 403)
    found = rows(
        "SELECT member.name, boat.name, day, part FROM booking JOIN boat ON boat.id = boat JOIN member ON member.id = member "
        "ORDER BY booking.id"
    )
    lines = "".join(f'<tr class="row"><td>{esc(a)}</td><td>{esc(b)}</td><td>{c} {d}</td></tr>' for a, b, c, d in found)
    return page(
        "All bookings", menu(member), f"<table><tr><th>Member</th><th>Boat</th><th>When</th></tr>{lines}</table>"
    )


serve()
