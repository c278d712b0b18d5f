"""Feeds: what they are called, and what is told in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

Facts: TypeAlias = Mapping[str, Any]
"""The data of an event: plain JSON in the shapes and words of the REST API."""

GAME_STARTED = "game_started"
GAME_ENDED = "game_ended"
GAME_ABORTED = "game_aborted"
REMATCH_STARTED = "rematch_started"
CHAT_MESSAGE = "chat_message"
CHAT_HIDDEN = "chat_hidden"
MEMBER_JOINED = "member_joined"
MEMBER_LEFT = "member_left"
LOBBY_SNAPSHOT = "lobby_snapshot"
ME_SNAPSHOT = "me_snapshot"
CHAT_SNAPSHOT = "chat_snapshot"

KEPT_EVENTS = 1000
"""So many of each topic, the latest."""
SHOWN_GAMES = 100
"""So many running games stand in a snapshot, the latest."""
SHOWN_MESSAGES = 50
"""So many messages stand in a snapshot, the latest."""


@dataclass(frozen=True, slots=True, order=True)
class Topic:
    """A feed of one tenant's."""

    tenant_id: str
    name: str
    """By which it is stored; unique within the tenant."""
    view: str
    """Whose eyes its pages are for."""
    wake: str
    """The name of its wake-ups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One entry of a feed."""

    sequence: int
    """From 1 without gaps."""
    type: str
    time: datetime
    data: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Events in order, and the number of the topic's last one."""

    events: tuple[Event, ...]
    last_sequence: int


def lobby(tenant_id: str) -> Topic:
    return Topic(tenant_id, "lobby", tenant_id, f"lobby:{tenant_id}")


def me(tenant_id: str, player_id: str) -> Topic:
    view = f"{tenant_id}:{player_id}"
    return Topic(tenant_id, f"me:{player_id}", view, f"me:{view}")


def chat(tenant_id: str, room_id: str) -> Topic:
    name = f"chat:{room_id}"
    return Topic(tenant_id, name, tenant_id, f"{name}:{tenant_id}")
