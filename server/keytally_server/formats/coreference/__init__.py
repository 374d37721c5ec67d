"""What editors show of documents with coreference: mentions, and the chains that their REFs form."""
