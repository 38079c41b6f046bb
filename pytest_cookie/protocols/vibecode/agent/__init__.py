"""A model as evaluator: it sees numbered elements and the window, executes substeps, and reports on each of them."""
