"""Cursors of live streams by themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chassis import Caller
from chassis.caller import CallerKind
from gateway.problems import Problem
from gateway.stream import cursor
from gateway.stream.topics import Topic


def bearer(player_id: str, tenant_id: str = "local") -> bytes:
    return cursor.bearer_mark(Caller(kind=CallerKind.PLAYER, id=player_id, tenant_id=tenant_id))


PLACES = st.dictionaries(st.binary(min_size=5, max_size=5), st.integers(0, (1 << 53) - 1), max_size=16)


@given(PLACES)
def test_what_is_written_is_read(places: dict[bytes, int]) -> None:
    text = cursor.written(bearer("anna"), places.items()).decode()

    assert cursor.read(text, bearer("anna"), "after") == places
    assert len(text) <= 272


@given(PLACES, st.data())
def test_what_was_changed_in_one_place_is_refused(places: dict[bytes, int], data: st.DataObject) -> None:
    text = cursor.written(bearer("anna"), places.items()).decode()
    at = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(st.sampled_from("ABCxyz019-_").filter(lambda sign: sign != text[at]))

    with pytest.raises(Problem) as refused:
        cursor.read(text[:at] + other + text[at + 1 :], bearer("anna"), "after")

    assert refused.value.code == "invalid_cursor"


@given(st.text(max_size=100))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(Problem):
        cursor.read(text, bearer("anna"), "after")


@pytest.mark.parametrize("other", [bearer("bert"), bearer("anna", "elsewhere"), bearer("")])
def test_a_cursor_is_its_players_alone(other: bytes) -> None:
    text = cursor.written(other, [(cursor.topic_mark(Topic("me")), 7)]).decode()

    with pytest.raises(Problem):
        cursor.read(text, bearer("anna"), "after")


def test_topics_are_told_apart() -> None:
    topics = [Topic(text) for text in ("me", "lobby", "game:1", "game:2", "chat:game:1")]

    assert len({cursor.topic_mark(topic) for topic in topics}) == len(topics)
