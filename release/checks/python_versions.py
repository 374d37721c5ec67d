"""The wheel works in every Python that it names and this machine has, with old and with new dependencies.

Old means `--resolution lowest-direct` of uv: the lower bound of each dependency that pyproject.toml names, as
far as there is a wheel of it for the Python at hand.
"""

import tempfile
from pathlib import Path

from release.checkout import CHECKOUT, WHEEL
from release.failed import Failed
from release.interpreters import UV, interpreters, supported
from release.running import run
from release.trial import (
    BIN,
    command_scores,
    examples_in,
    extras_work,
    modules_import,
    server_answers,
    server_commands_answer,
)

RESOLUTIONS = ("lowest-direct", "highest")


def check(dist: Path) -> str:
    """Install the wheel with all extras in a new environment for each Python and resolution, and use it."""
    versions = supported()
    pythons = interpreters(versions)
    if not pythons:
        raise Failed(
            f"there is none of Python {', '.join(versions)}: `uv python install {versions[-1]}` gets one"
        )
    for version, python in pythons.items():
        for resolution in RESOLUTIONS:
            _try(dist / WHEEL, version, python, resolution)
    absent = [version for version in versions if version not in pythons]
    note = f"; not here, and not tried: Python {', '.join(absent)}" if absent else ""
    return f"the wheel works in Python {', '.join(pythons)} with the lowest and the newest dependencies{note}"


def _try(wheel: Path, version: str, python: Path, resolution: str) -> None:
    """Use the wheel in one new environment; raises Failed, which names the environment."""
    try:
        with tempfile.TemporaryDirectory(prefix="keytally-python-") as name:
            environment = Path(name, "environment")
            _install(wheel, environment, python, resolution)
            examples = examples_in(Path(name))
            modules_import(environment / BIN / "python", examples)
            command_scores([environment / BIN / "keytally"], examples)
            extras_work([environment / BIN / "keytally"], examples)
            server_answers([environment / BIN / "keytally-server"], examples)
            server_commands_answer([environment / BIN / "keytally-server"], examples)
    except Failed as failed:
        raise Failed(f"Python {version}, {resolution} dependencies: {failed}") from None


def _install(wheel: Path, environment: Path, python: Path, resolution: str) -> None:
    """Make an environment of a Python, with the dependencies of a resolution and then the wheel itself."""
    locked = environment.with_suffix(".txt")
    run([UV, "venv", "--quiet", "--python", str(python), str(environment)], CHECKOUT)
    wheels = ("--only-binary", ":all:")
    resolve = [UV, "pip", "compile", "--quiet", "--no-header", "--all-extras", "--python", str(python)]
    run([*resolve, "--resolution", resolution, *wheels, "-o", str(locked), "pyproject.toml"], CHECKOUT)
    install = [UV, "pip", "install", "--quiet", "--python", str(environment)]
    run([*install, *wheels, "-r", str(locked)], environment)
    run([*install, "--no-deps", str(wheel)], environment)
    run([UV, "pip", "check", "--quiet", "--python", str(environment)], environment)
