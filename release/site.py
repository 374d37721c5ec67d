"""Shows keytally's version at the foot of each page of the documentation; MkDocs calls it."""

import tomllib
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Return the settings of the site with the version of pyproject.toml."""
    text = (Path(config.config_file_path).parent / "pyproject.toml").read_text(encoding="utf-8")
    config.copyright = f"keytally {tomllib.loads(text)['project']['version']}"
    return config
