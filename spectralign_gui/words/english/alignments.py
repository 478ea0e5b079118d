"""What the alignments say."""

TEMPLATES = {
    "affine.two_standards": "affine matching needs at least two different standards; mark more samples.",
    "cada.arbitrary_axes": "With {parameter} at 0 the axes beyond the number of properties are arbitrary.",
    "cada.collapsed_axes": "The ridge collapsed {n_collapsed} axes; they were skipped.",
    "cada.driven_axes": (
        "Only the first {first} of {d} axes are driven by correlation (there {q:is one property|are {q} "
        "properties}); the others follow each set's own geometry."),
    "cada.fewer_axes": (
        "{parameter} is {d}, but with this ridge the data have only {found} joint axes; take fewer or lower the "
        "ridge."),
    "cada.no_ridge": (
        "{set:start} has {n_s:count direction} for {labelled:count sample} with known values: without a ridge the "
        "axes fit those exactly and tell little about new samples; raise {parameter} above 0, or leave it automatic."),
    "cada.no_values_on_set": "{set:start} has no reference values, so only its geometry places it.",
    "cada.number_of_weights": "{parameter} has {n_weights} numbers, but there are {n_xs} sets.",
    "cada.values_do_not_vary": (
        "the reference values do not vary within any set, so nothing can be correlated with them."),
    "cada.weights_not_positive": "{parameter} must all be above 0, not {weights:g}.",
    "classes.bins_of_one_property": (
        "{parameter}: bins can be made from one property only, but {shape} are given; use clusters."),
    "classes.no_groups": "{parameter} is set to groups, but none are given.",
    "classes.nothing_to_make_from": "there are neither groups nor reference values to make classes from.",
    "classes.too_few_known": "{sum:count sample has} all reference values known; classes need at least 2.",
    "dar.not_converged": (
        "The weights did not reach the required accuracy: the discrepancy is {objective:.3g}, up to {gap:.1g} above "
        "the smallest possible one."),
    "dasr.not_converged": (
        "The search for the values did not converge for {failed} of the {n_scaled} calibration spectra; the same "
        "may happen with new spectra."),
    "dasr.too_few_known": "{n_train:count spectrum has} reference values; at least 3 are needed.",
    "embedding.arbitrary_rest": (
        "{standards:count standard} determine{standards:s|} only {fixed:count direction}; the rest of the {d} "
        "dimensions is matched arbitrarily."),
    "embedding.not_finite": (
        "the joint coordinates are not finite: the spectra are too ill-conditioned here; use another "
        "scaling or fewer channels."),
    "global_geometry.unknown_size": (
        "{set:start} has only one standard, so its size relative to the others cannot be estimated and "
        "is left as it is."),
    "global_geometry.unlinked": "no standard links {set} to the other instruments; mark at least one.",
    "hda.one_class": (
        "all labelled samples are of one class, so there is nothing to keep apart; give groups or "
        "reference values that differ."),
    "iterative.not_converged": (
        "The iteration for {set} did not converge in {iterations} steps; its objective is within "
        "{gap:.1e} (relative) of the best possible."),
    "iterative.nothing_yet": (
        "nothing has been reconstructed after {iterations} iteration{iterations:|s}; let it run longer."),
    "iterative.stopped": (
        "The iteration for {set} has not converged (stopped by you at iteration {iterations}); its "
        "objective is within {gap:.1e} (relative) of the best possible."),
    "latent.labelled_spectra_reduced": (
        "{n} labelled spectra cannot tell all directions apart, so they are reduced to {components} "
        "principal components first."),
    "latent.no_values_on_set": (
        "{set:start} has no reference values to fit on, so the joint model is made from {set2}."),
    "latent.reduced_first": (
        "{standards:count standard} cannot tell {map} directions apart (any would agree perfectly), so "
        "the principal components of each instrument are used first: {keep}."),
    "latent.too_few_known": (
        "there {n_x:is|are} {n_x:count sample} with all reference values known; at least 3 are needed."),
    "latent.too_few_known_on_set": (
        "{set} has {n_rows:count sample} with all reference values known; at least 3 are needed."),
    "latent.too_few_standards": (
        "{set} has {n_unique} standard{n_r:|s}; at least two are needed to compare how they vary."),
    "lra_cluster.no_cluster": (
        "{count} sample{count:|s} of {set} {count:belongs|belong} to no cluster: no kept component reconstructs "
        "{count:it|them} (label −1)."),
    "lra_cluster.too_few_samples": "{parameter} is {wanted}, but only {n:count sample} can be grouped.",
    "manifold.instance_only": "{parameter} works at instance level only; choose instance as {parameter2}.",
    "multiscale.dimensions_of_level": "{parameter}: level {level} holds {dims} dimensions, not {asked}.",
    "multiscale.finest_level": (
        "{parameter}: the finest level holds {dims:count dimension}, not {asked}; lower {parameter2}."),
    "multiscale.level_too_high": (
        "{parameter}: there are only {n_dims} levels (with {map:commas} dimensions), so {level} is too high."),
    "outliers.alone": "{samples} (cannot be built from the others)",
    "outliers.from_itself": "{what}, so the fit builds it from itself ({share:percent} of its weights)",
    "outliers.in_error": "{samples} (error part much larger than usual)",
    "outliers.in_error_and_alone": "{samples} (error part much larger than usual, and cannot be built from the others)",
    "outliers.of_set": "{set:start} has {n:count outlying sample}: {parts:semicolons}.",
    "outliers.others_have_none": "its error part is much larger than that of the others (most have none)",
    "outliers.own": (
        "no combination of the other samples reproduces it ({share:percent} of what sets it apart is its own)"),
    "outliers.own_but_like": (
        "no combination of the other samples reproduces it, apart from {like}, which are like it ({share:percent} of "
        "what sets it apart is its own)"),
    "outliers.reasons": "{parts:semicolons}",
    "outliers.times_the_usual": "its error part is much larger than that of the others ({times:.2g} times the usual)",
    "procrustes.no_turn": (
        "the standards do not vary together at all, so no rotation fits them: mark at least two different "
        "samples."),
    "procrustes.two_standards": "Procrustes alignment needs at least two different standards; mark more samples.",
    "reconstruction.all_dropped": (
        "the penalty drops everything: its threshold is {line:.4g} and the largest singular values are "
        "{largest}; lower the penalty, set a kept rank, or scale the spectra."),
    "reconstruction.approximate": (
        "This method places new spectra approximately: each is rebuilt from the training spectra and put where they "
        "are."),
    "reconstruction.exclusive": "{group} exclude each other; set at most one of them.",
    "reconstruction.few_standards": (
        "Fewer than {few} standards are too few for validation; {rule} are used unless you set them."),
    "reconstruction.low_rank": "{set:start} holds only {rank} singular values above rounding error; all are kept.",
    "reconstruction.many_dimensions": (
        "{n_components} dimensions are many for these data: {n_below} eigenvalues lie below 1 − µ = "
        "{mu:.3g}, and the last one used is {eigenvalues:.3g}; the upper dimensions are mostly noise or "
        "differences between the instruments."),
    "reconstruction.mostly_noise": (
        "Of {n_components} dimensions only {sum} have eigenvalues well below 1 − µ = {mu:.3g}: the "
        "others are mostly noise."),
    "reconstruction.no_factors": "{title}: a saved model has no factors; run the fit again.",
    "reconstruction.not_live": "{name} cannot be changed without a new fit.",
    "reconstruction.nothing_at_penalty": (
        "Nothing of {set} is reconstructed at this penalty; only its standards are aligned."),
    "reconstruction.nothing_kept": (
        "Nothing of {set} is kept: its singular values are all below the threshold {threshold:.4g}; only "
        "its standards are aligned."),
    "reconstruction.rows_of_new_standards": (
        "the spectra of new standards must have one row per standard on every instrument."),
    "rlra.all_error": "{parameter} {values:g} treats every spectrum as error; it must be above {noise_bounds:.4g}.",
    "slra.no_links": "{parameter} {values:g} cuts every link of every set; lower it.",
    "unsupervised.standards_unused": "This method does not use the marked standards.",
}
