"""`make bench-live`, small: a whole platform with some streams, moves and flags; and what becomes of the figures."""

from __future__ import annotations

import re

import pytest

from bench.live import Measured, main, percentile, show

SMALL = ["--streams", "12", "--rate", "6", "--seconds", "2", "--flags", "12", "--spread", "3"]


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets more guests come than usual; not in the tests after this."""
    monkeypatch.setenv("BRETTWERK_GATEWAY_GUEST_BURST", "300")


def test_every_move_is_delivered_and_every_flag_falls(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0

    told = capsys.readouterr().out
    assert "12 streams, 6 moves a second for 2 s, 12 measured, 0 not delivered, " in told
    counts = {
        line[:34].strip(): int(line[34:42]) for line in told.splitlines() if re.match(r".{34} +\d+ +", line)
    }
    assert counts["acknowledged"] == counts["delivered to the opponent"] == 12
    assert counts["nobody connected"] == 12
    assert sum(count for name, count in counts.items() if "were" in name) == 12
    for process in ("games", "stream", "postgres", "valkey", "clocks", "gateway"):
        assert re.search(rf"^{process} +\d", told, re.MULTILINE), told


def test_percentiles_are_of_all_in_order() -> None:
    values = [float(value) for value in range(200, 0, -1)]

    assert [percentile(values, percent) for percent in (0, 50, 99, 100)] == [1.0, 101.0, 199.0, 200.0]


def test_ratios_are_of_medians_and_what_was_not_delivered_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    measured = Measured(
        streams=4,
        rate=10,
        seconds=2,
        acknowledged=[20.0, 30.0, 40.0],
        delivered=[24.0, 36.0],
        undelivered=1,
        empty=[3.0],
        floor=[12.0],
        processor_s={"games": 0.5},
    )

    show(measured, "2 cores")

    told = capsys.readouterr().out
    assert "3 measured, 1 not delivered, 0 sent again" in told
    assert re.search(r"acknowledged / empty request +10\.0", told)
    assert re.search(r"delivered / a row and a wake-up +3\.0", told)
    assert re.search(r"games +250\.0 +25\.00", told)


def test_its_help_says_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])

    assert "flags fall in games with nobody connected" in " ".join(capsys.readouterr().out.split())
