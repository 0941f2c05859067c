"""Our titles as other ecosystems know games."""
