"""The recipe for conda-forge is what rattler-build reads and renders, and names what the wheel needs.

It is rendered only: building it needs the channel conda-forge.
"""

from pathlib import Path
from typing import Any

from keytally.version import VERSION
from release import recipe, wheel_file
from release.checkout import RECIPE, WHEEL
from release.failed import Failed


def check(dist: Path) -> str:
    """Render the recipe, and compare its dependencies with those of the wheel."""
    rendered = _rendered(dist / RECIPE)
    needed = recipe.run_dependencies(wheel_file.metadata(dist / WHEEL))
    if rendered["package"]["version"] != VERSION or not {*needed} <= {*rendered["requirements"]["run"]}:
        raise Failed(f"{RECIPE} is not that of this wheel: `python -m release.artefacts distribution recipe`")
    return (
        f"rattler-build renders {RECIPE} with {len(needed)} dependencies; not built, which needs conda-forge"
    )


def _rendered(path: Path) -> dict[str, Any]:
    """The package that a recipe makes; raises Failed where it makes none, or several."""
    from rattler_build import RattlerBuildError, Stage0Recipe  # noqa: PLC0415 - of the lock of releases

    try:
        variants = Stage0Recipe.from_file(path).render()
    except RattlerBuildError as error:
        raise Failed(f"{path.name}: {' '.join(str(error).split())}") from None
    if len(variants) != 1:
        raise Failed(f"{path.name} makes {len(variants)} packages instead of one: see release/recipe.py")
    rendered: dict[str, Any] = variants[0].recipe.to_dict()
    return rendered
