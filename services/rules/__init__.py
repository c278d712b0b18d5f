"""The rules service: gRPC over `rulebook`, stateless.

`service.py` holds the use cases, `rpc.py` the adapter to the wire, `shapes.py` and `catalogue.py` turn
the rulebook's values into messages, `wire.py` the busiest of them into bytes, `bind.py` puts it together.
"""
