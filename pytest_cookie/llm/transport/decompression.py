"""`Decompressor`: the body of a reply decoded piece by piece, so that a small one cannot become an endless one."""

import zlib
from collections.abc import Iterator

_PIECE = 1 << 16


class TooLongError(Exception):
    """There is more than may be."""


class UnknownEncodingError(Exception):
    """The body is in an encoding that was not asked for."""


class Decompressor:
    """`encoding` is the header's: gzip, deflate, or none. At most `limit` bytes come out, and go in."""

    def __init__(self, encoding: str, limit: int) -> None:
        self._left = self._left_raw = limit
        match encoding.strip().lower():
            case "" | "identity":
                self._decoder = None
            case "gzip" | "x-gzip":
                self._decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)
            case "deflate":
                self._decoder = zlib.decompressobj()
            case other:
                raise UnknownEncodingError(f"it is encoded as {other[:40]!r}, which was not asked for")
        self._is_begun = False

    def decoded(self, chunk: bytes) -> Iterator[bytes]:
        """What `chunk` holds. Raises `TooLongError`, and `zlib.error` where it is no such encoding."""
        self._left_raw -= len(chunk)
        if self._left_raw < 0:
            raise TooLongError
        if self._decoder is None:
            yield self._counted(chunk)
            return
        while not self._decoder.eof:
            piece = self._inflated(self._decoder, chunk)
            yield self._counted(piece)
            chunk = self._decoder.unconsumed_tail
            if not chunk and len(piece) < _PIECE:  # a whole piece may have more behind it
                return

    def _inflated(self, decoder: "zlib._Decompress", chunk: bytes) -> bytes:
        try:
            piece = decoder.decompress(chunk, _PIECE)
        except zlib.error:
            if self._is_begun:
                raise
            self._decoder = decoder = zlib.decompressobj(-zlib.MAX_WBITS)  # deflate without its header
            piece = decoder.decompress(chunk, _PIECE)
        self._is_begun = True
        return piece

    def _counted(self, piece: bytes) -> bytes:
        self._left -= len(piece)
        if self._left < 0:
            raise TooLongError
        return piece
