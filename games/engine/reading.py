"""Reading JSON that may be anything: each value is checked for its shape before it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes that a value may have to have. `where` names the value in the message.

    Attributes:
        error: what is raised for a value of another shape.
    """

    error: type[ValueError]

    def as_object(self, value: object, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.error(f"{where}: not a JSON object")
        return cast("dict[str, Any]", value)

    def as_list(self, value: object, where: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.error(f"{where}: not a JSON list")
        return value

    def as_text(self, value: object, where: str) -> str:
        if not isinstance(value, str):
            raise self.error(f"{where}: not a text")
        return value
