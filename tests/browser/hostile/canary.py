"""`Canary`: listeners on this machine that no page may reach. They report every connection."""

import socket
from types import TracebackType
from typing import Self

_UNROUTED = "203.0.113.1"
"""An address of the block for documentation (RFC 5737). Asking for its route sends no packet."""


class Canary:
    """TCP on every loopback and on the machine's own address, UDP on loopback; a context manager."""

    def __enter__(self) -> Self:
        own = _own_address()
        self._tcp = {"CANARY": _listener("127.0.0.1"), "CANARY6": _listener("::1"), "CANARY_OWN": _listener(own)}
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        self._udp.setblocking(False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for item in (*self._tcp.values(), self._udp):
            if item is not None:
                item.close()

    def named_in(self, page: str) -> str:
        """`page` with the addresses of the listeners; where the machine has no such address, the first one's."""
        first = self._tcp["CANARY"]
        port = str(first.getsockname()[1]) if first else "9"
        filled = page.replace("CANARY_PORT", port).replace("CANARY_UDP", _place(self._udp))
        for name in ("CANARY_OWN", "CANARY6", "CANARY"):
            filled = filled.replace(name, _place(self._tcp[name] or first))
        return filled

    def heard(self) -> list[str]:
        """Return the arrivals since the last call, such as `connection to 127.0.0.1:4711`."""
        heard = []
        for listener in self._tcp.values():
            while listener is not None:
                try:
                    listener.accept()[0].close()
                except BlockingIOError:
                    break
                heard.append(f"connection to {_place(listener)}")
        while True:
            try:
                self._udp.recv(100)
            except BlockingIOError:
                return heard
            heard.append(f"datagram to {_place(self._udp)}")


def _listener(address: str) -> socket.socket | None:
    """None where the machine has no such address."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.bind((address, 0))
    except OSError:
        listener.close()
        return None
    listener.listen(50)
    listener.setblocking(False)
    return listener


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((_UNROUTED, 9))
            return str(asked.getsockname()[0])
        except OSError:  # a machine without a network
            return "127.0.0.1"


def _place(one: socket.socket | None) -> str:
    if one is None:
        return "127.0.0.1:9"
    host, port = one.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
