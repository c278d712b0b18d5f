"""Settings: one frozen dataclass per service, read from the environment once, at start.

`BRETTWERK_<SERVICE>_<FIELD>` fills the field of that name. Reading reports every fault at once,
so that a deployment is corrected in one round. A field without a default must be given; a secret
never has one. Variables that no field asks for are left alone: Kubernetes adds some of its own.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

_Settings = TypeVar("_Settings")


class SettingsFault(SystemExit):
    """The environment does not make valid settings; `faults` has one line for each thing wrong.

    Nobody starts a service without settings: not caught, it ends the process with its lines and no trace.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def setting(
    *,
    default: Any = MISSING,
    variable: str | None = None,
    least: int | None = None,
    most: int | None = None,
    form: str | None = None,
) -> Any:
    """A dataclass field with its bounds.

    `variable` names another environment variable than the field's own, as for another service's
    address. `form` is a regular expression that the whole text must match.
    """
    metadata = {"variable": variable, "least": least, "most": most, "form": form}
    return field(default=default, metadata=metadata)


ADDRESS_FORM = r"(\[[0-9a-fA-F:]+\]|[^\s:]+):\d{1,5}|unix:.+"
"""`host:port`, `[::1]:port` or `unix:path`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """What every gRPC service is told."""

    address: str = setting(form=ADDRESS_FORM)
    """Where to listen. Port 0 takes a free one."""
    public_keys: Path = setting(variable="BRETTWERK_PUBLIC_KEYS")
    """The folder with `<issuer>.pem` of everyone whose tokens are taken."""
    metrics_address: str = setting(default="", form=rf"|{ADDRESS_FORM}")
    """Where Prometheus reads `/metrics`; empty for nowhere."""
    threads: int = setting(default=16, least=1, most=256)
    concurrent_rpcs: int = setting(default=1024, least=1)
    """Calls running or waiting for a thread; further ones are RESOURCE_EXHAUSTED at once."""
    message_bytes: int = setting(default=4 << 20, least=1024)
    """The largest message taken or sent."""
    stop_ms: int = setting(default=5000, least=0)
    """How long started calls may go on after the first signal to stop."""
    log_level: str = setting(default="info", form="debug|info|warning|error")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSettings(ServerSettings):
    """What a service with a schema of its own is told besides."""

    key: Path
    """Its private key, with which it signs its calls to others."""
    database: str
    """As libpq takes it, with the service's own role: `host=… port=… dbname=… user=… password=…`."""
    database_connections: int = setting(default=5, least=2, most=40)
    """At most so many in the pool; 40 or fewer for all services together."""
    valkey: str = setting(default="", variable="BRETTWERK_VALKEY", form=r"|(redis|rediss|unix)://.+")
    """Where wake-ups go; empty for none, and then all that waits polls."""


def read(kind: type[_Settings], service: str, environ: Mapping[str, str] | None = None) -> _Settings:
    """The settings of a service. Raises SettingsFault with every fault, never only the first."""
    environ = os.environ if environ is None else environ
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    faults: list[str] = []
    for spec in fields(kind):  # type: ignore[arg-type]  # a TypeVar cannot be bound to "some dataclass"
        variable = spec.metadata.get("variable") or f"BRETTWERK_{service}_{spec.name}".upper()
        text = environ.get(variable)
        if text is None:
            if spec.default is MISSING and spec.default_factory is MISSING:
                faults.append(f"{variable} is not set")
            continue
        try:
            values[spec.name] = _parsed(text, hints[spec.name], spec)
        except ValueError as fault:
            faults.append(f"{variable}: {fault}")
    if faults:
        raise SettingsFault(tuple(faults))
    return kind(**values)


def _parsed(text: str, kind: type, spec: Field[Any]) -> object:
    form = spec.metadata.get("form")
    if form is not None and not re.fullmatch(form, text):
        raise ValueError(f"{text!r} does not have the form {form}")
    value = _PARSERS[kind](text)
    least, most = spec.metadata.get("least"), spec.metadata.get("most")
    if least is not None and value < least:
        raise ValueError(f"{value} is below {least}")
    if most is not None and value > most:
        raise ValueError(f"{value} is above {most}")
    return value


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _truth(text: str) -> bool:
    if text not in {"true", "false"}:
        raise ValueError(f"{text!r} is neither true nor false")
    return text == "true"


_PARSERS: Mapping[type, Callable[[str], Any]] = {str: str, int: _whole, bool: _truth, Path: Path}
