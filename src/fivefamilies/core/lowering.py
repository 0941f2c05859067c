"""How Numba compiles a rule: to LLVM's language and no further.

The verbs that use a rule link it in as it is, optimize the whole once, and machine code is made of that. By itself Numba would
optimize every rule alone and with each of its callers, and make machine code of it that nobody can enter: a third of the time.
"""

from numba.core.compiler import CompilerBase, DefaultPassBuilder, StateDict
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering


@register_pass(mutates_CFG=False, analysis_only=False)
class LeaveToVerbs(LoweringPass):
    """Whoever calls the rule links it, and the rules that it calls."""

    _name = "leave_to_verbs"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: StateDict) -> bool:
        library, lowered, entry = state.library, state.cr, object()  # nothing is entered there; it stands for the rule
        library._finalized = True
        linked = list(dict.fromkeys([library, *library._linking_libraries]))
        state.targetctx.insert_user_function(entry, lowered.fndesc, linked)
        state.cr = lowered._replace(cfunc=entry)
        return True


class Lowering(CompilerBase):
    """Numba's own pipeline, which ends before machine code is made."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.state.flags.no_compile = True

    def define_pipelines(self) -> list[DefaultPassBuilder]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(LeaveToVerbs, NativeLowering)
        passes.finalize()
        return [passes]
