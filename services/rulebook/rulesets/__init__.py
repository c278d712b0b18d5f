"""The catalogue: one entry a rule set, house sets first."""

from __future__ import annotations

from rulebook.rulesets import (
    battledame,
    beatem_dame,
    beatem_reversi,
    brazilian,
    club_brazilian,
    club_medieval,
    czech,
    english,
    frisian,
    international,
    italian,
    othello,
    pool,
    portuguese,
    russian,
    spanish,
    table_english,
    table_international,
    table_russian,
    table_turkish,
    thai,
    turkish,
)

ENTRIES = tuple(
    module.ENTRY
    for module in (
        beatem_dame,
        beatem_reversi,
        club_brazilian,
        club_medieval,
        battledame,
        table_english,
        table_russian,
        table_international,
        table_turkish,
        international,
        russian,
        brazilian,
        english,
        turkish,
        italian,
        pool,
        spanish,
        portuguese,
        czech,
        frisian,
        thai,
        othello,
    )
)
