"""One run over files on disk: what the command and the Python API do, by the engine."""
