"""Arrays lent to compiled code without counting who holds them.

Numba counts the holders of an array with two locked instructions for every function that takes it: a third of a search's time.
A kernel whose caller holds the arrays until it returns may do without.
"""

from typing import Any

from fivefamilies.core.compiled import INTERPRETED


def _as_it_is(array: Any) -> Any:
    """The array itself, where nothing is compiled."""
    return array


def _uncounted() -> Any:
    """The compiled way: the same array, with no owner to count for."""
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    @intrinsic
    def lent(context, array):
        def code(context, builder, signature, arguments):
            held = make_array(array)(context, builder, arguments[0])
            free = make_array(array)(context, builder)
            for field in ("nitems", "itemsize", "data", "shape", "strides"):
                setattr(free, field, getattr(held, field))
            free.meminfo = cgutils.get_null_value(free.meminfo.type)
            free.parent = cgutils.get_null_value(free.parent.type)
            return free._getvalue()

        return array(array), code

    return lent


lent = _as_it_is if INTERPRETED else _uncounted()
