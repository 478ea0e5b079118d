"""The description of the service as OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from ...session.predict.model import Model
from ...version import __version__

_NUMBERS = {"type": "array", "items": {"type": ["number", "null"]}}


def description(model: Model, megabytes: float) -> dict[str, Any]:
    """What can be called, with the names and sizes of this model."""
    request = {
        "type": "object", "required": ["spectra"], "additionalProperties": False, "properties": {
            "instrument": {"type": "string", "enum": list(model.instruments)},
            "spectra": {"type": "array", "minItems": 1, "items": _NUMBERS,
                        "description": "One list of intensities per spectrum, as measured; null is missing."},
            "names": {"type": "array", "items": {"type": "string"}},
            "axis": {"type": "array", "items": {"type": "number"},
                     "description": "Positions of the channels; left out, those of the model are meant."},
            "axis_unit": {"type": "string"}, "quantity": {"type": "string"}}}
    values = {"type": "object", "additionalProperties": {"type": ["number", "null"]}}
    flags = {"type": "array", "items": {"type": "string"}}
    sample = {"type": "object", "properties": {
        "name": {"type": "string"}, "values": values, "flags": flags, "spectrum_flags": flags, "value_flags": flags,
        "intervals": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}}}}
    reply = {"type": "object", "properties": {
        "properties": {"type": "array", "items": {"type": "string"}, "examples": [list(model.properties)]},
        "units": {"type": "array", "items": {"type": "string"}}, "level": {"type": "number"},
        "version": {"type": "integer", "description": "Of the record, where one is served"},
        "intervals_from": {"type": "string"}, "samples": {"type": "array", "items": sample},
        "warnings": {"type": "array", "items": {"type": "string"}}, "notes": {"type": "array"}}}
    error = {"type": "object", "properties": {"error": {"type": "string"}, "code": {"type": "string"}}}

    def answers(tree: dict[str, Any], *refusals: tuple[str, str]) -> dict[str, Any]:
        return {"200": {"description": "The values", "content": {"application/json": {"schema": tree}}},
                **{code: {"description": why, "content": {"application/json": {"schema": error}}}
                   for code, why in refusals}}

    refused = (("400", "The body cannot be read"), ("413", f"More than {megabytes:g} MB"),
               ("415", "Another kind of body"), ("422", "Spectra that the model is not valid for"),
               ("503", "Too many calls at once, or one that takes too long"))
    plain = {"type": "object"}
    return {
        "openapi": "3.1.0", "info": {"title": "SpectrAlign predictions", "version": __version__,
                                     "description": f"{model.method.title}: {', '.join(model.properties)}"},
        "paths": {
            "/predict": {"post": {
                "summary": "Values of spectra", "operationId": "predict",
                "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
                "responses": answers(reply, *refused)}},
            "/predict-file": {"post": {
                "summary": "Values of a file of spectra, in any format that SpectrAlign reads",
                "operationId": "predictFile", "parameters": [
                    {"name": n, "in": "query", "required": n == "instrument", "schema": {"type": "string"}}
                    for n in ("instrument", "name")],
                "requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {
                    "type": "string", "format": "binary"}}}},
                "responses": answers(reply, *refused)}},
            "/model": {"get": {"summary": "Instruments, axes, properties", "operationId": "model",
                               "responses": answers(plain)}},
            "/health": {"get": {"summary": "Whether it runs", "operationId": "health", "responses": answers(plain)}}}}
