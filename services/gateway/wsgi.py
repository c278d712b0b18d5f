"""What the HTTP server loads in each of its workers: `granian --interface wsgi gateway.wsgi:app`.

Importing it reads the environment and opens channels and database, in the worker and so after the fork.
"""

from __future__ import annotations

import chassis
from chassis import logs
from gateway.bind import bind
from gateway.settings import GatewaySettings

_settings = chassis.read(GatewaySettings, "gateway")
logs.configure("gateway", _settings.log_level)

app = bind(_settings).app
