"""The web server: routes of the API, and the files of the front end."""

import json
import mimetypes
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

STATIC = Path(__file__).parent / "static"
ROUTES = {}


def route(method, path):
    """Register a function for requests: it gets the request, and returns a status and what becomes JSON."""

    def add(function):
        ROUTES[method, path] = function
        return function

    return add


class Request:
    """One request: path, query, JSON body and headers."""

    def __init__(self, handler):
        parts = urlsplit(handler.path)
        self.path, self.query, self.headers = parts.path, dict(parse_qsl(parts.query)), handler.headers
        self.body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))

    @property
    def json(self):
        return json.loads(self.body or b"{}")


@route("GET", "/health")
def health(request):
    return 200, {"ok": True}


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        request = Request(self)
        function = ROUTES.get((self.command, request.path))
        if function:
            status, value = function(request)
            self.reply(status, "application/json", json.dumps(value).encode())
            return
        path = (STATIC / (request.path.lstrip("/") or "index.html")).resolve()
        if not path.is_relative_to(STATIC) or not path.is_file():
            path = STATIC / "index.html"
        self.reply(200, mimetypes.guess_type(path.name)[0] or "application/octet-stream", path.read_bytes())

    def log_request(self, *arguments):
        """Only errors are logged."""

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def reply(self, status, kind, content):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
