"""What the linear algebra below the methods says."""

TEMPLATES = {
    "dimensions.fewer": (
        "{parameter} is {d}, but the data hold only {most} joint dimensions (kept ranks {kept}); the vectors beyond "
        "are noise. Take fewer dimensions, keep a higher rank or lower the penalty."),
    "dimensions.equal": (
        "the dimensions were not found, because too many of them are equally good; take fewer dimensions or fewer "
        "samples."),
    "dimensions.not_found": (
        "the joint dimensions were not found with µ = {mu:g}, because too many of them are equally good; choose a µ "
        "farther from 0 and 1."),
    "graph.disconnected": (
        "{parameter}: with {n_neighbors} neighbours the graph of {what} falls into {count} unconnected parts; raise "
        "it or leave it empty."),
    "graph.fewer_dimensions": "{parameter}: {wanted} requested, but {what} hold only {available}.",
    "graph.no_direction": "{parameter}: {what} hold no direction to align on.",
    "graph.not_converged": (
        "the eigenvectors of the neighbour graph of {n} samples did not converge ({n_eigenvalues} of "
        "{count} found); take more neighbours or fewer dimensions."),
    "graph.parts": (
        "The graph of neighbours and pairs falls into {count} unconnected parts, so their relative positions mean "
        "nothing; take more neighbours or mark more standards."),
    "graph.weighting": "{parameter} must be binary, heat or distance, not {weighting!r}.",
    "kernel.does_not_vary": "the kernel matrix of {set} does not vary; use another kernel or {parameter}.",
    "kernel.function_in_file": (
        "{parameter} is a Python function, which a model file cannot hold; use a named kernel."),
    "kernel.negative_eigenvalues": (
        "The kernel matrix of {set} has negative eigenvalues (down to {values:.3g}); they are dropped."),
    "kernel.no_positive_eigenvalue": "the kernel matrix has no positive eigenvalue; use another kernel.",
    "kernel.no_positive_eigenvalue_of_set": (
        "the kernel matrix of {set} has no positive eigenvalue; use another kernel."),
    "kernel.not_finite": "the kernel matrix is not finite; use another scaling, kernel or {parameter}.",
    "kernel.shape": "the kernel function returned the shape {shape} instead of {value}.",
    "memory.needs": "{what} needs {n_bytes:.1f} GB, but only {free:.1f} GB are free; {advice}.",
    "scaling.one_of": "{parameter} must be one of {modes:commas}, not {mode}.",
    "spectra.too_large_to_square": "the spectra are too large to be squared; use a scaling other than none.",
    "spectra.too_large_unscaled": "the spectra are too large to be used without scaling.",
}
