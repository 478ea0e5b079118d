"""Later samples: a fitted result as a model, its predictions, and whether it still holds."""
