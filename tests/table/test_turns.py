"""Many slow bots do not keep a quick one waiting."""

import asyncio
import time

from fivefamilies.table.turns import Turns


def test_two_hundred_dons_keep_a_capo_waiting_for_one_thought():
    async def run():
        turns, waits = Turns(2), []

        async def think(bot, seconds):
            began = time.monotonic()
            async with turns.of(bot):
                waits.append((bot, time.monotonic() - began))
                await asyncio.sleep(seconds)

        dons = [asyncio.create_task(think("don", 0.01)) for _ in range(200)]
        await asyncio.sleep(0.05)
        for _ in range(10):
            await think("capo", 0.002)
        assert len(turns) > 100, "the dons still wait"
        await asyncio.gather(*dons)
        return turns, waits

    turns, waits = asyncio.run(run())
    assert max(wait for bot, wait in waits if bot == "capo") < 0.25 < max(wait for bot, wait in waits if bot == "don")
    assert len(turns) == 0 and turns.free == 2 and len(waits) == 210


def test_whoever_was_idle_has_saved_nothing_up():
    """A kind that comes late gets its share from now on; it does not keep the others out for what they thought before."""

    async def run():
        turns, order = Turns(1), []
        turns.thought.update({"don": 100.0})

        async def think(bot):
            async with turns.of(bot):
                order.append(bot)
                await asyncio.sleep(0.005)

        thoughts = [asyncio.create_task(think("don")) for _ in range(8)]
        await asyncio.sleep(0)
        thoughts += [asyncio.create_task(think("capo")) for _ in range(8)]
        await asyncio.gather(*thoughts)
        return order

    assert "don" in asyncio.run(run())[1:6]


def test_a_thought_that_is_given_up_leaves_its_place():
    async def run():
        turns = Turns(1)
        async with turns.of("don"):
            waiting = [asyncio.create_task(turns.enter("capo")) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.gather(waiting[0], return_exceptions=True)
        waiting[1].cancel()  # it has just been given the place
        await asyncio.gather(waiting[1], return_exceptions=True)
        await asyncio.wait_for(waiting[2], 1)
        turns.leave("capo")
        return turns

    turns = asyncio.run(run())
    assert turns.free == 1 and not turns.waiting and not turns.thinking.total()
