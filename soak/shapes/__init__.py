"""Hostile shapes: files in which one thing is there n times."""

from soak.shapes import cpa, lexsub, m2, project, sgml, templates
from soak.shapes.shape import Shape

SHAPES: tuple[Shape, ...] = (
    *sgml.SHAPES,
    *templates.SHAPES,
    *lexsub.SHAPES,
    *m2.SHAPES,
    *cpa.SHAPES,
    *project.SHAPES,
)
"""Every shape."""
