#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the ICRC of every RoCEv2 packet of pcap files, and shares no code with urdma pcap check.

Prints for each file one line of key=value pairs; the exit status is 1 if an ICRC is wrong or a
packet could not be checked. Knows what tcpdump -w writes on Ethernet: classic pcap, untagged
frames, IPv4 without options and IPv6 without extension headers. IBTA volume 1 7.8.1, annex A17.
"""

import struct
import sys
import zlib

ROCE_PORT = 4791
ETHERNET = 1


def frames(name):
    """Yields (frame, whole) for each record."""
    with open(name, "rb") as file:
        head = file.read(24)
        order = {b"\xd4\xc3\xb2\xa1": "<", b"\x4d\x3c\xb2\xa1": "<"}.get(head[:4], ">")
        magic, *_, link = struct.unpack(order + "IHHiIII", head)
        if magic not in (0xA1B2C3D4, 0xA1B23C4D) or link != ETHERNET:
            sys.exit(f"{name}: no Ethernet capture in pcap format")
        while record := file.read(16):
            _, _, captured, length = struct.unpack(order + "IIII", record)
            yield file.read(captured), captured == length


def udp_at(frame):
    """Returns where the UDP header is, or None."""
    kind = frame[12:14]
    if kind == b"\x08\x00" and frame[14] == 0x45 and frame[23] == 17:
        return 34
    if kind == b"\x86\xdd" and frame[20] == 17:
        return 54
    return None


def expected(frame, udp, end):
    """The ICRC: CRC-32 over eight bytes of ones for the LRH, then the packet with all fields that
    routers may change set to ones."""
    packet = bytearray(frame[14:end])
    if udp == 34:
        variant = [1, 8, 10, 11]  # TOS, TTL, checksum
    else:
        packet[0] |= 0x0F  # traffic class and flow label
        variant = [1, 2, 3, 7]
    start = udp - 14
    variant += [start + 6, start + 7, start + 8 + 4]  # UDP checksum; FECN, BECN and reserved bits
    for at in variant:
        packet[at] = 0xFF
    return zlib.crc32(packet, zlib.crc32(b"\xff" * 8))


def check(name):
    packets = right = wrong = unchecked = 0
    for frame, whole in frames(name):
        udp = udp_at(frame)
        if udp is None or struct.unpack_from(">H", frame, udp + 2)[0] != ROCE_PORT:
            continue
        packets += 1
        end = udp + struct.unpack_from(">H", frame, udp + 4)[0]
        if not whole or end > len(frame) or end < udp + 8 + 12 + 4:
            unchecked += 1
        elif expected(frame, udp, end - 4) == struct.unpack_from("<I", frame, end - 4)[0]:
            right += 1
        else:
            wrong += 1
    print(f"{name}: packets={packets} right={right} wrong={wrong} unchecked={unchecked}")
    return wrong == 0 and unchecked == 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: icrc-check.py FILE...")
    sys.exit(0 if all([check(name) for name in sys.argv[1:]]) else 1)
