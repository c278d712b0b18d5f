"""deploy/compose.yaml runs what the launcher runs, told the same, each with its own secrets only."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from chassis.healthy import is_serving
from chassis.migrate import has_migrations
from local import processes
from local.processes import SERVICES, Process
from tests.deploy import told
from tests.deploy.told import DEPLOY, PROCESSES, Compose

Composed: TypeAlias = dict[str, Any]

WITH_KEY = {
    name
    for name in PROCESSES
    if name != "ai-worker" and any(variable.field == "key" for variable in told.variables(name).values())
}
WITH_SCHEMA = {name for name in PROCESSES if has_migrations(name)}
ONCE = {"keys", "roles", *(f"migrate-{name}" for name in WITH_SCHEMA)}
PARTS = {"postgres", "valkey", "rabbitmq"}
RUNS_AS = {name: "ai" if name == "ai-worker" else name for name in PROCESSES}


def _container_of(row: Process, composed: Composed) -> str:
    words = ["python", *row.command[1:]]
    (found,) = [name for name, container in composed.items() if container.get("command") == words]
    return found


@pytest.mark.parametrize(
    "profiles", ["", "postgres", "postgres,valkey", "valkey,rabbitmq", "postgres,valkey,rabbitmq"]
)
def test_it_is_valid_with_these_parts_beside_it(compose: Compose, profiles: str) -> None:
    finished = compose(told.filled(COMPOSE_PROFILES=profiles))

    assert finished.stdout, finished.stderr
    found = set(json.loads(finished.stdout)["services"])
    assert found == {*PROCESSES, *ONCE, *profiles.split(",")} - {""}


@pytest.mark.parametrize("secret", ["POSTGRES_PASSWORD", "VALKEY_PASSWORD", "RABBITMQ_PASSWORD"])
def test_it_says_which_secret_is_missing(compose: Compose, secret: str) -> None:
    finished = compose(told.filled(**{secret: ""}))

    assert not finished.stdout
    assert secret in finished.stderr


def test_it_runs_no_container_that_nobody_knows(composed: Composed) -> None:
    assert set(composed) == {*PROCESSES, *ONCE, *PARTS}


@pytest.mark.parametrize("row", SERVICES, ids=lambda row: row.name)
def test_each_process_of_the_launcher_has_a_container_that_is_told_the_same(
    row: Process, composed: Composed
) -> None:
    name = _container_of(row, composed)
    environment = composed[name]["environment"]

    assert RUNS_AS[name] == row.runs_as
    kind, _, address = environment["PROBE"].partition("://")
    assert kind == ("grpc" if row.probe is is_serving else "http")
    assert set(row.environment) <= set(environment)
    # A second process of a kind is another container of it, with the same port inside.
    if not any("{port}" in value for value in row.environment.values()):
        assert address == f"127.0.0.1:{row.first_port}"
        assert environment[f"BRETTWERK_{row.name}_ADDRESS".upper()] == f"0.0.0.0:{row.first_port}"


def test_the_launchers_parts_are_among_the_containers(tmp_path: Path, composed: Composed) -> None:
    assert {row.name for row in processes.parts(tmp_path)} <= set(composed)


@pytest.mark.parametrize("container", PROCESSES)
def test_a_container_has_all_the_settings_of_its_process_and_no_others(
    container: str, composed: Composed
) -> None:
    environment = composed[container]["environment"]
    settings = told.variables(container)

    assert set(environment) == {*settings, "PROBE"}
    assert [name for name, it in settings.items() if it.default is None and not environment[name]] == []


def test_a_line_of_the_env_file_reaches_its_container(compose: Compose) -> None:
    finished = compose(told.filled(BRETTWERK_GAMES_THREADS="7", AI_WORKERS="3"))

    services = json.loads(finished.stdout)["services"]
    assert services["games"]["environment"]["BRETTWERK_GAMES_THREADS"] == "7"
    assert services["ai-worker"]["scale"] == 3


@pytest.mark.parametrize("container", PROCESSES)
def test_others_are_called_where_they_listen(container: str, composed: Composed) -> None:
    for name, value in composed[container]["environment"].items():
        if (found := re.fullmatch(r"BRETTWERK_([A-Z]+)_ADDRESS", name)) and value:
            host, _, port = value.rpartition(":")
            called = container if host == "0.0.0.0" else host
            service = PROCESSES[called][0]
            assert service == found[1].lower()
            assert composed[called]["environment"][name] == f"0.0.0.0:{port}"


def test_whoever_waits_for_a_container_waits_until_it_is_healthy_or_done(composed: Composed) -> None:
    for name, container in composed.items():
        for other, wish in container.get("depends_on", {}).items():
            expected = "service_completed_successfully" if other in ONCE else "service_healthy"
            assert wish["condition"] == expected, f"{name} waits for {other}"
            assert wish.get("required", True) == (other not in PARTS), f"{name} waits for {other}"
            if other not in ONCE:
                assert composed[other]["healthcheck"]["test"], other


@pytest.mark.parametrize("service", sorted(WITH_SCHEMA))
def test_a_service_with_a_schema_starts_after_its_migrations(service: str, composed: Composed) -> None:
    migration = composed[f"migrate-{service}"]

    assert f"migrate-{service}" in composed[service]["depends_on"]
    assert migration["command"] == ["python", "-m", "chassis.migrate", service]
    assert set(migration["environment"]) == {f"BRETTWERK_{service.upper()}_OWNER_DATABASE"}
    assert "roles" in migration["depends_on"]


def test_roles_and_keys_are_made_for_everybody_who_has_them(composed: Composed) -> None:
    assert set(composed["roles"]["command"][3:]) == WITH_SCHEMA
    assert set(composed["keys"]["command"][2:]) == WITH_KEY


def test_nobody_sees_the_key_or_the_password_of_another(composed: Composed) -> None:
    for name in PROCESSES:
        container, service = composed[name], RUNS_AS[name]
        volumes = {volume["source"] for volume in container["volumes"]}
        assert volumes - {"public-keys", f"{service}-key"} == set(), name
        assert all(volume["read_only"] for volume in container["volumes"]), name
        secrets = {
            secret
            for value in container["environment"].values()
            for secret in re.findall(r"secret([a-z_]+)_password", value or "")
        }
        assert secrets - {service, "valkey", "rabbitmq"} == set(), name


def test_the_image_has_a_folder_for_each_volume_of_keys(composed: Composed) -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()

    for volume in composed["keys"]["volumes"]:
        assert f" {volume['target']} " in f"{dockerfile} ".replace("\n", " "), volume["target"]


def test_our_containers_are_one_image_and_may_do_little(composed: Composed) -> None:
    for name in {*PROCESSES, *ONCE}:
        container = composed[name]
        assert container["image"] == "brettwerk", name
        assert container["read_only"], name
        assert container["cap_drop"] == ["ALL"], name
        assert ("build" in container) == (name == "keys"), name


def test_only_gateway_and_stream_are_reached_from_outside(composed: Composed) -> None:
    published = {name: container["ports"] for name, container in composed.items() if container.get("ports")}

    assert set(published) == {"gateway", "stream"}
    for ports in published.values():
        assert [port["host_ip"] for port in ports] == ["127.0.0.1"]


def test_ai_workers_can_be_many(composed: Composed) -> None:
    assert "container_name" not in composed["ai-worker"]
    assert not composed["ai-worker"].get("ports")


@pytest.mark.parametrize("part", sorted(PARTS))
def test_the_images_of_the_parts_are_pinned(part: str, composed: Composed) -> None:
    assert re.fullmatch(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?", composed[part]["image"])
