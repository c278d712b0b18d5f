#!/usr/bin/env python3
"""Make the key pair of each service named: `keys.py ai games …`, in the folder KEYS (/keys in the image).

The private half is in the service's own folder, every public half in `public/`. A key that is there stays.
"""

import os
import sys
from pathlib import Path

from chassis.tokens import make_keys

if __name__ == "__main__":
    keys = Path(os.environ.get("KEYS", "/keys"))
    for service in sys.argv[1:]:
        make_keys(keys / service, keys / "public", service)
