"""Hostile shapes: files in which one thing is there n times."""

from soak.shapes import conll, cpa, lexsub, m2, project, sgml, template_json, templates
from soak.shapes.shape import Shape

SHAPES: tuple[Shape, ...] = (
    *sgml.SHAPES,
    *templates.SHAPES,
    *template_json.SHAPES,
    *lexsub.SHAPES,
    *m2.SHAPES,
    *cpa.SHAPES,
    *conll.SHAPES,
    *project.SHAPES,
)
"""Every shape."""
