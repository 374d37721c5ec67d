"""A recipe for conda-forge, made from the metadata of the wheel and the hash of the sdist.

One package has both programs and all extras, since packages of conda have none. It is of the kind `noarch`:
what only some versions of Python need, all get.
"""

from collections.abc import Iterator
from email.message import Message
from hashlib import sha256
from pathlib import Path

from packaging.requirements import Requirement

from keytally.version import VERSION
from release import wheel_file
from release.checkout import CHECKOUT, RECIPE, SDIST, WHEEL
from release.failed import Failed

SOURCE = "{}/releases/download/v${{{{ version }}}}/keytally-${{{{ version }}}}.tar.gz"
UNKNOWN = "https://repository.invalid/keytally"
"""Stands for the address of the repository until `python -m release.address` has been run."""

_BACK_END = "hatchling"


def write(dist: Path) -> None:
    """Write the recipe beside the sdist and the wheel that it is made from; raises Failed without them."""
    if not (dist / SDIST).is_file() or not (dist / WHEEL).is_file():
        raise Failed(
            "a recipe is made from sdist and wheel: `python -m release.artefacts distribution recipe`"
        )
    told = wheel_file.metadata(dist / WHEEL)
    digest = sha256((dist / SDIST).read_bytes()).hexdigest()
    lines = _lines(told, digest)
    (dist / RECIPE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def run_dependencies(told: Message) -> list[str]:
    """What the package needs to run, in the notation of conda, sorted by name."""
    stated = [Requirement(text) for text in told.get_all("Requires-Dist") or []]
    return sorted({f"{each.name.lower()} {_range(each)}".rstrip() for each in stated})


def _range(requirement: Requirement) -> str:
    return ",".join(sorted(str(part) for part in requirement.specifier))


def _lines(told: Message, digest: str) -> Iterator[str]:
    """The lines of the recipe; the schema is that of rattler-build, which conda-forge takes."""
    lowest = str(told["Requires-Python"]).removeprefix(">=")
    yield from (
        "schema_version: 1",
        "",
        "context:",
        f'  version: "{VERSION}"',
        f'  python_min: "{lowest}"',
        "",
    )
    yield from ("package:", "  name: keytally", "  version: ${{ version }}", "")
    address = _repository(told)
    yield from ("source:", f"  url: {SOURCE.format(address)}", f"  sha256: {digest}", "")
    yield from ("build:", "  number: 0", "  noarch: python")
    yield "  script: ${{ PYTHON }} -m pip install . -vv --no-deps --no-build-isolation"
    yield from ("  python:", "    entry_points:")
    yield from (
        "      - keytally = keytally.cli.main:main",
        "      - keytally-server = keytally_server.main:run",
        "",
    )
    yield from (
        "requirements:",
        "  host:",
        "    - python ${{ python_min }}.*",
        "    - pip",
        f"    - {_back_end()}",
    )
    yield from ("  run:", "    - python >=${{ python_min }}")
    yield from (f"    - {dependency}" for dependency in run_dependencies(told))
    yield from (
        "",
        "tests:",
        "  - python:",
        "      imports:",
        "        - keytally",
        "        - keytally_server",
    )
    yield from ("      pip_check: true", "      python_version: ${{ python_min }}.*")
    yield from ("  - script:", "      - keytally --version", "      - keytally-server --version", "")
    yield from ("about:", f'  summary: "{told["Summary"]}"', f"  license: {told['License-Expression']}")
    yield "  license_file: LICENSE"
    if address != UNKNOWN:
        yield from (f"  homepage: {address}", f"  repository: {address}")


def _repository(told: Message) -> str:
    """The address of the repository, if the metadata tell it."""
    addresses = dict(address.split(", ", 1) for address in told.get_all("Project-URL") or [])
    return addresses.get("Repository", UNKNOWN)


def _back_end() -> str:
    """The build back end at the version that pyproject.toml pins, in the notation of conda."""
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    pinned = text.partition(f'requires = ["{_BACK_END}')[2].partition('"')[0]
    return f"{_BACK_END} {pinned}"
