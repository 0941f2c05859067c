"""A report on a game: what many matches say about its seats, its luck, its parts and its rules, on one page.

| module | what |
| --- | --- |
| games | one match of `search`, watched; many of compiled bots; a bot that does without something |
| studies | the matches that a report wants, and those that were played already |
| figures | what they say, as numbers with intervals |
| plots | the numbers as pictures |
| page | the page |
"""
