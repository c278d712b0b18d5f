"""Which Brettwerk this is."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The installed release; empty where it runs from its sources alone."""
    try:
        return metadata.version("brettwerk")
    except metadata.PackageNotFoundError:
        return ""
