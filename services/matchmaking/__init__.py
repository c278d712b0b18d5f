"""The matchmaking service: who meets whom, what they say to each other, and what came of it.

It keeps the record of each player, the rooms with what is said there, and the feeds of the lobby, of rooms and of
each player.

`record.py` says what a game counts for whom, `news.py` who hears of it, `feed.py` what feeds are called, `room.py` what
rooms are and what may be said in them. `service.py` and `chat.py` hold the use cases over the ports of `ports.py`; `rpc.py`
with `shapes.py`, `store*.py` and `clients.py` are the adapters, and `bind.py` puts it together.
"""
