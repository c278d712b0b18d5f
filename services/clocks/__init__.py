"""The clocks service: clock arithmetic, and the alarms that go off when a deadline passes.

`clock.py` is the arithmetic, `controls.py` has the kinds of time control, `outages.py` the time that is charged to
nobody. `alarms.py` says what an alarm is and what happens to one, `ringer.py` is the loop that waits for them.
`service.py` holds the use cases; `rpc.py`, `shapes.py`, `store.py` and `clients.py` are the adapters, and `bind.py`
puts it together.
"""
