"""The games service: the life of a game at the table. The only writer of a game and of its events.

`game.py` is the domain's value, pure and immutable, over `parts.py`, `timing.py`, `terms.py` and `stones.py`; its
transitions stand in `opening.py`, `turns.py`, `offers.py`, `absence.py` and `ending.py`, the facts that they tell in
`events.py`, what chance draws in `chance.py`, and what whose eyes may see in `views.py`.

The use cases over the ports of `ports.py` are `service.py` (make, join, look, move), `table.py` (everything else that a
player does) and `expiring.py` (what time does by itself); `referee.py` asks rules and clocks for them.

`store.py` has all SQL, `clients.py` asks the other services, `rpc.py` and `feed_rpc.py` answer on the wire, `relay.py`
carries the outbox out, `pulse.py` keeps the pulse.
"""
