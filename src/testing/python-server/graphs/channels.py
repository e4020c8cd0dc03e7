"""Channels with a value from the start, as those of JavaScript's state schemas have one."""

from typing import Any

from langgraph._internal._typing import MISSING
from langgraph.channels import BinaryOperatorAggregate, LastValue


class Default(LastValue):
    """The last value that was written, or a default."""

    __slots__ = ("default",)

    def __init__(self, default: Any, typ: Any = Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.default = default

    def copy(self) -> "Default":
        twin = Default(self.default, self.typ, self.key)
        twin.value = self.value
        return twin

    def from_checkpoint(self, checkpoint: Any) -> "Default":
        twin = Default(self.default, self.typ, self.key)
        if checkpoint is not MISSING:
            twin.value = checkpoint
        return twin

    def get(self) -> Any:
        return self.default if self.value is MISSING else self.value

    def is_available(self) -> bool:
        return True


def append(everything: list, one: Any) -> list:
    """The reducer of lists to which nodes write one item at a time."""
    return [*everything, one]


Log = BinaryOperatorAggregate(list, append)
