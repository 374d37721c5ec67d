"""Features for coreference: mentions and the chains that their REFs tie them into."""
