"""Entry points of other installed distributions.

The standard reader of entry points takes longer to load than most commands take to run. So it is loaded only
if a distribution on the path declares the group; to find out, one small file of each is read.
"""

import sys
from collections.abc import Iterator
from os import listdir
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_INFO = (".dist-info", ".egg-info")
_PACKED = (".zip", ".whl", ".egg")


def entry_points_of(group: str) -> list["EntryPoint"]:
    """The entry points of a group, sorted by name, then value."""
    if not any(_names(file, group) for file in _files()):
        return []
    from importlib.metadata import entry_points  # noqa: PLC0415 - see above

    return sorted(entry_points(group=group), key=lambda point: (point.name, point.value))


def _files() -> Iterator[str]:
    """The files in which the distributions on the path declare entry points; a zip file counts as one.

    Names are text here: there may be hundreds of distributions, and a `Path` costs as much as opening one.
    """
    for place in dict.fromkeys(sys.path):
        folder = place or "."
        try:
            names = listdir(folder)  # noqa: PTH208 - see above
        except NotADirectoryError:
            yield place
        except OSError:
            continue
        else:
            yield from (f"{folder}/{name}/entry_points.txt" for name in names if name.endswith(_INFO))


def _names(file: str, group: str) -> bool:
    """Whether a file may declare entry points of a group; False if it cannot be read."""
    if file.endswith(_PACKED):
        return True
    try:
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123 - see above
            return group.encode() in opened.read()
    except OSError:
        return False
