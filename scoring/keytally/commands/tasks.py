"""`keytally tasks`: list the tasks."""

import argparse

from keytally.commands.arguments import add_output
from keytally.commands.main import show_page
from keytally.families.registry import languages, tasks

SUMMARY = "list the tasks"
DESCRIPTION = "List the tasks that --task accepts, each with its main measure and its file format."


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(command)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each task and return 0."""
    known, titles = tasks(), languages()
    name_width = max(map(len, known))
    measure_width = max(len(task.headline) for task in known.values())
    lines = (
        f"{name:<{name_width}}  {task.headline:<{measure_width}}  {titles[task.language].title}\n"
        for name, task in known.items()
    )
    show_page("".join(lines))
    return 0
