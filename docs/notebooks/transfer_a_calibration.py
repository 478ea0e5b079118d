# %% [markdown]
# # Use a calibration of one LIBS instrument on another
#
# A laboratory instrument (A) has spectra and reference values of 52 rocks. A field instrument (B) measured some of the
# same rocks. We want oxide contents from B's spectra. The spectra are sample spectra that the program makes itself.

# %%
import numpy as np

import spectralign_gui as sa

a, b = sa.sample_spectra("libs")
print(a.name, a.spectra.shape, b.name, b.spectra.shape)
print(a.targets.names[:3])

# %% [markdown]
# Rocks with the same name on both instruments are the *standards*. A fifth of them is held out: neither their pairing
# nor their values take part in the fit, so that they tell how well it went.

# %%
steps = ["crop:260-800", "resample", "normalise"]  # the range both measure, on one grid, of one brightness
result = sa.transfer(a, b, standards="names", method="pds", hold_out=0.2, seed=1, preprocess=steps)
held_out = result.quality.held_out[b.name]
rmsep = np.sqrt(np.nanmean(held_out.residuals ** 2, axis=0))
for name, error in zip(held_out.properties[:3], rmsep, strict=False):
    print(f"{name}: RMSEP {error:.2f} on {len(held_out.rows)} held-out rocks")

# %% [markdown]
# Without any transfer the same model of A does much worse on B's spectra:

# %%
plain = sa.transfer(a, b, standards="names", method="none", hold_out=0.2, seed=1, preprocess=steps)
none = plain.quality.held_out[b.name]
rmsep_none = np.sqrt(np.nanmean(none.residuals ** 2, axis=0))
print(f"{none.properties[0]}: {rmsep_none[0]:.2f} without transfer, {rmsep[0]:.2f} with it")

# %% [markdown]
# New spectra of B are predicted as they were measured; preprocessing and transfer are part of the fit. Every value has
# an interval where enough standards are held out, and a flag where the spectrum is unlike those of the fit.

# %%
found = sa.predict(result, b, instrument=b.name)
print(found.names[:3], found.values[:3, 0].round(1), found.flags[:3])

# %% [markdown]
# The model is kept in one HDF5 file, which the window and `spectralign predict` read too.

# %%
sa.save(result, "libs_model.h5", overwrite=True)
again = sa.predict(sa.load("libs_model.h5"), b, instrument=b.name)
assert np.allclose(again.values, found.values, equal_nan=True)
