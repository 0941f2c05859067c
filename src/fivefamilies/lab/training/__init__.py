"""Players that teach themselves: self-play on a device or a processor, by proximal policy optimization. Needs the extra `train`.

    families train the_boss --minutes 10

Many games are stepped at once: by `fivefamilies.batch`, or by `fivefamilies.cuda.Batch`, whose arrays torch takes without a copy.
Every seat sees what `observe` tells it and nothing else. At a third of the tables an older self plays too, and at some of them
`greedy`, so that one style does not fool it. What is learned is written down for `learned` and for `search` with `judge=learned`,
which need no torch.
"""
