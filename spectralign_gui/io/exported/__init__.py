"""Models written in forms that run without this program: a Python file, ONNX, JSON, coefficients, a map."""
