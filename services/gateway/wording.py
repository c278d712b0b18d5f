"""Texts of the contract in both languages: English where OpenAPI looks, German beside it.

OpenAPI has one language, so the German text travels as the extension `x-de`, from which the page of
documentation is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import Field
from pydantic.fields import FieldInfo

GERMAN = "x-de"
"""The extension that holds the German text of the object it stands in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The same text in both languages."""

    en: str
    de: str


def said(en: str, de: str, **constraints: Any) -> Any:
    """A field of a model with its description in both languages and its constraints."""
    examples = constraints.pop("examples", None)
    info: FieldInfo = Field(description=en, json_schema_extra={GERMAN: de}, examples=examples, **constraints)
    return info
