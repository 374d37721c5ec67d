"""What is said in Markdown and in outlines: verdicts, figures, shortened texts."""
