"""The web application: static files without secrets, and an interface in JSON that needs the token of the address.

The token and the rater's key travel in headers, which no other page can set: requests cannot be forged, and no cookie
that an artifact could get. Requests for other host names are refused, so that no foreign name can lead here.
"""

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pytest_cookie.annotation.answer import AnswerError
from pytest_cookie.annotation.artifact_server import ArtifactServer
from pytest_cookie.annotation.form_files import PACKAGE
from pytest_cookie.annotation.session import AnnotationSession, Payload
from pytest_cookie.annotation.store import IMPORTED, Rater
from pytest_cookie.core.parsing import load_json

MAX_BODY = 1_000_000
MAX_NAME = 60
_ASSETS = {
    "/": ("app.html", "text/html"),
    "/app.js": ("app.js", "text/javascript"),
    "/app.css": ("app.css", "text/css"),
}


@dataclass(frozen=True)
class Access:
    """Who may do what: `token` opens the tasks, `results_token` also the results. `hosts` are the accepted names.

    `raters` are the only names to join under; empty for any.
    """

    token: str
    results_token: str
    hosts: frozenset[str]
    raters: tuple[str, ...] = ()


Results = Callable[[], Payload]
Export = Callable[[str], tuple[str, str]]
"""The name of a file to its media type and content. Raises `KeyError`."""


