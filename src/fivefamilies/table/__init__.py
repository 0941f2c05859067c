"""The web table: people and bots at one table, in a browser."""
