"""`python -m keytally_server` runs the command `keytally-server`."""

from keytally_server.main import run

run()
