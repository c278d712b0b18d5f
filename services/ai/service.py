"""What the ai service does: lists its personas, notes the turns of engines, finds light moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import engine
import rulebook
from ai.turns import Key, Question, Turn, TurnStore, position_of
from engine import Found, Level, Persona

LIGHT_NODES = 50_000
"""About 15 ms of a core: the most that a call may cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A persona with its place among the ten levels."""

    persona: Persona
    level: int


def opponents() -> Sequence[Opponent]:
    """From weak to strong."""
    all_of_them = [
        Opponent(persona=persona, level=level_of(persona.level)) for persona in engine.PERSONAS.values()
    ]
    return sorted(all_of_them, key=lambda opponent: opponent.level)


def level_of(strength: Level) -> int:
    """The highest of the ten levels that looks no farther."""
    return max(
        (number for number, level in engine.LEVELS.items() if _looks_no_farther(level, strength)),
        default=min(engine.LEVELS),
    )


def _looks_no_farther(level: Level, strength: Level) -> bool:
    if level.nodes > strength.nodes:
        return False
    return strength.depth is None or (level.depth is not None and level.depth <= strength.depth)


def select_move(question: Question, seed: int) -> Found:
    """A light move in the persona's manner. Raises as `position_of` does, UnknownLevel and GameOver."""
    position = position_of(question)
    level = engine.persona(question.persona, position).level
    return engine.choose(position, replace(level, nodes=min(level.nodes, LIGHT_NODES)), seed)


class Turns:
    """Notes turns, and has a worker woken for each."""

    def __init__(self, store: TurnStore, wake: Callable[[Key], None]) -> None:
        self._store = store
        self._wake = wake

    def request_move(self, turn: Turn) -> None:
        """Raises as `select_move` does: what no worker could play is refused at once."""
        position = position_of(turn.question)
        engine.persona(turn.question.persona, position)
        if rulebook.result(position) is not None:
            raise engine.GameOver(position.fen)
        self._store.note(turn)
        self._wake(Key(turn.game_id, turn.turn))
