"""Entry points of other installed distributions.

The standard reader of entry points takes longer to load than most commands take to run. So it is loaded only
if a distribution on the path declares the group; to find out, one small file of each is read.
"""

import sys
from collections.abc import Iterator
from os import scandir
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_INFO = (".dist-info", ".egg-info")


def entry_points_of(group: str) -> list["EntryPoint"]:
    """The entry points of a group, sorted by name, then value."""
    if not any(_names(file, group) for file in _files()):
        return []
    from importlib.metadata import entry_points  # noqa: PLC0415 - see above

    return sorted(entry_points(group=group), key=lambda point: (point.name, point.value))


def _files() -> Iterator[Path]:
    """The files in which the distributions on the path declare entry points; a zip file counts as one."""
    for place in dict.fromkeys(sys.path):
        try:
            with scandir(place or ".") as entries:
                yield from (Path(entry.path, "entry_points.txt") for entry in entries if _is_info(entry.name))
        except NotADirectoryError:
            yield Path(place)
        except OSError:
            continue


def _is_info(name: str) -> bool:
    return name.endswith(_INFO)


def _names(file: Path, group: str) -> bool:
    """Whether a file may declare entry points of a group; False if it cannot be read."""
    try:
        return file.suffix in (".zip", ".whl", ".egg") or group.encode() in file.read_bytes()
    except OSError:
        return False
