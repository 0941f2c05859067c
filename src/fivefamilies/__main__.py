"""`python -m fivefamilies` is the command `families`."""

from fivefamilies.cli import main

main()
