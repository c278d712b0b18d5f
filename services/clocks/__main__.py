"""`python -m clocks`: serves until it is told to stop."""

from __future__ import annotations

from functools import partial

from chassis import read, serve
from clocks.bind import bind
from clocks.settings import ClocksSettings

if __name__ == "__main__":
    settings = read(ClocksSettings, "clocks")
    serve("clocks", partial(bind, settings=settings), settings)
