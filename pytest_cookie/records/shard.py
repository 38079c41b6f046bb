"""`Shard`: one of several parts into which the items of a run are split, each run by itself and merged afterwards."""

import re
from hashlib import sha256

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel

_WRITTEN = re.compile(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*")


class Shard(FrozenModel):
    """Part `index` (from 1) of `count`, written `3/10`.

    Which items are in it depends on each item alone, by a hash of what identifies it: neither on its position nor on
    what else is selected. So the shards of one count never share an item and together have all, and an item stays in
    its shard when cases, models or repeats are added.
    """

    index: int
    count: int

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

    @classmethod
    def parse(cls, text: str, *, said: str) -> "Shard":
        """The shard that `text` writes. Raises `UsageError` that begins with `said`, where the text is from."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise UsageError(f"{said}: write a shard as i/N, such as 1/4 for the first of four; or off")
        shard = cls(index=int(found[1]), count=int(found[2]))
        if shard.count < 1:
            raise UsageError(f"{said}: there is at least 1 shard")
        if not 1 <= shard.index <= shard.count:
            raise UsageError(f"{said}: shards are counted from 1, so the first of {shard.count} is 1/{shard.count}")
        return shard

    def holds(self, key: ItemKey) -> bool:
        """Whether the item is in this shard."""
        identity = "\0".join((key.case, key.model, key.mode, str(key.repeat)))
        code = sha256(identity.encode("utf-8", errors="replace")).digest()[:8]
        return int.from_bytes(code, "big") % self.count == self.index - 1
