"""Editors that talk to real servers, and a copy of the example to work on."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.server.editor import SERVER, Editor, capabilities_of

Start = Callable[..., Awaitable[Editor]]


@pytest.fixture
def workspace(tmp_path: Path, examples: Path) -> Path:
    """A copy of the named-entity example."""
    return Path(shutil.copytree(examples / "named_entity", tmp_path / "ne"))


@pytest.fixture
def defects(tmp_path: Path, examples: Path) -> Path:
    """A copy of the example with planted defects."""
    return Path(shutil.copytree(examples / "named_entity_defects", tmp_path / "defects"))


@pytest_asyncio.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a server in a process of its own, and an editor that is through with `initialize`.

    Takes the workspace's folders, `options` (initializationOptions), `settings` (what
    workspace/configuration is answered with), and the words of `capabilities_of`.
    """
    editors: list[Editor] = []

    async def start_editor(*folders: Path, options: Any = None, settings: Any = None, **words: Any) -> Editor:
        editor = Editor()
        editors.append(editor)
        editor.set_configuration({"keytally": settings} if settings is not None else {})
        await editor.start_io(SERVER, "--stdio")
        await editor.begin(*folders, capabilities=capabilities_of(**words), options=options)
        return editor

    yield start_editor
    for editor in editors:
        await editor.end()


@pytest_asyncio.fixture
async def editor(start: Start, workspace: Path) -> Editor:
    """An editor like VS Code on the example."""
    return await start(workspace)
