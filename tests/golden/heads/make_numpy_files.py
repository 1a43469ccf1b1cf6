"""Writes numpy-files.json: small files made by NumPy and Python's zipfile, as base64, with what they hold.

Run with NumPy 1.24 or newer: python3 make_numpy_files.py
"""
import base64
import io
import json
import pathlib
import struct
import zipfile

import numpy as np
from numpy.lib import format as npy_format

HERE = pathlib.Path(__file__).parent
HEADS = HERE.parents[2] / "web/src/lab/real-heads"


def npy_bytes(array, version=None):
    file = io.BytesIO()
    npy_format.write_array(file, np.asanyarray(array), version=version)
    return file.getvalue()


def case(name, data, array):
    values = np.asarray(array, dtype=np.float64)
    return {
        "name": name,
        "base64": base64.b64encode(data).decode(),
        "shape": list(values.shape),
        "values": values.ravel(order="C").tolist(),
    }


def npy_cases():
    for code in ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]:
        for byte_order in "<>":
            for memory_order in "CF":
                array = np.array([[0, 1, 2], [3, 4, 100]], dtype=byte_order + code, order=memory_order)
                yield case(f"{byte_order}{code} {memory_order}", npy_bytes(array), array)
    signed = np.array([[-1.5, 2.25], [-1e-3, 7.0]])
    for code in ["f2", "f4", "f8"]:
        yield case(f"signed {code}", npy_bytes(signed.astype(code)), signed.astype(code))
    for version in [(1, 0), (2, 0), (3, 0)]:
        array = np.arange(6, dtype="<f4").reshape(2, 3)
        yield case(f"version {version[0]}", npy_bytes(array, version), array)
    cube = np.arange(24, dtype="<f4").reshape(2, 3, 4)
    yield case("three axes F", npy_bytes(np.asfortranarray(cube)), cube)
    yield case("four axes F", npy_bytes(np.asfortranarray(cube.reshape(2, 1, 3, 4))), cube.reshape(2, 1, 3, 4))
    for shape in [(3,), (), (0, 4), (4, 0)]:
        yield case(f"shape {shape}", npy_bytes(np.ones(shape)), np.ones(shape))


def npz_cases():
    q, k = np.arange(6.0).reshape(2, 3), np.arange(9, dtype="<f2").reshape(3, 3)
    for name, save in [("savez", np.savez), ("savez_compressed", np.savez_compressed)]:
        file = io.BytesIO()
        save(file, q=q, k=k)
        yield {"name": name, "base64": base64.b64encode(file.getvalue()).decode(),
               "q": q.ravel().tolist(), "k": k.astype(float).ravel().tolist()}


def main():
    table = np.array([[1.5, -2.0], [1e-7, 3.25e10]])
    text = io.StringIO()
    np.savetxt(text, table, header="made by savetxt")
    files = {
        "npy": list(npy_cases()),
        "npz": list(npz_cases()),
        "savetxt": {"text": text.getvalue(), "values": table.ravel().tolist()},
    }
    (HERE / "numpy-files.json").write_text(json.dumps(files, indent=1, allow_nan=False) + "\n")

    layer = {}
    raw = (HEADS / "animal-street-layer0.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    for name, entry in json.loads(raw[8 : 8 + length]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            layer[name] = np.frombuffer(raw[8 + length + begin : 8 + length + end], "<f4").reshape(entry["shape"])
    np.savez_compressed(HERE / "animal-street-layer0.npz", **layer)
    # The same heads side by side, in the other byte and memory order: [tokens, heads * d_k].
    side_by_side = np.concatenate(list(layer["q"]), axis=1).astype(">f8")
    np.save(HERE / "animal-street-layer0-q.npy", np.asfortranarray(side_by_side))
    assert zipfile.is_zipfile(HERE / "animal-street-layer0.npz")


main()
