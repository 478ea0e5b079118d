"""Reading and writing files: one reader per format family, our HDF5, the model file and the project file."""
