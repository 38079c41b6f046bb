"""`PageFacts`: parts of this machine that a build must not reach, and how to detect it."""

import shutil
import socket
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

import psutil

from tests.browser.hostile.canary import Canary

VARIABLE = "COOKIE_CANARY"
_GONE_SECONDS = 5.0


class Surroundings:
    """A file, a folder that anybody may write to, listeners, and a word for processes; a context manager.

    `song` is in the file and in the environment of a process, and may appear in no output.
    """

    def __init__(self, store: Path) -> None:
        self.song, self.mark = f"song-{uuid4().hex}", f"mark-{uuid4().hex}"
        self._store = store

    def __enter__(self) -> Self:
        # not below the folder of temporary files: in a sandbox, that is another one anyway
        self.folder = Path(tempfile.mkdtemp(prefix="pytest-cookie-canary-", dir="/var/tmp"))
        self.secret, self.watched, self.others = (self.folder / name for name in ("secret", "watched", "others"))
        for folder in (self.watched, self.others):
            folder.mkdir()
            folder.chmod(0o777)
        (self.others / "package.json").write_text(f'{{"name": "{self.song}"}}')
        self.secret.write_text(self.song)
        self.secret.chmod(0o666)
        self.folder.chmod(0o777)
        self._canary = Canary().__enter__()
        self._sockets = [_listening(str(self.folder / "socket")), _listening(f"\0{self.mark}")]
        (self.folder / "socket").chmod(0o777)
        self._neighbour = psutil.Popen(["sleep", "3600"], env={VARIABLE: self.song})
        self._before = self._here()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._neighbour.kill()
        self._neighbour.wait()
        self._canary.__exit__(kind, error, trace)
        for listener in self._sockets:
            listener.close()
        shutil.rmtree(self.folder)

    def named_in(self, text: str) -> str:
        """`text` with the real places of all this."""
        targets = {"CANARY_TCP": "CANARY", "CANARY_SIX": "CANARY6", "CANARY_OWN": "CANARY_OWN"}
        for word, target in {**targets, "CANARY_UDP": "CANARY_UDP"}.items():
            text = text.replace(word, self._canary.named_in(target))
        places = {"SECRET": self.secret, "WATCHED": self.watched, "OTHERS": self.others, "STORE": self._store}
        for word, place in {**places, "SOCKET_PATH": self.folder / "socket"}.items():
            text = text.replace(word, str(place))
        return text.replace("SOCKET_NAME", self.mark).replace("MARK", self.mark)

    def harm(self, said: str) -> list[str]:
        """Forbidden effects of a build with this output, since the last call."""
        harm = [f"somebody came: {heard}" for heard in [*self._canary.heard(), *self._callers()]]
        if self.song in said:
            harm.append("the secret is out")
        if self._here() != self._before:
            harm.append(f"there is more, or less, than there was: {sorted(self._here())}")
        return harm + [f"it is still there: {process}" for process in self._left()]

    def processes(self) -> list[psutil.Process]:
        """Those that have the word in their command line."""
        named = [process for process in psutil.process_iter(["cmdline"]) if process.info["cmdline"]]
        return [process for process in named if any(self.mark in word for word in process.info["cmdline"])]

    def _left(self) -> list[psutil.Process]:
        """After a moment, as killed processes may still be ending."""
        until = time.monotonic() + _GONE_SECONDS
        while (left := self.processes()) and time.monotonic() < until:
            time.sleep(0.05)
        return left

    def _here(self) -> dict[str, str]:
        """Every file with its content."""
        below = [path for path in self.folder.rglob("*") if not path.is_socket()]
        return {str(path): path.read_text() if path.is_file() else "" for path in below}

    def _callers(self) -> list[str]:
        callers = []
        for listener in self._sockets:
            try:
                listener.accept()[0].close()
            except BlockingIOError:
                continue
            callers.append(f"a connection to {listener.getsockname()!r}")
        return callers


def _listening(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(5)
    listener.setblocking(False)
    return listener
