"""A contract for import-linter: no module imports itself through others, not even for type checkers or in functions."""

from graphlib import CycleError, TopologicalSorter

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class AcyclicModules(Contract):
    """Broken by the first circle of imports that is found."""

    type_name = "acyclic_modules"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Sort all modules by their imports."""
        imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
        circle: list[str] = []
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as error:
            circle = error.args[1][::-1]
        return ContractCheck(kept=not circle, metadata={"circle": circle})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the circle; each module imports the next."""
        output.print_error(" -> ".join(check.metadata["circle"]))
