"""What docker-compose makes of deploy/compose.yaml with env.example filled in."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from typing import Any

import pytest

from tests.deploy import told
from tests.deploy.told import Compose


@pytest.fixture(scope="session")
def compose(tmp_path_factory: pytest.TempPathFactory) -> Compose:
    """`docker-compose config` with an env file of this text. It needs no Docker.

    The wheel's command drops the exit code: what is not valid has nothing on stdout.
    """
    folder = tmp_path_factory.mktemp("compose")

    def config(env: str) -> subprocess.CompletedProcess[str]:
        (folder / "env").write_text(env)
        return subprocess.run(
            [
                f"{sysconfig.get_path('scripts')}/docker-compose",
                *("--env-file", str(folder / "env")),
                *("--file", str(told.DEPLOY / "compose.yaml")),
                *("config", "--format", "json"),
            ],
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return config


@pytest.fixture(scope="session")
def composed(compose: Compose) -> dict[str, Any]:
    """Every container, with every part, by name."""
    finished = compose(told.filled(COMPOSE_PROFILES="postgres,valkey,rabbitmq"))
    assert finished.stdout, finished.stderr
    services: dict[str, Any] = json.loads(finished.stdout)["services"]
    return services
