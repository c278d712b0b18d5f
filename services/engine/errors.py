"""What the engine refuses."""

from __future__ import annotations


class EngineError(ValueError):
    """The first of all the engine's errors."""


class GameOver(EngineError):
    """A position in which nobody moves any more."""

    def __init__(self, fen: str) -> None:
        super().__init__(f"the game is over: {fen}")
        self.fen = fen


class NoLimit(EngineError):
    """A search that nothing would end."""

    def __init__(self) -> None:
        super().__init__("a search needs a limit: nodes, depth, time_ms or a stop flag")


class BadLimit(EngineError):
    """A limit below the least one or above the greatest."""

    def __init__(self, name: str, value: int, least: int, most: int | None = None) -> None:
        wanted = f"at least {least}" if most is None else f"{least} to {most}"
        super().__init__(f"{name} is {value}, {wanted} is needed")
        self.name, self.value, self.least, self.most = name, value, least, most


class UnknownLevel(EngineError):
    """A level or persona that does not exist, or does not play this game."""

    def __init__(self, value: object, known: tuple[object, ...]) -> None:
        super().__init__(f"unknown level: {value!r}; known: {', '.join(map(str, known))}")
        self.value, self.known = value, known
