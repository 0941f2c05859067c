"""Players that teach themselves. Needs the extra `train`.

    families train the_boss --minutes 10                    # at school
    families train the_boss --minutes 10 --by self-play     # on a device

A network learns how far the hand-written judgement of a title is wrong. At school (`pupil`) it learns from games whose seats
think ahead (`bots.school`); soon they ask the network, and each makes the other better. Exercises (`bots.practice`) show where a
search stops and how games end from there. In self-play (`learning`) many games are stepped at once, by `fivefamilies.batch` or on
a device by `fivefamilies.cuda.Batch`, whose arrays torch takes without a copy, and it learns by proximal policy optimization,
without a search. Either way some tables are shared with older selves and with hand-written players, so that one style does not
fool it. What is learned is written down for `learned` and for `search` with `judge=learned`, which need no torch.
"""
