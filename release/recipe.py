"""A recipe for conda-forge, made from the metadata of the wheel and the hash of the sdist.

One package has both programs and all extras, since packages of conda have none. It is of the kind `noarch`:
what only some versions of Python need, all get.
"""

import re
from collections.abc import Iterator, Mapping
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
_MADE = """\
schema_version: 1

context:
  version: "<VERSION>"
  python_min: "<LOWEST>"

package:
  name: keytally
  version: ${{ version }}

source:
  url: <SOURCE>
  sha256: <DIGEST>

build:
  number: 0
  noarch: python
  script: ${{ PYTHON }} -m pip install . -vv --no-deps --no-build-isolation
  python:
    entry_points:
      - keytally = keytally.commands.start:run
      - keytally-server = keytally_server.main:run

requirements:
  host:
    - python ${{ python_min }}.*
    - pip
    - <BACK_END>
  run:
    - python >=${{ python_min }}
"""
_TRIED_AND_TOLD = """\

tests:
  - python:
      imports:
        - keytally
        - keytally_server
      pip_check: true
      python_version: ${{ python_min }}.*
  - script:
      - keytally --version
      - keytally-server --version

about:
  summary: "<SUMMARY>"
  license: <LICENSE_NAME>
  license_file: LICENSE
"""


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
    address = _repository(told)
    lowest = str(told["Requires-Python"]).removeprefix(">=")
    stated = {"VERSION": VERSION, "LOWEST": lowest, "SOURCE": SOURCE.format(address), "DIGEST": digest}
    yield from _filled(_MADE, {**stated, "BACK_END": _back_end()})
    yield from (f"    - {dependency}" for dependency in run_dependencies(told))
    about = {"SUMMARY": told["Summary"], "LICENSE_NAME": told["License-Expression"]}
    yield from _filled(_TRIED_AND_TOLD, about)
    if address != UNKNOWN:
        yield from (f"  homepage: {address}", f"  repository: {address}")


def _filled(text: str, values: Mapping[str, str]) -> list[str]:
    """The lines of a part of the recipe with what stands for each `<NAME>` in it."""
    return re.sub(r"<(\w+)>", lambda match: values[match[1]], text).splitlines()


def _repository(told: Message) -> str:
    """The address of the repository, if the metadata tell it."""
    addresses = dict(address.split(", ", 1) for address in told.get_all("Project-URL") or [])
    return addresses.get("Repository", UNKNOWN)


def _back_end() -> str:
    """The build back end at the version that pyproject.toml pins, in the notation of conda."""
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    pinned = text.partition(f'requires = ["{_BACK_END}')[2].partition('"')[0]
    return f"{_BACK_END} {pinned}"
