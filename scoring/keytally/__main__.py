"""`python -m keytally` is the command `keytally`."""

import sys

from keytally.cli.main import main

sys.exit(main())
