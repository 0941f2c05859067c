"""Nostra City by Sébastien Gigaudaut and David Rakoto (Hazgaard): lieutenants of a Godfather on trial, one perhaps a Snitch."""

from fivefamilies.core.collect import gather

TITLE = gather(__name__, bound=6_000, log_rows=200, horizon=50, horizon_step=15, sharp=1.5, others=8)
