"""The games service: the life of a game at the table. The only writer of a game and of its events.

`game.py` is the domain, pure and immutable, over the values of `parts.py` and the facts of `events.py`; `chance.py`
draws. `service.py` holds the use cases over the ports of `ports.py`. `store.py` has all SQL, `clients.py` asks the
other services, `rpc.py` answers on the wire, `relay.py` carries the outbox out, `pulse.py` keeps the pulse.
"""
