"""A small web server: routes, forms, cookies and pages."""

import html
import os
import re
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

STYLE = (
    "*{box-sizing:border-box}body{font:17px/1.5 Georgia,serif;margin:0;background:#f6f3ec;color:#22302f}"
    "header{background:#1f4e4a;color:#fff;padding:.8rem 1.5rem;display:flex;gap:1.2rem;flex-wrap:wrap;align-items:center}"
    "header a{color:#fff}header b{font-size:1.2rem}main{max-width:54rem;margin:1.5rem auto;padding:0 1rem}"
    "form{margin:.6rem 0}label{display:block;margin:.5rem 0}input,select,textarea,button{font:inherit;padding:.35rem .6rem}"
    "button{background:#1f4e4a;color:#fff;border:0;border-radius:4px;padding:.45rem 1rem}"
    "li,.card{background:#fff;border:1px solid #cfc9ba;border-radius:6px;padding:.7rem 1rem;margin:.5rem 0;list-style:none}"
    "ul{padding:0}form.inline{display:inline-block;margin:.2rem .4rem .2rem 0}.problem{color:#9d1f12;font-weight:bold}"
    ".done{color:#1d6b2f;font-weight:bold}table{border-collapse:collapse;width:100%;background:#fff}"
    "td,th{border:1px solid #cfc9ba;padding:.4rem .6rem;text-align:left}"
)
ROUTES = []


def route(method, pattern):
    """Register a function for requests: it gets the request and the groups of the pattern."""

    def add(function):
        ROUTES.append((method, re.compile(f"^{pattern}$"), function))
        return function

    return add


class Request:
    """What was asked: form and query fields, and cookies."""

    def __init__(self, handler):
        parts = urlsplit(handler.path)
        length = int(handler.headers.get("Content-Length") or 0)
        self.path = parts.path
        self.query = dict(parse_qsl(parts.query))
        self.body = handler.rfile.read(length)
        self.headers = handler.headers
        kind = handler.headers.get("Content-Type", "")
        is_form = kind.startswith("application/x-www-form-urlencoded")
        self.form = dict(parse_qsl(self.body.decode(), keep_blank_values=True)) if is_form else {}
        self.cookies = {name: one.value for name, one in SimpleCookie(handler.headers.get("Cookie", "")).items()}


def esc(text):
    """Text that is safe within HTML."""
    return html.escape(str(text))


def page(title, menu, content, status=200):
    """A whole page."""
    body = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{esc(title)}</title><style>{STYLE}</style></head><body><header>{menu}</header>"
        f"<main><h1>{esc(title)}</h1>{content}</main></body></html>"
    )
    return status, [("Content-Type", "text/html; charset=utf-8")], body


def redirect(to, cookie=None):
    """Send the browser to another page; `cookie` is a name and a value."""
    headers = [("Location", to)]
    if cookie:
        headers.append(("Set-Cookie", f"{cookie[0]}={cookie[1]}; Path=/; HttpOnly; SameSite=Lax"))
    return 303, headers, ""


class Handler(BaseHTTPRequestHandler):
    """Finds the route of a request."""

    def answer(self):
        request = Request(self)
        for method, pattern, function in ROUTES:
            found = pattern.match(request.path)
            if found and method == self.command:
                status, headers, body = function(request, *found.groups())
                break
        else:
            status, headers, body = page("Not found", "", "<p>There is no such page.</p>", 404)
        content = body.encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *args):
        """Keep the log short."""


def serve():
    """Serve at the port that the environment names."""
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
