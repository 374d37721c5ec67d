"""Features for units that tell by themselves what to show, whatever their format."""
