"""`Decompressor`: decodes a response body piece by piece, so that a small body cannot expand without limit."""

import zlib
from collections.abc import Iterator

_PIECE = 1 << 16


class TooLongError(Exception):
    """The body exceeds the limit."""


class UnknownEncodingError(Exception):
    """The body uses an encoding that was not requested."""


class Decompressor:
    """`encoding` is the header's value: gzip, deflate, or none. `limit` bounds the bytes in and out."""

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
                raise UnknownEncodingError(f"the content encoding {other[:40]!r} was not requested")
        self._is_begun = False

    def decoded(self, chunk: bytes) -> Iterator[bytes]:
        """Decode `chunk`. Raises `TooLongError`, and `zlib.error` for invalid data."""
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
            if not chunk and len(piece) < _PIECE:  # a full piece may be followed by more
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
