"""The launcher, in less of a hurry to believe that something will never run.

It waits ever longer before it starts a process again that dies soon after each start. Here each is killed every few
seconds, and that is no fault of its own: without this most of the house would be away most of the time.
"""

from __future__ import annotations

import sys

from local import supervisor
from local.__main__ import main

if __name__ == "__main__":
    supervisor.RESTART_MOST_S = 0.5
    sys.exit(main())
