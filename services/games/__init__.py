"""The games service: the life of a game at the table. The only writer of a game and of its events.

`game.py` is the domain's value, pure and immutable, over `parts.py`, `timing.py`, `terms.py` and `stones.py`; its
transitions stand in `opening.py`, `turns.py`, `offers.py`, `absence.py` and `ending.py`, the facts that they tell in
`events.py`, and what chance draws in `chance.py`.

The use cases over the ports of `ports.py` are `service.py` (make, join, look, move), `table.py` (everything else that a
player does), `presence.py` (who is there) and `expiring.py` (what time does by itself); `referee.py` asks rules and
clocks for them.

What is there to be read is in `views.py` for whom, in `replay.py` as of when, in `showing.py`, `snapshot.py`, `export.py`
and `fairness.py` how, and in `listing.py` as a list.

`store.py` and the other stores have all SQL, `clients.py` asks the other services, `rpc.py` and `feed_rpc.py` answer on
the wire, `relay.py` carries the outbox out, `pulse.py` keeps the pulse.
"""