class AnnotationApp:
    """The application on its origin, and the artifacts on theirs, at `artifact_port`."""

    def __init__(
        self, session: AnnotationSession, artifacts: ArtifactServer, access: Access, results: Results, export: Export
    ) -> None:
        self._session, self._artifacts, self._access = session, artifacts, access
        self._results, self._export = results, export
        self.artifact_port = 0
        self._app = Starlette(
            routes=[
                *(Route(path, self._asset) for path in _ASSETS),
                Route("/favicon.ico", self._favicon),
                Route("/api/state", self._state, methods=["GET"]),
                Route("/api/join", self._join, methods=["POST"]),
                Route("/api/next", self._next, methods=["POST"]),
                Route("/api/answer", self._answer, methods=["POST"]),
                Route("/api/draft", self._draft, methods=["POST"]),
                Route("/api/undo", self._undo, methods=["POST"]),
                Route("/api/results", self._show_results, methods=["GET"]),
                Route("/api/export/{name}", self._show_export, methods=["GET"]),
            ],
            exception_handlers={AnswerError: self._bad_answer, HTTPException: self._refused},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI: artifacts for connections to their port, else the application."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        if request.headers.get("host", "") not in self._access.hosts:
            response: ASGIApp = PlainTextResponse("unknown host name", 421)
        elif scope["server"][1] == self.artifact_port:
            response = await self._artifacts.respond(request)
        else:
            response = self._app
        await response(scope, receive, send)

    def _headers(self) -> dict[str, str]:
        origin = self._artifacts.origin
        policy = (
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
            f"img-src 'self' {origin}",
            f"media-src {origin}", f"frame-src {origin}", "frame-ancestors 'none'", "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        )  # fmt: skip
        return {
            "Content-Security-Policy": "; ".join(policy),
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        }

    async def _asset(self, request: Request) -> Response:
        name, kind = _ASSETS[request.url.path]
        content = (resources.files(PACKAGE) / "assets" / name).read_bytes()
        return Response(content, media_type=f"{kind}; charset=utf-8", headers=self._headers())

    async def _favicon(self, request: Request) -> Response:
        return Response(b"", media_type="image/svg+xml", headers=self._headers())

    def _json(self, payload: object, status: int = 200) -> Response:
        return JSONResponse(payload, status, self._headers())

    async def _bad_answer(self, request: Request, error: Exception) -> Response:
        return self._json({"error": str(error)}, 400)

    async def _refused(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) else "error"
        return self._json({"error": detail}, status)

    def _check_token(self, request: Request, *, for_results: bool = False) -> bool:
        """Raise 401 without a valid token, 403 for results with the raters' token; whether it opens the results."""
        given = request.headers.get("x-token", "").encode(errors="replace")
        opens_results = hmac.compare_digest(given, self._access.results_token.encode())
        if not (opens_results or hmac.compare_digest(given, self._access.token.encode())):
            raise HTTPException(
                401, "The address lacks the study's token. Open the whole address that the command printed."
            )
        if for_results and not opens_results:
            raise HTTPException(403, "The results have an address of their own, which the command printed.")
        return opens_results

    def _rater(self, request: Request) -> Rater:
        self._check_token(request)
        rater = self._session.study.store.rater_of(request.headers.get("x-rater", ""))
        if rater is None:
            raise HTTPException(409, "Say who you are first.")
        return rater

    async def _body(self, request: Request) -> Mapping[str, object]:
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise HTTPException(415, "the request must be JSON")
        content = b""
        async for part in request.stream():
            content += part
            if len(content) > MAX_BODY:
                raise HTTPException(413, "the request is too large")
        try:
            body = load_json(content, parse_constant=_refuse_constant)
        except ValueError as error:
            raise HTTPException(400, "the request is not JSON") from error
        if not isinstance(body, dict):
            raise HTTPException(400, "the request is not a JSON object")
        return body

    async def _state(self, request: Request) -> Response:
        opens_results = self._check_token(request)
        study = self._session.study
        rater = study.store.rater_of(request.headers.get("x-rater", ""))
        forms = [{"id": form.id, "title": form.title, "layout": form.layout} for form in study.forms.values()]
        return self._json(
            {
                "forms": forms,
                "rater": rater.name if rater else None,
                "raters": list(self._access.raters),
                "results": opens_results,
                "run": self._session.run.path.name if opens_results else "",
            }
        )

    async def _join(self, request: Request) -> Response:
        self._check_token(request)
        given = (await self._body(request)).get("name")
        name = " ".join(given.split()) if isinstance(given, str) else ""
        if not name or len(name) > MAX_NAME or not name.isprintable() or name.lower().startswith(IMPORTED):
            raise AnswerError(f"A name has 1 to {MAX_NAME} printable characters.")
        allowed = {rater.lower() for rater in self._access.raters}
        if allowed and name.lower() not in allowed:
            raise AnswerError("This name is not on the list of raters. Ask whoever runs the study.")
        rater = self._session.study.store.join(name)
        return self._json({"name": rater.name, "key": rater.key})

    def _form(self, body: Mapping[str, object]) -> str:
        form = body.get("form")
        if not isinstance(form, str) or form not in self._session.study.forms:
            raise AnswerError("there is no such form")
        return form

    async def _next(self, request: Request) -> Response:
        rater, body = self._rater(request), await self._body(request)
        return self._json(self._session.next(rater, self._form(body)))

    async def _answer(self, request: Request) -> Response:
        rater, body = self._rater(request), await self._body(request)
        return self._json(self._session.answer(rater, body))

    async def _draft(self, request: Request) -> Response:
        rater, body = self._rater(request), await self._body(request)
        self._session.save_draft(rater, body)
        return self._json({})

    async def _undo(self, request: Request) -> Response:
        rater, body = self._rater(request), await self._body(request)
        return self._json(self._session.undo(rater, self._form(body)))

    async def _show_results(self, request: Request) -> Response:
        self._check_token(request, for_results=True)
        return self._json(await run_in_threadpool(self._results))

    async def _show_export(self, request: Request) -> Response:
        self._check_token(request, for_results=True)
        try:
            kind, content = await run_in_threadpool(self._export, request.path_params["name"])
        except KeyError as error:
            raise HTTPException(404, "there is no such export") from error
        return Response(content.encode(errors="replace"), media_type=kind, headers=self._headers())


def _refuse_constant(name: str) -> object:
    """`NaN` and infinities are no JSON, and no answer could be shown again."""
    raise ValueError(f"{name} is not JSON")
