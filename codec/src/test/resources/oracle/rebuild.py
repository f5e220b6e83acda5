"""Reads a capture of RoCE frames and prints each frame again as scapy builds it from the fields.

Lengths, checksums and the ICRC are left to scapy, or computed from its layers where scapy can't
(the ICRC over GRH and IPv6). One line of hexadecimal digits for each frame.
"""

import logging
import sys
from zlib import crc32

logging.getLogger("scapy").setLevel(logging.CRITICAL)

from scapy.contrib.roce import BTH, GRH  # noqa: E402
from scapy.layers.inet import IP, UDP  # noqa: E402
from scapy.layers.inet6 import IPv6  # noqa: E402
from scapy.layers.l2 import Dot1Q  # noqa: E402
from scapy.packet import NoPayload, bind_layers  # noqa: E402
from scapy.utils import rdpcap  # noqa: E402

ROCE_V1 = 0x8915
ICRC_LENGTH = 4

bind_layers(Dot1Q, GRH, type=ROCE_V1)


def fresh(packet):
    """The same layers, made from nothing but the fields that no sender computes."""
    computed = {
        IP: {"len", "chksum", "ihl"},
        IPv6: {"plen"},
        UDP: {"len"} | ({"chksum"} if UDP in packet and packet[UDP].chksum else set()),
        BTH: {"icrc"},
        GRH: {"paylen"},
    }
    layers = []
    layer = packet
    while not isinstance(layer, NoPayload):
        skipped = computed.get(type(layer), set())
        fields = {k: v for k, v in layer.fields.items() if k not in skipped}
        layers.append(type(layer)(**fields))
        layer = layer.payload
    result = layers[0]
    for layer in layers[1:]:
        result = result / layer
    if GRH in result:
        result[GRH].paylen = len(bytes(result[GRH].payload))
    return result


def icrc(packet):
    """The ICRC over a GRH or an IPv6 header, as the number that the field shows."""
    masked = fresh(packet)
    if GRH in masked:
        network = masked[GRH]
        network.tclass, network.flowlabel, network.hoplmt = 0xFF, 0xFFFFF, 0xFF
    else:
        network = masked[IPv6]
        network.tc, network.fl, network.hlim = 0xFF, 0xFFFFF, 0xFF
        masked[UDP].chksum = 0xFFFF
    bth = masked[BTH]
    bth.fecn, bth.becn, bth.resv6, bth.icrc = 1, 1, 0x3F, 0
    covered = bytes(network)[:-ICRC_LENGTH]
    return int.from_bytes(crc32(b"\xff" * 8 + covered).to_bytes(4, "little"), "big")


for captured in rdpcap(sys.argv[1]):
    rebuilt = fresh(captured)
    if IP not in rebuilt:
        rebuilt[BTH].icrc = icrc(captured)
    print(bytes(rebuilt).hex())
