"""The automatic transfer's recommendation in the words of a session."""

from spectralign_gui.session.compare.evaluate import in_words


def test_properties_that_are_not_learned_are_named():
    advice = {"sentence": "Transfer.", "unlearned": [1]}
    assert in_words(advice, ("Moisture", "Oil"))["sentence"].endswith("than by the mean of A's values: Oil.")
    assert in_words({"sentence": "Transfer.", "unlearned": []}, ("Oil",))["sentence"] == "Transfer."
