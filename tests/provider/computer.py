"""`ComputerProvider`: Anthropic's Messages API and OpenAI's Responses API on loopback, for their computer tools.

It checks what the documents of the two demand of a conversation with the tool, and answers 400 where it is not met.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Self

from tests.provider.server import KEY

CHECK = {"id": "sc_1", "code": "malicious_instructions", "message": "The page gives orders."}
USAGE = {"input_tokens": 1_500, "output_tokens": 40}


class ComputerProvider:
    """Gives `replies` in order, to both: a text ends the task, an object is an action, a list is OpenAI's batch.

    `checks` are the safety checks of every call of OpenAI's.
    """

    def __init__(self, *replies: str | dict | list, checks: tuple[dict, ...] = ()) -> None:
        self.replies = list(replies)
        self.checks = list(checks)
        self.requests: list[dict] = []
        self.headers: list[dict[str, str]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    @property
    def environment(self) -> dict[str, str]:
        """Variables for the environment of a client."""
        address = f"http://127.0.0.1:{self._server.server_port}"
        return {
            "ANTHROPIC_API_BASE": address, "ANTHROPIC_API_KEY": KEY,
            "OPENAI_BASE_URL": f"{address}/v1", "OPENAI_API_KEY": KEY,
        }  # fmt: skip

    def answer(self, path: str, sent: dict) -> tuple[int, dict]:
        """Status and body."""
        self.requests.append(sent)
        speaks_anthropic = path.endswith("/messages")
        try:
            (_check_messages if speaks_anthropic else _check_items)(sent)
        except AssertionError as error:
            return 400, {"type": "error", "error": {"type": "invalid_request_error", "message": str(error)}}
        reply, number = self.replies.pop(0), len(self.requests)
        return 200, _message(reply, number, thinks="thinking" in sent) if speaks_anthropic else _response(
            reply, number, self.checks, sent.get("include", [])
        )

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 30

            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                provider.headers.append({name.lower(): value for name, value in self.headers.items()})
                status, answer = provider.answer(self.path, sent)
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Write no log."""

        return Handler


def _message(reply: str | dict | list, number: int, *, thinks: bool) -> dict:
    content: list[dict] = (
        [{"type": "thinking", "thinking": "I plan.", "signature": f"signed-{number}"}] if thinks else []
    )
    content += [{"type": "text", "text": reply if isinstance(reply, str) else "Next."}]
    if not isinstance(reply, str):
        content.append({"type": "tool_use", "id": f"toolu_{number}", "name": "computer", "input": reply})
    return {
        "id": f"msg_{number}", "type": "message", "role": "assistant", "model": "claude", "content": content,
        "stop_reason": "end_turn" if isinstance(reply, str) else "tool_use", "usage": USAGE,
    }  # fmt: skip


def _response(reply: str | dict | list, number: int, checks: list[dict], included: list[str]) -> dict:
    reason = {"type": "reasoning", "id": f"rs_{number}", "summary": [{"type": "summary_text", "text": "Next."}]}
    if "reasoning.encrypted_content" in included:
        reason["encrypted_content"] = f"sealed-{number}"
    output: list[dict] = [reason]
    if isinstance(reply, str):
        said = [{"type": "output_text", "text": reply, "annotations": []}]
        message = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed"}
        output.append({**message, "content": said})
    else:
        action = {"actions": reply} if isinstance(reply, list) else {"action": reply}
        call = {"type": "computer_call", "id": f"cu_{number}", "call_id": f"call_{number}", "status": "completed"}
        output.append({**call, **action, "pending_safety_checks": checks})
    return {
        "id": f"resp_{number}", "object": "response", "created_at": 1_741_476_542, "status": "completed",
        "model": "computer-use-preview", "output": output, "parallel_tool_calls": True, "tool_choice": "auto",
        "tools": [], "error": None, "incomplete_details": None,
        "usage": {**USAGE, "total_tokens": sum(USAGE.values()), "output_tokens_details": {"reasoning_tokens": 9}},
    }  # fmt: skip


def _check_messages(sent: dict) -> None:
    """Roles alternate, the next message answers each `tool_use`, with a picture, and thinking comes before a call."""
    (tool,) = sent["tools"]
    assert {"type", "name", "display_width_px", "display_height_px"} == tool.keys(), "the tool"
    messages = sent["messages"]
    roles = [message["role"] for message in messages]
    assert roles == ["user", "assistant"] * (len(roles) // 2) + ["user"], f"roles: {roles}"
    for before, after in pairwise(messages):
        kinds = [block["type"] for block in before["content"]]
        needs_thinking = sent.get("thinking", {}).get("type") == "enabled" and "tool_use" in kinds
        assert kinds[0] == "thinking" or not needs_thinking, "a call without its thinking"
        uses = [block["id"] for block in before["content"] if block["type"] == "tool_use"]
        results = [block for block in after["content"] if block["type"] == "tool_result"]
        assert [result["tool_use_id"] for result in results] == uses, "a tool_use without its tool_result"
        for result in results:
            assert [block["type"] for block in result["content"]].count("image") == 1, "a result without a picture"


def _check_items(sent: dict) -> None:
    """Each call comes with its reasoning before it, and its output with the acknowledged checks after it.

    Reasoning that was not stored is found in its encrypted content alone.
    """
    (tool,) = sent["tools"]
    has_size = {"display_width", "display_height", "environment"} <= tool.keys()
    assert has_size == (tool["type"] == "computer_use_preview"), "the tool"
    assert sent["truncation"] == "auto", "truncation"
    items = sent["input"]
    outputs = {item["call_id"]: item for item in items if item.get("type") == "computer_call_output"}
    calls = [item for item in items if item.get("type") == "computer_call"]
    assert sorted(outputs) == sorted(call.get("call_id", "") for call in calls), "a call without its output"
    reasons = [item for item in items if item.get("type") == "reasoning"]
    assert len(reasons) == len(calls), "a call without its reasoning"
    for reason in reasons:
        is_known = sent.get("store", True) or reason.get("encrypted_content") == reason["id"].replace("rs_", "sealed-")
        assert is_known, f"Item with id '{reason['id']}' not found"
    for call in calls:
        assert None not in call.values(), "null"
        output = outputs[call["call_id"]]
        assert output["output"]["image_url"].startswith("data:image/"), "an output without a picture"
        assert output.get("acknowledged_safety_checks", []) == call["pending_safety_checks"], "an unacknowledged check"
