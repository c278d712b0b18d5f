"""The ai service: engines as opponents, analyses and hints.

Two kinds of process. The service (`python -m ai`) notes which engine is to move and what is to be analysed, and tells
the workers; a worker (`python -m ai.worker`) searches, plays the move in the games service, or keeps what it found.

`turns.py` says what an engine is asked and how long it may think, `service.py` holds the use cases of the service
and `playing.py` that of the worker. Of analyses, `analyses.py` and `judging.py` say what they are, `analysis_service.py`
holds the use cases of the service and `analysing.py` that of the worker; `versions.py` says whose results count.
`rpc.py`, `feed_rpc.py`, `shapes.py`, `analysis_shapes.py`, `telling.py`, `store.py`, `analysis_store.py`,
`position_store.py`, `clients.py` and `tasks.py` are the adapters; `dispatch.py` and `keeper.py` are a thread each.
`bind.py` and `worker.py` put the two together.
"""
