"""The contract of `make check` against circles of imports finds one of any length."""

from grimp import ImportGraph

from tools.acyclic_modules import AcyclicModules


def test_a_circle_breaks_the_contract():
    graph = ImportGraph()
    contract = AcyclicModules("no circle", {}, {})
    for importer, imported in (("p.a", "p.b"), ("p.b", "p.c"), ("p.d", "p.c")):
        graph.add_import(importer=importer, imported=imported)
    assert contract.check(graph, verbose=False).kept
    graph.add_import(importer="p.c", imported="p.a")
    broken = contract.check(graph, verbose=False)
    assert not broken.kept
    assert set(broken.metadata["circle"]) == {"p.a", "p.b", "p.c"}
