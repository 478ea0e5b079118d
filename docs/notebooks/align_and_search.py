# %% [markdown]
# # Bring two Raman instruments into one space and search in it
#
# Two Raman instruments with different lasers and different axes measured minerals. Low rank alignment (LRA) gives all
# spectra joint coordinates: the same mineral lies at the same place, whichever instrument measured it.

# %%
import numpy as np

import spectralign_gui as sa

green, red = sa.sample_spectra("raman")
result = sa.align(green, red, standards="names", method="lra", hold_out=0.25, seed=2, preprocess=["baseline", "snv"])
print([e.shape for e in result.embeddings])

# %% [markdown]
# How often is the partner of a held-out mineral among its three nearest neighbours? Their pairing took no part in the
# fit.

# %%
for k, share in result.quality.hit.items():
    print(f"among the {k} nearest: {share['a_to_b']:.0%} green to red, {share['b_to_a']:.0%} back")

# %% [markdown]
# A search: which minerals of the red instrument are most like the first one of the green instrument?

# %%
first = result.embeddings[0][0]
distance = np.linalg.norm(result.embeddings[1] - first, axis=1)
nearest = np.argsort(distance)[:3]
print(green.sample_names[0], "→", [red.sample_names[k] for k in nearest])

# %% [markdown]
# New spectra are mapped into the same space by the fitted method.

# %%
coordinates = result.estimator.transform(result.datasets[1].spectra[:2], instrument=1)
assert np.allclose(coordinates, result.embeddings[1][:2], atol=1e-8)
