"""What each process is told, by its container's name, read from the settings classes themselves."""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

from ai.settings import AiSettings, WorkerSettings
from chassis.settings import SettingsFault, read
from chassis.web import WebSettings
from clocks.settings import ClocksSettings
from games.settings import GamesSettings
from gateway.settings import GatewaySettings
from gateway.stream.settings import StreamSettings
from matchmaking.settings import MatchmakingSettings
from rules.settings import RulesSettings

Compose: TypeAlias = Callable[[str], subprocess.CompletedProcess[str]]
"""What the fixture `compose` is."""

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ENV_EXAMPLE = DEPLOY / "env.example"

PROCESSES: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "ai": ("ai", (AiSettings,)),
    "ai-worker": ("worker", (WorkerSettings,)),
    "clocks": ("clocks", (ClocksSettings,)),
    "games": ("games", (GamesSettings,)),
    "gateway": ("gateway", (GatewaySettings, WebSettings)),
    "matchmaking": ("matchmaking", (MatchmakingSettings,)),
    "rules": ("rules", (RulesSettings,)),
    "stream": ("stream", (StreamSettings,)),
}
"""Container: the name under which it reads its settings, and their classes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One that a process reads."""

    name: str
    field: str
    default: str | None
    """As it would be written; None if it has to be given."""


class _Recorder(dict[str, str]):
    """An empty environment that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.append(key)
        return default


def variables(container: str) -> dict[str, Variable]:
    """All that it reads, by name."""
    service, kinds = PROCESSES[container]
    found = [variable for kind in kinds for variable in _variables_of(kind, service)]
    return {variable.name: variable for variable in found}


def _variables_of(kind: type, service: str) -> Iterator[Variable]:
    recorder = _Recorder()
    with contextlib.suppress(SettingsFault):
        read(kind, service, recorder)
    for spec, name in zip(fields(kind), recorder.asked, strict=True):
        default = None if spec.default is MISSING else _written(spec.default)
        yield Variable(name=name, field=spec.name, default=default)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """An assignment in env.example."""

    name: str
    value: str
    is_active: bool
    """Without # before it."""


def lines() -> list[Line]:
    return [
        Line(name=found[2], value=found[3], is_active=not found[1])
        for found in re.finditer(r"(?m)^(#?)([A-Z][A-Z0-9_]*)=(.*)$", ENV_EXAMPLE.read_text())
    ]


def filled(**changes: str) -> str:
    """The file as an operator fills it in: every secret gets a value, then `changes` are made."""
    text = re.sub(
        r"(?m)^([A-Z_]+_PASSWORD)=$",
        lambda match: f"{match[1]}=secret{match[1].lower()}",
        ENV_EXAMPLE.read_text(),
    )
    for name, value in changes.items():
        text, count = re.subn(rf"(?m)^#?{name}=.*$", f"{name}={value}", text, count=1)
        assert count, f"env.example has no line for {name}"
    return text
