"""The base class of all nouns: immutable, strict about unknown fields, round-trips through JSON."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0)]
"""A number of things; a page that reports a negative one is lying."""


class FrozenModel(BaseModel):
    """A frozen value that crosses disk, model or process. Unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
