"""Print the documentation page of configuration files (docs/configuration.md), as Markdown."""

import sys

from keytally.evaluations.muc.formats.config.options import render_page

if __name__ == "__main__":
    sys.stdout.write(render_page())
