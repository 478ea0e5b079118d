"""Maps of alignments: into the joint space, out of it to spectra and properties, and past it between two instruments.

``linear`` is the base of methods whose joint coordinates are a linear function of the spectra; ``joint`` has the ridge
maps out of the joint space, ``width`` says how many dimensions they get, ``direct`` goes from one instrument to another
beside them, and ``through`` is the base of methods that put these together.
"""
