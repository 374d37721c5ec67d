"""All that a release needs: artefacts, and checks of them in clean environments."""
