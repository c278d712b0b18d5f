"""How a service runs: one `serve(name, bind, settings)` around hand-wired objects.

A service is a package with

    settings.py   class RulesSettings(ServerSettings): ...
    rpc.py        the servicer, and one table: exception -> Answer
    bind.py       def bind(server: grpc.Server) -> Bound: build the objects, add the servicer
    __main__.py   serve("rules", bind, read(RulesSettings, "rules"))

and the chassis does the rest: listening, health, reflection, errors on the wire, metrics,
logs, and a stop that finishes what was begun. It knows no game.
"""

from chassis.errors import Answer, ErrorTable, Problem, Refused, Violation, at, problem_of
from chassis.server import Bind, Bound, Running, serve, start
from chassis.settings import ServerSettings, SettingsFault, read, setting

__all__ = [
    "Answer",
    "Bind",
    "Bound",
    "ErrorTable",
    "Problem",
    "Refused",
    "Running",
    "ServerSettings",
    "SettingsFault",
    "Violation",
    "at",
    "problem_of",
    "read",
    "serve",
    "setting",
    "start",
]
