"""README as a package index shows it, which has it alone: links lead into the repository, or are none.

Hatchling loads this module by its path (`pyproject.toml`); it can import nothing else of the checkout.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)\s]+)\)(\n*)")


def packed(page: str, repository: str) -> str:
    """A page with the addresses of its links and pictures in the repository.

    While that is not known (""), pictures are left out, and links are their words.
    """
    base = repository.removesuffix("/").removesuffix(".git")

    def link(found: re.Match[str]) -> str:
        mark, title, path, end = found.groups()
        if not base:
            return "" if mark else title + end
        return f"{mark}[{title}]({base}/{'raw' if mark else 'blob'}/HEAD/{path}){end}"

    return _RELATIVE.sub(link, page)


class IndexPage(MetadataHookInterface):
    """Gives the metadata of the distribution their long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the page in; the repository is that of the project's URLs."""
        page = Path(self.root, "README.md").read_text(encoding="utf-8")
        repository = metadata.get("urls", {}).get("Repository", "")
        metadata["readme"] = {"content-type": "text/markdown", "text": packed(page, repository)}
