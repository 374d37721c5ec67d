"""What is tried of the artefacts, a module each."""
