"""`python -m rules`: serves until it is told to stop."""

from __future__ import annotations

from chassis import read, serve
from rules.bind import bind
from rules.settings import RulesSettings

if __name__ == "__main__":
    serve("rules", bind, read(RulesSettings, "rules"))
