#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the ICRC of every RoCE packet of pcap files, and shares no code with urdma pcap check.

Prints for each file one line of key=value pairs; the exit status is 1 if an ICRC is wrong or a
packet could not be checked. Knows what tcpdump -w writes on Ethernet: classic pcap, frames with any
number of VLAN tags, RoCEv1, RoCEv2 over IPv4 without options and IPv6 without extension headers.
IBTA volume 1 7.8.1, annexes A16 and A17.
"""

import struct
import sys
import zlib

ROCE_PORT = 4791
ETHERNET = 1
TAGS = (0x8100, 0x88A8, 0x9100, 0x9200)
ROCE_V1, IPV4, IPV6 = 0x8915, 0x0800, 0x86DD
IBA, UDP = 0x1B, 17
BTH, ICRC = 12, 4


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


def network(frame):
    """Returns the EtherType behind the tags and where the header after it begins."""
    at = 12
    while len(frame) >= at + 2:
        (kind,) = struct.unpack_from(">H", frame, at)
        if kind not in TAGS:
            return kind, at + 2
        at += 4
    return None, at


def roce(frame):
    """Returns (network header, BTH, end) of a RoCE packet, where end is where its lengths say that
    the ICRC ends; None for other packets."""
    kind, start = network(frame)
    if kind == ROCE_V1:
        if len(frame) < start + 40 or frame[start + 6] != IBA:
            return None
        return start, start + 40, start + 40 + struct.unpack_from(">H", frame, start + 4)[0]
    if kind == IPV4:
        udp, plain, protocol = start + 20, 0x45, 9
    elif kind == IPV6:
        udp, plain, protocol = start + 40, None, 6
    else:
        return None
    if len(frame) < udp + 8 or plain not in (None, frame[start]) or frame[start + protocol] != UDP:
        return None
    port, length = struct.unpack_from(">HH", frame, udp + 2)
    return (start, udp + 8, udp + length) if port == ROCE_PORT else None


def expected(frame, start, bth, end):
    """The ICRC: CRC-32 over eight bytes of ones for the LRH, then the packet with all fields that
    routers may change set to ones."""
    packet = bytearray(frame[start:end])
    if packet[0] >> 4 == 4:
        variant = [1, 8, 10, 11]  # TOS, TTL, checksum
    else:  # the GRH is laid out as an IPv6 header
        packet[0] |= 0x0F  # traffic class and flow label
        variant = [1, 2, 3, 7]
    transport = bth - start
    if transport in (28, 48):
        variant += [transport - 2, transport - 1]  # UDP checksum
    variant += [transport + 4]  # FECN, BECN and reserved bits
    for at in variant:
        packet[at] = 0xFF
    return zlib.crc32(packet, zlib.crc32(b"\xff" * 8))


def check(name):
    packets = right = wrong = unchecked = 0
    for frame, whole in frames(name):
        found = roce(frame)
        if found is None:
            continue
        packets += 1
        start, bth, end = found
        if not whole or end > len(frame) or end < bth + BTH + ICRC:
            unchecked += 1
        elif expected(frame, start, bth, end - 4) == struct.unpack_from("<I", frame, end - 4)[0]:
            right += 1
        else:
            wrong += 1
    print(f"{name}: packets={packets} right={right} wrong={wrong} unchecked={unchecked}")
    return wrong == 0 and unchecked == 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: icrc-check.py FILE...")
    sys.exit(0 if all([check(name) for name in sys.argv[1:]]) else 1)
