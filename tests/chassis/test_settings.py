"""Settings from an environment."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from chassis import ServerSettings, SettingsFault, read, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class PortalSettings(ServerSettings):
    secret: str
    rules_address: str = setting(variable="BRETTWERK_RULES_ADDRESS")
    dark: bool = False
    page_size: int = setting(default=10, least=1, most=100)


RIGHT = {
    "BRETTWERK_PORTAL_ADDRESS": "127.0.0.1:0",
    "BRETTWERK_PUBLIC_KEYS": "keys/public",
    "BRETTWERK_PORTAL_SECRET": "open sesame",
    "BRETTWERK_RULES_ADDRESS": "rules:50051",
}


def test_fields_come_from_the_environment_and_the_rest_from_defaults() -> None:
    settings = read(PortalSettings, "portal", {**RIGHT, "BRETTWERK_PORTAL_DARK": "true"})

    expected = PortalSettings(
        address="127.0.0.1:0",
        public_keys=Path("keys/public"),
        secret="open sesame",
        rules_address="rules:50051",
        dark=True,
        page_size=10,
        threads=16,
    )
    assert expected == settings


def test_every_fault_is_reported_at_once() -> None:
    with pytest.raises(SettingsFault) as caught:
        read(
            PortalSettings,
            "portal",
            {
                "BRETTWERK_PORTAL_ADDRESS": "nowhere",
                "BRETTWERK_PORTAL_THREADS": "many",
                "BRETTWERK_PORTAL_DARK": "perhaps",
                "BRETTWERK_PORTAL_PAGE_SIZE": "101",
            },
        )

    faults = "\n".join(caught.value.faults)
    for variable in ("ADDRESS", "THREADS", "DARK", "PAGE_SIZE", "SECRET"):
        assert f"BRETTWERK_PORTAL_{variable}" in faults
    assert "BRETTWERK_RULES_ADDRESS is not set" in faults
    assert "BRETTWERK_PUBLIC_KEYS is not set" in faults
    assert len(caught.value.faults) == 7


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({"BRETTWERK_PORTAL_THREADS": "0"}, id="below the least"),
        pytest.param({"BRETTWERK_PORTAL_THREADS": "1e3"}, id="not whole"),
        pytest.param({"BRETTWERK_PORTAL_THREADS": ""}, id="empty"),
        pytest.param({"BRETTWERK_PORTAL_LOG_LEVEL": "loud"}, id="not a level"),
        pytest.param({"BRETTWERK_PORTAL_ADDRESS": "::1:80"}, id="IPv6 without brackets"),
    ],
)
def test_a_value_that_makes_no_sense_is_a_fault(variables: dict[str, str]) -> None:
    with pytest.raises(SettingsFault) as caught:
        read(PortalSettings, "portal", {**RIGHT, **variables})

    assert len(caught.value.faults) == 1


def test_variables_that_no_field_asks_for_are_left_alone() -> None:
    # Kubernetes sets such for a Service of the name brettwerk-portal.
    read(PortalSettings, "portal", {**RIGHT, "BRETTWERK_PORTAL_PORT": "tcp://10.0.0.1:80"})
