"""Ed25519 against the vectors of RFC 8032 (7.1), and that nothing else passes."""

from __future__ import annotations

import hashlib

import pytest

from spectralign_gui.session.audit.ed25519 import ORDER, is_signed, public_key, sign

VECTORS = (
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe2465"
     "5141438e7a100b"),
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb0"
     "0d291612bb0c00"))


@pytest.mark.parametrize("seed,public,message,signature", VECTORS)
def test_vectors(seed, public, message, signature):
    assert public_key(bytes.fromhex(seed)).hex() == public
    assert sign(bytes.fromhex(seed), bytes.fromhex(message)).hex() == signature
    assert is_signed(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature))


def test_every_changed_byte_is_seen():
    seed = hashlib.sha256(b"seed").digest()
    public, message = public_key(seed), b"version 2 was approved"
    good, tried = sign(seed, message), 0
    for part, of in enumerate((public, message, good)):
        for k in range(0, len(of), 5):
            bad = [public, message, good]
            bad[part] = of[:k] + bytes([of[k] ^ 1]) + of[k + 1:]
            assert not is_signed(*bad), (part, k)
            tried += 1
    assert tried == 25
    number = int.from_bytes(good[32:], "little") + ORDER  # the same signature written another way
    assert not is_signed(public, message, good[:32] + number.to_bytes(32, "little"))
    assert not is_signed(public, message, good[:-1]) and not is_signed(b"", message, good)
    assert not is_signed(public, message, b"")
