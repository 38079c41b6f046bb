"""`Shard`: one of several parts of a run's items, run separately and merged afterwards."""

import re
from hashlib import sha256

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel

_WRITTEN = re.compile(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*")


class Shard(FrozenModel):
    """Part `index` (from 1) of `count`, written `3/10`.

    A hash of an item's identity decides its shard, regardless of its position and of other selected items. So shards
    are disjoint and together complete, and an item stays in its shard when cases, models or repeats are added.
    """

    index: int
    count: int

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

    @classmethod
    def parse(cls, text: str, *, source: str) -> "Shard":
        """Parse `3/10`. Raises `UsageError` with a message that begins with `source`, the origin of the text."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise UsageError(f"{source}: must be i/N, such as 1/4 for the first of four shards, or `off`")
        shard = cls(index=int(found[1]), count=int(found[2]))
        if shard.count < 1:
            raise UsageError(f"{source}: the number of shards must be at least 1")
        if not 1 <= shard.index <= shard.count:
            raise UsageError(f"{source}: shards are counted from 1, so the first of {shard.count} is 1/{shard.count}")
        return shard

    def holds(self, key: ItemKey) -> bool:
        """Whether the item is in this shard."""
        identity = "\0".join((key.case, key.model, key.mode, str(key.repeat)))
        code = sha256(identity.encode("utf-8", errors="replace")).digest()[:8]
        return int.from_bytes(code, "big") % self.count == self.index - 1
