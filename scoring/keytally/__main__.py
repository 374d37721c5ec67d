"""`python -m keytally` is the command `keytally`."""

from keytally.commands.start import run

run()
