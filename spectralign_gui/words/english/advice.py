"""What the automatic transfer recommends."""

TEMPLATES = {
    "advice.bias_as_good":
        "A bias correction is enough: nothing else predicts the left-out standards clearly better. With "
        "{standards:count standard}, the probability that nothing beats it by more than 10 % is {sure}.",
    "advice.bias_as_on_a":
        "A bias correction is enough: with it, A's model predicts B's standards as well as A's own spectra of them. "
        "With {standards:count standard}, the probability that the instrument adds at most 10 % to its error is "
        "{sure}.",
    "advice.combination":
        "Transfer with the combination of models that Automatic transfer makes. With {standards:count standard}, the "
        "probability that it beats A's model unchanged, B's standards alone and the mean of A's values is {sure}.",
    "advice.left_out":
        "{said}: Automatic transfer left {standards:count standard} out. Leave them out too, or measure them again.",
    "advice.none_as_good":
        "No transfer helps: nothing that was tried predicts B clearly better than A's model unchanged. With "
        "{standards:count standard}, the probability that nothing beats it by more than 10 % is {sure}.",
    "advice.none_as_on_a":
        "No transfer is needed: A's model predicts B's standards as well as A's own spectra of them. With "
        "{standards:count standard}, the probability that the instrument adds at most 10 % to its error is {sure}.",
    "advice.nothing":
        "Neither a transfer nor a model of B predicts the {standards:count standard} better than the mean of A's "
        "values. Check the pairs and the values, or measure more standards. The probability that nothing beats the "
        "mean by more than 10 % is {sure}.",
    "advice.other_regression": (
        "The combination used here has a {gain} smaller error: the gain comes from another regression, not from a "
        "transfer."),
    "advice.pairs":
        "{pairs:count unmarked pair} of spectra were used as extra standards ({share} of the final model): {hits} of "
        "{judged} standards found their partner again in the same way.",
    "advice.single": (
        "Of the single methods, {title} has the smallest error at the left-out standards: use it where a single "
        "method must be named."),
    "advice.target_only":
        "Do not transfer: a model of B's {standards:count standard} alone predicts them as well as any transfer. "
        "Measure new samples with values on B rather than on A. The probability that nothing beats this by more than "
        "10 % is {sure}.",
    "advice.unclear": (
        "Not enough standards to tell whether {what}: with {standards:count standard} the probability is {sure}. "
        "More standards may settle it; until then Automatic transfer combines the models."),
    "advice.unclear_far": (
        "Not enough standards to tell whether {what}: with {standards:count standard} the probability is {sure}, and "
        "even {most} more like them would not settle it. Automatic transfer combines the models."),
    "advice.unclear_more": (
        "Not enough standards to tell whether {what}: with {standards:count standard} the probability is {sure}. "
        "About {more} more like these would settle this question. Until then Automatic transfer combines the models."),
    "advice.whether_bias": "a bias correction is enough",
    "advice.whether_combination":
        "the combination beats A's model unchanged, B's standards alone and the mean of A's values",
    "advice.whether_none": "no transfer is needed",
    "advice.whether_nothing": "nothing predicts better than the mean of A's values",
    "advice.whether_target_only": "B's standards alone are enough",
}
