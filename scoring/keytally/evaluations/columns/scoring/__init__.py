"""From labels to entities, and from entities to counts."""
