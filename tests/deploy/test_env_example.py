"""deploy/env.example has every setting of every service, and nothing that nobody reads."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import Counter
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

from chassis.migrate import has_migrations
from tests.deploy import told
from tests.deploy.told import DEPLOY, ENV_EXAMPLE, PROCESSES, ROOT

READ_BY_COMPOSE_ITSELF = {"COMPOSE_PROFILES"}
ROLES = {
    "BRETTWERK_ADMIN_DATABASE",
    *(f"BRETTWERK_{name.upper()}_OWNER_DATABASE" for name in PROCESSES if has_migrations(name)),
}
"""What chassis.roles and chassis.migrate read."""


def _referred_to(path: Path) -> set[str]:
    return set(re.findall(r"\$\{([A-Z][A-Z0-9_]*)", path.read_text()))


def _settings() -> set[str]:
    return {name for container in PROCESSES for name in told.variables(container)}


def test_every_settings_class_belongs_to_a_process_of_the_table() -> None:
    services = ROOT / "services"
    found: set[type] = set()
    for path in services.rglob("settings.py"):
        name = ".".join(path.relative_to(services).with_suffix("").parts)
        if not name.startswith("chassis."):
            module = importlib.import_module(name)
            found |= {
                kind
                for _, kind in inspect.getmembers(module, is_dataclass)
                if isinstance(kind, type) and kind.__module__ == name
            }

    assert found <= {kind for _, kinds in PROCESSES.values() for kind in kinds}


@pytest.mark.parametrize("container", PROCESSES)
def test_each_setting_of_a_service_has_its_line(container: str) -> None:
    assert set(told.variables(container)) <= {line.name for line in told.lines()}


def test_roles_and_migrations_have_their_lines() -> None:
    assert {line.name for line in told.lines()} >= ROLES


def test_nothing_stands_there_that_nobody_reads() -> None:
    read = _settings() | ROLES | READ_BY_COMPOSE_ITSELF
    read |= _referred_to(DEPLOY / "compose.yaml") | _referred_to(ENV_EXAMPLE)

    assert {line.name for line in told.lines()} - read == set()


def test_no_variable_is_set_twice() -> None:
    active = Counter(line.name for line in told.lines() if line.is_active)

    assert [name for name, count in active.items() if count > 1] == []


@pytest.mark.parametrize("container", PROCESSES)
def test_a_line_after_a_number_sign_shows_the_default_or_what_compose_sets(
    container: str, composed: dict[str, Any]
) -> None:
    active = {line.name for line in told.lines() if line.is_active}
    shown = {line.name: line.value for line in told.lines() if not line.is_active}
    for name, variable in told.variables(container).items():
        if name in active:
            continue
        if composed[container]["environment"][name] is None:
            assert shown[name] == variable.default, name
        else:
            assert {shown[name]} == _set_by_compose(name, composed), name


def _set_by_compose(name: str, composed: dict[str, Any]) -> set[str]:
    """As others see it, if others do: an address is another one to who listens there."""
    found = {composed[container]["environment"].get(name) for container in PROCESSES} - {None}
    return {value for value in found if not value.startswith("0.0.0.0:")} or found


def test_secrets_have_no_value() -> None:
    for line in told.lines():
        if line.name.endswith("_PASSWORD"):
            assert line.value == "", line.name
        for secret in re.findall(r"password=(\S*)|://[^/]*:(\S*)@", line.value):
            assert re.fullmatch(r"\$\{[A-Z_]+_PASSWORD\}", "".join(secret)), line.name


def test_each_variable_stands_below_words_that_explain_it() -> None:
    for paragraph in ENV_EXAMPLE.read_text().split("\n\n"):
        first, *_ = paragraph.splitlines()
        is_one_of_the_common_sets = re.match(r"#BRETTWERK_\w+_(METRICS_ADDRESS|DATABASE_CONNECTIONS)=", first)
        assert first.startswith(("# ", "POSTGRES_PASSWORD")) or is_one_of_the_common_sets, first
