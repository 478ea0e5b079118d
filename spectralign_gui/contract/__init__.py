"""The contracts of a method and of a preprocessing step as tests that come with the program: an author proves his own

    pytest --pyargs spectralign_gui.contract -k NAME

where NAME is what his entry point `spectralign.methods` or `spectralign.steps` registers. Needs pytest; nothing else of
the program uses this.
"""
