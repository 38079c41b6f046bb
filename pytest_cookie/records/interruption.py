"""`Interruption`: SIGTERM and SIGHUP end the process like Ctrl-C, and a second signal does not disturb the shutdown."""

import contextlib
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_FORCED_AT = 3
_ENDING = b"pytest-cookie: ending; press Ctrl-C again to end at once, without a report\n"
_OUTPUTS = (1, 2)


class Interruption:
    """Raises `KeyboardInterrupt` in the main thread at the first signal, which `received` holds.

    Later signals are ignored during the orderly shutdown; the third SIGINT kills the process, because the user does not
    want to wait. Signals that the process was started to ignore (`nohup`), or that have another handler, keep theirs.
    """

    def __init__(self) -> None:
        self.received: signal.Signals | None = None
        self._pressed = 0
        self._process = os.getpid()

    @contextlib.contextmanager
    def handle_signals(self) -> Iterator[None]:
        """Handle the signals until the context exits. Has no effect outside the main thread."""
        before = {}
        if threading.current_thread() is threading.main_thread():
            numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
            ours = (signal.SIG_DFL, signal.default_int_handler)
            before = {number: signal.getsignal(number) for number in numbers if signal.getsignal(number) in ours}
        try:
            for number in before:
                signal.signal(number, self._handle)
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def raise_again(self) -> None:
        """Raise `KeyboardInterrupt` again if other code swallowed the first one."""
        if self.received is not None:
            raise self._error()

    @property
    def exit_code(self) -> int:
        """The shell's exit code: 128 plus the signal's number, 130 for Ctrl-C."""
        return 128 + (self.received or signal.SIGINT)

    def redirect_closed_terminal(self) -> None:
        """After SIGHUP, redirect output to the null device, because writing to the closed terminal fails."""
        if self.received is None or self.received.name != "SIGHUP":
            return
        for output in _OUTPUTS:
            with contextlib.suppress(OSError):  # a descriptor that is not open
                if stat.S_ISCHR(os.fstat(output).st_mode) and not os.isatty(output):
                    nowhere = os.open(os.devnull, os.O_WRONLY)
                    os.dup2(nowhere, output)
                    os.close(nowhere)

    def _error(self) -> KeyboardInterrupt:
        is_other = self.received not in (None, signal.SIGINT)
        return KeyboardInterrupt(*[f"ended by {self.received.name}"] if self.received and is_other else ())

    def _handle(self, number: int, _: FrameType | None) -> None:
        if os.getpid() != self._process:  # a forked child inherits the handler, but has no run to end
            _take_default(number)
            return
        self._pressed += number == signal.SIGINT
        if self.received is None:
            self.received = signal.Signals(number)
            raise self._error()
        if self._pressed >= _FORCED_AT:
            _take_default(number)
        elif number == signal.SIGINT:
            with contextlib.suppress(OSError):
                os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _ENDING)


def _take_default(number: int) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
