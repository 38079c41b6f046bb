"""What every noun shares: immutable, closed to unknown fields, round-trips through JSON."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0)]
"""How many there are; a page that tells of fewer than none has made it up."""


class FrozenModel(BaseModel):
    """A frozen value that crosses disk, model or process. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
