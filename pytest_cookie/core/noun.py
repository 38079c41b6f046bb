"""What every noun shares: immutable, closed to unknown fields, round-trips through JSON."""

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    """A frozen value that crosses disk, model or process. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
