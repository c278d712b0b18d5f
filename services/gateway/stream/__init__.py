"""The stream process: live events for thousands of watchers at once, `python -m gateway.stream`.

One thread, no database. `feed.py` asks the games service, `hub.py` lets all who watch a game share what is
asked, `sse.py` writes events, `app.py` has the addresses, and `reference.py` describes them.
"""
