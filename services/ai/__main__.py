"""`python -m ai`: serves until it is told to stop."""

from __future__ import annotations

from functools import partial

from ai.bind import bind
from ai.settings import AiSettings
from chassis import read, serve

if __name__ == "__main__":
    settings = read(AiSettings, "ai")
    serve("ai", partial(bind, settings=settings), settings)
