"""The same match in a terminal."""
