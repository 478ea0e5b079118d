# %% [markdown]
# # Which method, and which samples to measure next?
#
# Two simulated near-infrared instruments. B reads a little lower and is shifted by a channel. We compare methods on
# samples that took part in nothing, and ask which samples of A should be measured on B next.

# %%
import numpy as np

import spectralign_gui as sa

rng = np.random.default_rng(0)
axis = np.linspace(1100, 2300, 120)
bands = np.array([np.exp(-(((axis - c) / w) ** 2)) for c, w in ((1450, 60), (1940, 80), (2100, 50))])
amounts = rng.uniform(0.2, 1.0, (80, 3))
pure = amounts @ bands
noise = 0.002 * rng.normal(size=(2, *pure.shape))
values = {"Moisture": 5 + 10 * amounts[:, 0], "Protein": 8 + 6 * amounts[:, 1]}
names = [f"sample {k + 1}" for k in range(80)]
a = sa.spectra(pure + noise[0], axis=axis, unit="nm", name="A", sample_names=names, values=values)
b = sa.spectra(0.93 * np.roll(pure, 1, axis=1) + 0.03 + noise[1], axis=axis, unit="nm", name="B", sample_names=names)

# %% [markdown]
# Ten standards, three random splits; "no transfer" and a model of B's own stand beside the methods.

# %%
report = sa.evaluate(a, b, methods=["ds", "pds", "bias"], standards="names", numbers=[10], repeats=3, seed=1)
for name, entry in report["methods"].items():
    figures = entry["properties"]["Moisture"].get("10")
    if figures:
        print(f"{name:12s} {figures['rmsep']['mean']:.2f}")

# %% [markdown]
# Kennard–Stone spreads the next standards over what A has measured:

# %%
for suggestion in sa.suggest(a, count=5, strategy="kennard-stone"):
    print(suggestion.sample)
