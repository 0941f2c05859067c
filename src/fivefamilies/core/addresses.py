"""Verbs as numbers: a kernel that is given a verb by its address need not ask Python for it.

Numba's own first-class functions are looked up by name in every call, 3 µs each and with the interpreter's lock held; a loop of
the batch takes fifteen of them. Calls inside the kernel are the same.
"""

from typing import Any

from numba.core import cgutils, types
from numba.core.typing import Signature
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, unbox


class ByAddress(types.FunctionType):
    """A function of a signature that comes from Python as the number of its address."""


register_model(ByAddress)(FunctionModel)


@unbox(ByAddress)
def unbox_address(kind: ByAddress, number: Any, c: Any) -> NativeValue:
    """The number is where the function begins, and nothing else is known of it."""
    function = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    function.c_addr = c.pyapi.long_as_voidptr(number)
    return NativeValue(function._getvalue())


class Address(int):
    """A compiled verb by its address; it stays alive as long as this number."""

    verb: Any

    @classmethod
    def of(cls, verb: Any, signature: Signature) -> "Address":
        found = verb.get_compile_result(signature)
        answer = types.unliteral(found.signature.return_type)
        if answer != signature.return_type:
            raise TypeError(f"verb {verb.__name__} answers {answer}; {signature.return_type} is wanted")
        address = cls(found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name))
        address.verb = verb
        return address
