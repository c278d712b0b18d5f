"""The stream process: live events for thousands of readers at once, `python -m gateway.stream`.

One thread, no database. What is read along is a topic (`topics.py`), asked of the service that tells it (`feed.py`),
once for all who see it with the same eyes (`lines.py`) and whenever there is something new (`hub.py`); who reads
along is a watcher (`watchers.py`). `reading.py` writes a stream, `told.py` an event, `cursor.py` where a reader
stands, `tickets.py` lets browsers in, and `presence.py` tells who is there. `app.py` has the addresses.
"""
