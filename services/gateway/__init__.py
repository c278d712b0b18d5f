"""The gateway: what the world outside sees of Brettwerk, as REST, and the stream process beside it.

Knows the other services by their stubs alone. `bind.py` puts its parts together and `app.py` the application;
`bodies*.py` and `answers*.py` are the shapes, `kinds.py` and `problems.py` the errors, `callers.py` says who asks,
`clients*.py` are the calls, `routes_*.py` the addresses, and `reference/` the page of documentation. `players.py` and
`store.py` keep the players, whom only the gateway makes. `stream/` is a process of its own.
"""
