"""`python -m games`: serves until it is told to stop."""

from __future__ import annotations

from functools import partial

from chassis import read, serve
from games.bind import bind
from games.settings import GamesSettings

if __name__ == "__main__":
    settings = read(GamesSettings, "games")
    serve("games", partial(bind, settings=settings), settings)
