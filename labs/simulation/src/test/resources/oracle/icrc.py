"""Judges the ICRC of every RoCEv2 frame of a pcap file, over Ethernet and IPv4.

Written from annex A17 of the InfiniBand specification alone: CRC-32 over eight bytes of ones, the IP
header, UDP, and the packet, with the fields that change on the way taken for ones. Needs nothing
but Python. Given "scapy", has scapy compute the ICRC of the first frames of each opcode too. Prints
"right" or "wrong", the number of the frame and its opcode for each.
"""

import struct
import sys
from zlib import crc32

ETHERNET, IPV4, UDP = 14, 20, 8
SAMPLES = 20


def frames(path):
    with open(path, "rb") as file:
        magic = file.read(24)[:4]
        order = "<" if magic in (b"\x4d\x3c\xb2\xa1", b"\xd4\xc3\xb2\xa1") else ">"
        while record := file.read(16):
            length, original = struct.unpack(order + "8x2I", record)
            assert length == original, "cut short"
            yield file.read(length)


def icrc(frame):
    packet = bytearray(frame[ETHERNET:-4])
    bth = IPV4 + UDP
    for at in (1, 8, 10, 11, IPV4 + 6, IPV4 + 7, bth + 4):
        packet[at] = 0xFF
    return struct.pack("<I", crc32(b"\xff" * 8 + packet))


def by_scapy(frame):
    packet = Ether(frame)
    del packet[BTH].icrc
    return bytes(packet)[-4:]


judges = [icrc]
if "scapy" in sys.argv:
    import logging

    logging.getLogger("scapy").setLevel(logging.CRITICAL)
    from scapy.contrib.roce import BTH
    from scapy.layers.l2 import Ether

    judges.append(by_scapy)

seen = {}
for number, frame in enumerate(frames(sys.argv[1]), 1):
    opcode = frame[ETHERNET + IPV4 + UDP]
    seen[opcode] = seen.get(opcode, 0) + 1
    some = judges if seen[opcode] <= SAMPLES else judges[:1]
    right = all(judge(frame) == frame[-4:] for judge in some)
    print("right" if right else "wrong", number, opcode)
