"""The ai service: engines as opponents.

Two kinds of process. The service (`python -m ai`) notes which engine is to move and tells the workers; the
worker (`python -m ai.worker`) searches and plays the move in the games service.

`turns.py` says what an engine is asked and how long it may think, `service.py` holds the use cases of the service
and `playing.py` that of the worker. `rpc.py`, `shapes.py`, `store.py`, `clients.py` and `tasks.py` are the adapters;
`dispatch.py` and `keeper.py` are a thread each. `bind.py` and `worker.py` put the two together.
"""
