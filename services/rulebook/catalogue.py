"""Finding a rule set by its key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rulebook.errors import UnknownRuleset
from rulebook.fen import parse_fen
from rulebook.position import Position
from rulebook.ruleset import Ruleset
from rulebook.rulesets import ENTRIES

_ENTRY_OF = {entry.key: entry for entry in ENTRIES}


def ruleset(key: str, options: Mapping[str, str] | None = None) -> Ruleset:
    """The rule set with its options resolved; the same object for the same options.

    Raises UnknownRuleset or UnknownOption.
    """
    return _resolved(key, tuple(sorted(options.items())) if options else ())


@lru_cache(maxsize=4096)
def _resolved(key: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    entry = _ENTRY_OF.get(key)
    if entry is None:
        raise UnknownRuleset(key, tuple(_ENTRY_OF))
    resolved = entry.with_options(dict(options))
    complete = tuple(sorted(resolved.options.items()))
    return resolved if complete == options else _resolved(key, complete)


RULESETS: tuple[Ruleset, ...] = tuple(ruleset(key) for key in _ENTRY_OF)


@lru_cache(maxsize=1024)
def initial_position(ruleset: Ruleset) -> Position:
    """The position in which a game of this rule set begins."""
    return parse_fen(ruleset, ruleset.rules.start)
