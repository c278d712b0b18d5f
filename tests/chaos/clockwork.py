"""A game's clock worked out anew from its events: every millisecond is somebody's, and none is charged for an outage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from tests.chaos.faults import Fault, require
from tests.chaos.visitors import Json

SIDES = ("white", "black")
_DAY_MS = 86_400_000
_ROUNDED_MS = 2
"""Events tell microseconds, and clocks count whole milliseconds."""
_NOTED_LATE_MS = 500
"""An outage that lasts while a game is read is counted until then. It may have been over for as long as that took."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Stretch = tuple[float, float]
"""Milliseconds since 1970, from and until."""


def ms(time: str | datetime) -> float:
    """Since 1970."""
    told = datetime.fromisoformat(time) if isinstance(time, str) else time
    return (told - _EPOCH) / timedelta(milliseconds=1)


def check(control: Json, events: Sequence[Json], outages: Iterable[Stretch]) -> None:
    """Raises Fault. `outages` are all that were noted while the game ran."""
    if control["kind"] == "unlimited":
        return
    clockwork = _Clockwork(control, _merged(outages))
    for event in events:
        try:
            clockwork.take(event)
        except Fault as fault:
            raise Fault(f"clock: {fault}, in event {event['sequence']} {event}") from None


class _Clockwork:
    def __init__(self, control: Json, outages: Sequence[Stretch]) -> None:
        self._control = control
        self._outages = outages
        self._clock: Json = None
        self._after: list[Json] = []
        """The clock after each ply, the start first."""

    def take(self, event: Json) -> None:
        data, before = event["data"], self._clock
        match event["type"]:
            case "game_started":
                for side in SIDES:
                    self._expect(data["clock"], side, self._start_ms)
                self._after = [data["clock"]]
            case "move_played":
                self._move(before, data, ms(event["event_time"]))
                del self._after[data["ply"] :]
                self._after.append(data["clock"])
            case "move_taken_back":
                for side in SIDES:
                    self._expect(data["clock"], side, self._after[data["ply"]][f"{side}_remaining_ms"])
                del self._after[data["ply"] + 1 :]
            case "clock_adjusted":
                self._same(before, data["clock"], "white_remaining_ms", "black_remaining_ms", "since_time")
                require(
                    ms(data["clock"]["deadline_time"]) > ms(before["deadline_time"]), "put right backwards"
                )
            case "game_paused":
                self._same(before, data["clock"], "white_remaining_ms", "black_remaining_ms")
                self._paused(before, data["clock"], ms(event["event_time"]))
            case "game_resumed":
                self._same(before, data["clock"], "white_remaining_ms", "black_remaining_ms", "used_ms")
            case "game_ended":
                self._end(before, data, ms(event["event_time"]))
        self._clock = data.get("clock") or before
        if self._clock is not None:
            self._deadline(self._clock)

    @property
    def _start_ms(self) -> int:
        match self._control["kind"]:
            case "per_move":
                return int(self._control["move_ms"])
            case "correspondence":
                return int(self._control["days"]) * _DAY_MS
        return int(self._control["base_ms"])

    def _move(self, before: Json, data: Json, at_ms: float) -> None:
        side, other = data["side"], "black" if data["side"] == "white" else "white"
        require(
            before["running_side"] == side, f"{side} has moved while {before['running_side']}'s clock ran"
        )
        self._charge(before, side, data["charged_ms"], at_ms, is_late=data["move"]["auto"])
        left_ms = before[f"{side}_remaining_ms"] - data["charged_ms"]
        if data["result"] is None:
            left_ms = self._regained_ms(left_ms)
        self._expect(data["clock"], side, left_ms)
        self._expect(data["clock"], other, before[f"{other}_remaining_ms"])
        strikes = before[f"{side}_strikes"]
        if data["move"]["auto"]:
            strikes += 1
        elif not data["move"]["is_pass"]:
            strikes = 0
        if data["result"] is None:
            require(data["clock"][f"{side}_strikes"] == strikes, f"not {strikes} strikes of {side}")

    def _regained_ms(self, left_ms: int) -> int:
        match self._control["kind"]:
            case "fischer":
                return left_ms + int(self._control["increment_ms"])
            case "delay":
                return left_ms
        return self._start_ms

    def _end(self, before: Json, data: Json, at_ms: float) -> None:
        after = data.get("clock")
        if after is None:  # the move before it has stopped the clock
            return
        side = before["running_side"]
        for each in SIDES:
            if each != side:
                self._expect(after, each, before[f"{each}_remaining_ms"])
        if side is None:
            return
        charged_ms = before[f"{side}_remaining_ms"] - after[f"{side}_remaining_ms"]
        is_late = data["result"]["termination"] in {"timeout", "strikes"}
        self._charge(before, side, charged_ms, at_ms, is_late=is_late)

    def _charge(self, before: Json, side: str, charged_ms: int, at_ms: float, *, is_late: bool) -> None:
        """What the side's turn has cost lies between all of its time and that without our outages."""
        passed_ms = max(0.0, at_ms - ms(before["since_time"])) + before["used_ms"]
        least_ms = passed_ms - self._away_ms(ms(before["since_time"]), at_ms)
        has_ms = before[f"{side}_remaining_ms"]
        least, most = (min(has_ms, self._cost_ms(each)) for each in (least_ms, passed_ms))
        require(
            least - _ROUNDED_MS <= charged_ms <= most + _ROUNDED_MS,
            f"{side} is charged {charged_ms} ms, and not {least:.0f} to {most:.0f}",
        )
        if is_late:
            require(charged_ms == has_ms, f"{side} is late and has {has_ms - charged_ms} ms left")

    def _cost_ms(self, spent_ms: float) -> float:
        free_ms = self._control["delay_ms"] if self._control["kind"] == "delay" else 0
        return max(0.0, spent_ms - free_ms)

    def _paused(self, before: Json, after: Json, at_ms: float) -> None:
        require(after["running_side"] is None, "runs in a pause")
        since_ms = ms(before["since_time"])
        passed_ms = max(0.0, at_ms - since_ms) + before["used_ms"]
        least_ms = passed_ms - self._away_ms(since_ms, at_ms)
        used_ms = after["used_ms"]
        require(
            least_ms - _ROUNDED_MS <= used_ms <= passed_ms + _ROUNDED_MS,
            f"{used_ms} ms used before the pause, and not {least_ms:.0f} to {passed_ms:.0f}",
        )

    def _deadline(self, clock: Json) -> None:
        side = clock["running_side"]
        if side is None:
            require(clock["deadline_time"] is None, "a deadline while nothing runs")
            return
        since_ms, deadline_ms = ms(clock["since_time"]), ms(clock["deadline_time"])
        free_ms = self._control["delay_ms"] if self._control["kind"] == "delay" else 0
        least_ms = since_ms + max(0, clock[f"{side}_remaining_ms"] + free_ms - clock["used_ms"])
        most_ms = least_ms + self._away_ms(since_ms, deadline_ms)
        require(
            least_ms - _ROUNDED_MS <= deadline_ms <= most_ms + _ROUNDED_MS,
            f"the deadline is {deadline_ms - since_ms:.0f} ms after the turn's beginning, and not "
            f"{least_ms - since_ms:.0f} to {most_ms - since_ms:.0f}",
        )

    def _away_ms(self, since_ms: float, until_ms: float) -> float:
        return sum(
            max(0.0, min(end + _NOTED_LATE_MS, until_ms) - max(start, since_ms))
            for start, end in self._outages
        )

    def _expect(self, clock: Json, side: str, left_ms: int) -> None:
        found_ms = clock[f"{side}_remaining_ms"]
        require(found_ms == left_ms, f"{side} has {found_ms} ms, and not {left_ms}")

    def _same(self, before: Json, after: Json, *names: str) -> None:
        for name in names:
            require(before[name] == after[name], f"{name} was {before[name]} and is {after[name]}")


def _merged(outages: Iterable[Stretch]) -> list[Stretch]:
    """In order and without overlaps."""
    merged: list[Stretch] = []
    for start, end in sorted(outages):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
