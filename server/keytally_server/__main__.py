"""`python -m keytally_server` is the command `keytally-server`."""

from keytally_server.main import run

run()
