"""Linear algebra that the methods share: scaling, factors, reconstruction, penalty, pair graph, reduced eigenproblem.

Rows are samples everywhere. Large decompositions use numpy.linalg and scipy.sparse.linalg only: scipy.linalg's
eigh and svd hold the interpreter lock and would freeze the window while the worker runs.
"""
