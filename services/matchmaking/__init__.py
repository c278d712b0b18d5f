"""The matchmaking service: who meets whom, and what came of it. As yet it keeps the record of each player.

`record.py` says what a game counts for whom, `service.py` holds the use cases over the ports of `ports.py`;
`rpc.py` and `store.py` are the adapters, and `bind.py` puts it together.
"""
