"""The contract of a method as tests that come with the program: an author proves his own with

    pytest --pyargs spectralign_gui.contract -k NAME

where NAME is what his entry point `spectralign.methods` registers. Needs pytest; nothing else of the program uses this.
"""
