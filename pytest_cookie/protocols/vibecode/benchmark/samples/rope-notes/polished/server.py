"""Notes of a boat's crew."""

import sqlite3
from urllib.parse import urlencode

from web import esc, page, redirect, route, serve

TAGS = ["rope", "galley", "deck"]
MENU = '<b>Rope notes</b><a href="/" id="home">Notes</a><a href="/archive" id="archive">Archive</a>'


def rows(statement, *values):
    db = sqlite3.connect("notes.db", timeout=10)
    try:
        with db:
            db.row_factory = sqlite3.Row
            return db.execute(statement, values).fetchall()
    finally:
        db.close()


def button(note, verb, name):
    return f'<form class="inline" method="post" action="/{verb}/{note["id"]}"><button class="{verb}">{name}</button></form>'


def item(note):
    pin = button(note, "unpin", "Unpin") if note["pinned"] else button(note, "pin", "Pin")
    mark = '<span class="pinned">pinned</span> ' if note["pinned"] else ""
    return (
        f'<li class="note" id="note-{note["id"]}">{mark}<b class="title">{esc(note["title"])}</b> <small>{esc(note["tag"])}</small>'
        f'<p class="text">{esc(note["text"])}</p><a class="edit" href="/edit/{note["id"]}">Edit</a> {pin}'
        f'{button(note, "store", "Archive")}<a class="remove" href="/remove/{note["id"]}">Delete</a></li>'
    )


def fields(note, problem=""):
    options = "".join(f"<option{' selected' if note['tag'] == tag else ''}>{tag}</option>" for tag in TAGS)
    told = f'<p class="problem" role="alert">{esc(problem)}</p>' if problem else ""
    return (
        f'{told}<label>Title <input name="title" id="title" value="{esc(note["title"])}"></label>'
        f'<label>Text <textarea name="text" id="text">{esc(note["text"])}</textarea></label>'
        f'<label>Tag <select name="tag" id="tag">{options}</select></label>'
    )


EMPTY = {"title": "", "text": "", "tag": "rope"}


def overview(request, problem="", given=EMPTY):
    words, tag = request.query.get("q", ""), request.query.get("tag", "")
    like = f"%{words}%"
    found = rows(
        "SELECT * FROM note WHERE archived = 0 AND (title LIKE ? OR text LIKE ?) AND (? = '' OR tag = ?) "
        "ORDER BY pinned DESC, id",
        like,
        like,
        tag,
        tag,
    )
    links = " ".join(f'<a class="tag-{one}" href="/?{urlencode({"tag": one})}">{one}</a>' for one in TAGS)
    return page(
        "Notes",
        MENU,
        f'<form role="search"><label>Search <input name="q" id="search" value="{esc(words)}"></label>'
        f'<button id="find">Find</button></form><p>Tags: {links} <a href="/">all</a></p>'
        f'<p id="count">{len(found)} notes</p><ul>{"".join(map(item, found))}</ul><h2>New note</h2>'
        f'<form method="post" action="/add">{fields(given, problem)}<button id="add">Add</button></form>',
    )


@route("GET", "/")
def notes(request):
    return overview(request)


@route("POST", "/add")
def add(request):
    form = {**EMPTY, **request.form}
    if not form["title"].strip():
        return overview(request, "A note needs a title.", form)
    rows("INSERT INTO note (title, text, tag) VALUES (?, ?, ?)", form["title"].strip(), form["text"], form["tag"])
    return redirect("/")


@route("GET", r"/edit/(\d+)")
def edit(request, number):
    found = rows("SELECT * FROM note WHERE id = ?", number)
    if not found:
        return redirect("/")
    return page("Edit a note", MENU, f'<form method="post">{fields(found[0])}<button id="save">Save</button></form>')


@route("POST", r"/edit/(\d+)")
def save(request, number):
    form = {**EMPTY, **request.form}
    rows("UPDATE note SET title = ?, text = ?, tag = ? WHERE id = ?", form["title"], form["text"], form["tag"], number)
    return redirect("/")


@route("GET", r"/remove/(\d+)")
def ask(request, number):
    found = rows("SELECT * FROM note WHERE id = ?", number)
    title = esc(found[0]["title"]) if found else ""
    return page(
        "Delete a note",
        MENU,
        f'<p>Delete “{title}” for good?</p><form method="post"><button id="yes">Delete</button></form><a id="no" href="/">Keep it</a>',
    )


@route("POST", r"/remove/(\d+)")
def remove(request, number):
    rows("DELETE FROM note WHERE id = ?", number)
    return redirect("/")


@route("POST", r"/(pin|unpin)/(\d+)")
def pin(request, verb, number):
    rows("UPDATE note SET pinned = ? WHERE id = ?", verb == "pin", number)
    return redirect("/")


@route("POST", r"/(store|restore)/(\d+)")
def store(request, verb, number):
    rows("UPDATE note SET archived = ? WHERE id = ?", verb == "store", number)
    return redirect("/" if verb == "store" else "/archive")


@route("GET", "/archive")
def archive(request):
    found = rows("SELECT * FROM note WHERE archived = 1 ORDER BY id")
    items = "".join(
        f'<li class="note"><b class="title">{esc(note["title"])}</b> {button(note, "restore", "Restore")}</li>'
        for note in found
    )
    return page("Archive", MENU, f'<p id="count">{len(found)} notes</p><ul>{items}</ul>')


serve()
