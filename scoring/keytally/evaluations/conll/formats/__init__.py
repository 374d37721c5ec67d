"""Documents of tokens with brackets of mentions."""
