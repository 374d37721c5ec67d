"""The version of keytally, in one place."""

VERSION = "0.1.0"
