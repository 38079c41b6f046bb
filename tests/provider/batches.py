"""`BatchDesk`: `/files` and `/batches` of OpenAI's protocol, answered by the provider's model, or badly.

The desk does the work of a batch when it is first seen to have ended, so that what a test plans last holds.
"""

from __future__ import annotations

import email
import email.policy
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.provider.server import Provider

Spoil = Callable[[list[bytes]], list[bytes]]
Fault = Callable[[int, dict], tuple[int, str] | None]
"""Of the request with this number in its batch, and its body: the HTTP status and the message of a failure, or None."""


@dataclass
class BatchDesk:
    """`polls` answers the next looks at a batch, one each: an HTTP status, or the batch's status; then it has ended.

    `creations` likewise answers attempts to start one: an HTTP status, or `lost` for a batch that is started although
    the connection is cut. `ending` is its last status, `fault` fails single requests, `spoil` changes the lines of
    results. `answered` of the requests of a batch that is not `completed` have an answer all the same.
    """

    polls: list[int | str] = field(default_factory=list)
    creations: list[int | str] = field(default_factory=list)
    uploads: list[int] = field(default_factory=list)
    lists: list[int] = field(default_factory=list)
    ending: str = "completed"
    errors: list[str] = field(default_factory=list)
    fault: Fault = lambda number, body: None
    spoil: Spoil = lambda lines: lines
    answered: int = 0
    has_lost_results: bool = False
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def lines(self, batch_id: str) -> list[dict]:
        """The requests of a batch."""
        return [json.loads(line) for line in self.files[self.batches[batch_id]["input_file_id"]].splitlines()]

    def handle(self, handler: BaseHTTPRequestHandler, body: bytes, provider: Provider) -> bool:
        """Answer, if the request is one for files or batches."""
        match [handler.command, *handler.path.partition("?")[0].strip("/").split("/")[1:]]:
            case ["POST", "files"]:
                self._upload(handler, body)
            case ["GET", "files", file, "content"]:
                self._content(handler, file)
            case ["POST", "batches"]:
                self._create(handler, json.loads(body))
            case ["GET", "batches"]:
                self.counts["list"] += 1
                if self.lists:
                    fail(handler, self.lists.pop(0))
                    return True
                send(handler, 200, {"object": "list", "data": list(self.batches.values()), "has_more": False})
            case ["GET", "batches", batch_id]:
                self._look(handler, batch_id, provider)
            case ["POST", "batches", batch_id, "cancel"] if batch_id in self.batches:
                self._cancel(handler, self.batches[batch_id], provider)
            case _:
                return False
        return True

    def _upload(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.counts["upload"] += 1
        if self.uploads:
            fail(handler, self.uploads.pop(0))
            return
        head = f"Content-Type: {handler.headers['Content-Type']}\r\n\r\n".encode()
        message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
        (content,) = (part.get_content() for part in message.iter_parts() if part.get_filename())
        file = f"file-{len(self.files)}"
        self.files[file] = content
        fields = {"id": file, "object": "file", "bytes": len(content), "created_at": 1, "filename": "requests.jsonl"}
        send(handler, 200, {**fields, "purpose": "batch", "status": "processed"})

    def _content(self, handler: BaseHTTPRequestHandler, file: str) -> None:
        self.counts["content"] += 1
        if self.has_lost_results:
            fail(handler, 404)
            return
        content = self.files[file]
        handler.send_response(200)
        handler.send_header("Content-Type", "application/octet-stream")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def _create(self, handler: BaseHTTPRequestHandler, asked: dict) -> None:
        self.counts["create"] += 1
        planned = self.creations.pop(0) if self.creations else 200
        if isinstance(planned, int) and planned >= 400:
            fail(handler, planned)
            return
        batch = {
            "id": f"batch_{len(self.batches)}",
            "object": "batch",
            "endpoint": asked["endpoint"],
            "input_file_id": asked["input_file_id"],
            "completion_window": asked["completion_window"],
            "created_at": 1,
            "status": "validating",
            "errors": None,
            "output_file_id": None,
            "error_file_id": None,
            "request_counts": {"total": 0, "completed": 0, "failed": 0},
        }
        self.batches[batch["id"]] = batch
        if planned == "lost":
            handler.close_connection = True
            handler.connection.close()
            return
        send(handler, 200, batch)

    def _look(self, handler: BaseHTTPRequestHandler, batch_id: str, provider: Provider) -> None:
        self.counts["look"] += 1
        batch = self.batches.get(batch_id)
        if batch is None:
            send(handler, 404, {"error": {"message": f"no batch {batch_id}", "type": "invalid_request_error"}})
            return
        planned = self.polls.pop(0) if self.polls else self.ending
        if batch["status"] in {"completed", "cancelled", "expired", "failed"}:
            planned = batch["status"]
        if isinstance(planned, int):
            fail(handler, planned)
            return
        if planned == self.ending and batch["output_file_id"] is None:
            self._end(batch, provider)
            batch["status"] = planned
        send(handler, 200, {**batch, "status": planned})

    def _cancel(self, handler: BaseHTTPRequestHandler, batch: dict, provider: Provider) -> None:
        self.counts["cancel"] += 1
        ending, self.ending = self.ending, "cancelled"
        self._end(batch, provider)
        batch["status"], self.ending = "cancelled", ending
        send(handler, 200, {**batch, "status": "cancelling"})

    def _end(self, batch: dict, provider: Provider) -> None:
        requests = self.lines(batch["id"])
        if self.ending != "completed":
            requests = requests[: self.answered]
            batch["errors"] = {"object": "list", "data": [{"code": "x", "message": error} for error in self.errors]}
        good, bad = [], []
        for number, request in enumerate(requests):
            fault = self.fault(number, request["body"])
            response = {"status_code": 200, "request_id": "r", "body": None}
            if fault:
                response["status_code"], message = fault
                response["body"] = {"error": {"message": message, "type": "invalid_request_error", "code": None}}
            else:
                asked = provider.parsed(json.dumps(request["body"]).encode())
                response["body"] = provider.model(asked).body(asked)
            line = {"id": f"l{number}", "custom_id": request["custom_id"], "response": response, "error": None}
            (bad if fault else good).append(json.dumps(line).encode())
        batch["request_counts"] = {"total": len(self.lines(batch["id"])), "completed": len(good), "failed": len(bad)}
        for name, lines in (("output_file_id", self.spoil(good[::-1])), ("error_file_id", bad)):
            if lines:
                batch[name] = f"file-{len(self.files)}"
                self.files[batch[name]] = b"\n".join(lines) + b"\n"


def send(handler: BaseHTTPRequestHandler, status: int, content: dict, **headers: str) -> None:
    """A JSON response."""
    data = json.dumps(content).encode()
    handler.send_response(status)
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(data)


def fail(handler: BaseHTTPRequestHandler, status: int) -> None:
    """An error response."""
    send(handler, status, {"error": {"message": f"planned {status}", "type": "server_error"}}, **{"Retry-After": "0"})
