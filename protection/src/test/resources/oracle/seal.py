"""Seals packets as docs/wire-urdma.md says, with Python's cryptography alone.

Reads lines of words: S, sender, active, transaction, active and passive communication ID, active
and passive queue pair, bits of an epoch, generation, packet number, bytes of fill, and the plain
packet or '-' with P_Key and queue pair for one that holds nothing. Numbers are decimal, bytes
hexadecimal. Prints C, key, IV and the sealed packet. Or, of a datagram to queue pair 1: the word
cm, S, sender, bits of an epoch, generation, packet number, the receiver's number of the
association, P_Key, and DETH and MAD.
"""
import sys

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand


def expand(secret, info, length):
    return HKDFExpand(algorithm=SHA384(), length=length, info=info).derive(secret)


def seal(words):
    secret = bytes.fromhex(words[0])
    sender, active, transaction, comm_a, comm_p, qp_a, qp_p = map(int, words[1:8])
    bits, generation, number, fill = map(int, words[8:12])
    names = bytes([sender, active]) + transaction.to_bytes(8, "big")
    names += b"".join(n.to_bytes(4, "big") for n in (comm_a, comm_p, qp_a, qp_p))
    connection = expand(secret, b"qp" + names, 48)
    material = expand(connection, b"epoch" + (number >> bits).to_bytes(4, "big"), 44)
    key, iv = material[:32], material[32:]

    if words[12] == "-":
        marks, pkey, qp = 0, bytes.fromhex(words[13]), bytes.fromhex(words[14])
        inner, rest = bytes([0xFF, 0]) + fill.to_bytes(2, "big") + bytes(4), b""
    else:
        plain = bytes.fromhex(words[12])
        marks, pkey, qp = plain[4] & 0xC0, plain[2:4], plain[5:8]
        inner = plain[:1] + bytes([plain[1] & 0xF0]) + fill.to_bytes(2, "big")
        inner += bytes([plain[8] & 0x80]) + plain[9:12]
        rest = plain[12:]
    low, high = number & 0xFFFFFF, number >> 24
    header = b"\xe0\0" + pkey + bytes([marks]) + qp + b"\0" + low.to_bytes(3, "big")
    header += bytes([generation]) + high.to_bytes(3, "big")

    nonce = bytes(a ^ b for a, b in zip(iv, number.to_bytes(12, "big")))
    associated = header[:4] + b"\xff" + header[5:]
    sealed = AESGCM(key).encrypt(nonce, inner + rest + bytes(fill), associated)
    return connection.hex(), key.hex(), iv.hex(), (header + sealed).hex()


def seal_datagram(words):
    secret = bytes.fromhex(words[0])
    sender, bits, generation, number, index = map(int, words[1:6])
    pkey, text = bytes.fromhex(words[6]), bytes.fromhex(words[7])
    manager = expand(secret, b"cm" + bytes([sender]), 48)
    material = expand(manager, b"epoch" + (number >> bits).to_bytes(4, "big"), 44)
    key, iv = material[:32], material[32:]
    low, high = number & 0xFFFFFF, number >> 24
    header = b"\xe1\0" + pkey + b"\0\0\0\1\0" + low.to_bytes(3, "big")
    header += bytes([generation]) + high.to_bytes(3, "big") + index.to_bytes(4, "big")
    nonce = bytes(a ^ b for a, b in zip(iv, number.to_bytes(12, "big")))
    sealed = AESGCM(key).encrypt(nonce, text, header[:4] + b"\xff" + header[5:])
    return manager.hex(), key.hex(), iv.hex(), (header + sealed).hex()


for line in sys.stdin:
    first, *rest = line.split()
    print(*(seal_datagram(rest) if first == "cm" else seal([first, *rest])))
