"""How a service runs: one `serve(name, bind, settings)` around hand-wired objects.

A service is a package with

    settings.py   class RulesSettings(ServerSettings): ...
    rpc.py        the servicer, and one table: exception -> Answer
    bind.py       def bind(server: grpc.Server) -> Bound: build the objects, add the servicer, say who may call
    __main__.py   serve("rules", bind, read(RulesSettings, "rules"))

and the chassis does the rest: listening, health, reflection, errors on the wire, metrics,
logs, and a stop that finishes what was begun. It knows no game.
"""

from chassis.caller import ANY_SERVICE, ANYONE, Access, Caller, CallerKind, Forbidden, current
from chassis.errors import Answer, ErrorTable, Problem, Refused, Unavailable, Violation, at, problem_of
from chassis.server import Bind, Bound, Running, serve, start
from chassis.settings import DatabaseSettings, ServerSettings, SettingsFault, read, setting

__all__ = [
    "ANYONE",
    "ANY_SERVICE",
    "Access",
    "Answer",
    "Bind",
    "Bound",
    "Caller",
    "CallerKind",
    "DatabaseSettings",
    "ErrorTable",
    "Forbidden",
    "Problem",
    "Refused",
    "Running",
    "ServerSettings",
    "SettingsFault",
    "Unavailable",
    "Violation",
    "at",
    "current",
    "problem_of",
    "read",
    "serve",
    "setting",
    "start",
]
