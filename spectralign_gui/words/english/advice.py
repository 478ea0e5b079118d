"""What the automatic transfer recommends."""

TEMPLATES = {
    "advice.bias_as_good":
        "A bias correction is enough: nothing else predicts the left-out standards clearly better. That nothing beats "
        "it by more than 10 % is {sure} probable on these {standards:count standard}.",
    "advice.bias_as_on_a":
        "A bias correction is enough: with it A's model predicts B's standards as it predicts A's own spectra of them. "
        "That the instrument adds no more than 10 % to its error is {sure} probable on these "
        "{standards:count standard}.",
    "advice.combination":
        "Transfer with the combination of models that Automatic transfer makes. That it beats A's model as it is, B's "
        "standards alone and the mean of A's values is {sure} probable on these {standards:count standard}.",
    "advice.left_out":
        "{names:start} look swapped with each other on the two instruments: Automatic transfer left "
        "{standards:count standard} out. Check these pairs.",
    "advice.none_as_good":
        "No transfer helps: nothing that was tried predicts B clearly better than A's model as it is. That nothing "
        "beats it by more than 10 % is {sure} probable on these {standards:count standard}.",
    "advice.none_as_on_a":
        "No transfer is needed: A's model predicts B's standards as it predicts A's own spectra of them. That the "
        "instrument adds no more than 10 % to its error is {sure} probable on these {standards:count standard}.",
    "advice.nothing":
        "Neither a transfer nor a model of B predicts the {standards:count standard} better than the mean of A's "
        "values: check the pairs and the values, or measure more standards. That nothing beats the mean by more than "
        "10 % is {sure} probable.",
    "advice.other_regression":
        "The combination, which predicts here, errs {gain} less: that is the gain of another regression, not of a "
        "transfer.",
    "advice.pairs":
        "{pairs:count unmarked pair} of spectra stand beside the standards for {share} of the combination: {hits} of "
        "{judged} standards found their partner again in the same way.",
    "advice.single":
        "Of the single methods {title} errs least at the left-out standards: take it where a procedure must be named.",
    "advice.target_only":
        "Do not transfer: a model of B's {standards:count standard} alone predicts them as well as any transfer. "
        "Measure B's own standards: more samples with values on B. That nothing beats it by more than 10 % is {sure} "
        "probable.",
    "advice.unclear":
        "Not enough standards to tell: that {what} is {sure} probable on these {standards:count standard}. Measure "
        "more of them; until then the combination predicts.",
    "advice.unclear_far":
        "Not enough standards to tell: that {what} is {sure} probable on these {standards:count standard}, and more "
        "than {most} others like them would not settle it. The combination predicts.",
    "advice.unclear_more":
        "Not enough standards to tell: that {what} is {sure} probable on these {standards:count standard}. Measure "
        "about {more} more, which would show it if they are like these; until then the combination predicts.",
    "advice.whether_bias": "a bias correction is enough",
    "advice.whether_combination":
        "the combination beats A's model as it is, B's standards alone and the mean of A's values",
    "advice.whether_none": "no transfer is needed",
    "advice.whether_nothing": "nothing predicts better than the mean of A's values",
    "advice.whether_target_only": "B's standards alone are enough",
}
