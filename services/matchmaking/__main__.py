"""`python -m matchmaking`: serves until it is told to stop."""

from __future__ import annotations

from functools import partial

from chassis import read, serve
from matchmaking.bind import bind
from matchmaking.settings import MatchmakingSettings

if __name__ == "__main__":
    settings = read(MatchmakingSettings, "matchmaking")
    serve("matchmaking", partial(bind, settings=settings), settings)
