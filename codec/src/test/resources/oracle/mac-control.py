"""Reads a capture of PAUSE and PFC frames. Prints for each the frame as scapy builds it from the
fields that it read, in hexadecimal digits, and those fields in the words of our codec.
"""

import logging
import sys

logging.getLogger("scapy").setLevel(logging.CRITICAL)

from scapy.contrib.mac_control import (  # noqa: E402
    MACControl,
    MACControlClassBasedFlowControl,
    MACControlPause,
)
from scapy.layers.l2 import Ether  # noqa: E402
from scapy.utils import rdpcap  # noqa: E402


def words(control):
    if isinstance(control, MACControlPause):
        return "PAUSE{quanta=%d}" % control.pause_time
    enabled = [c for c in range(8) if getattr(control, "c%d_enabled" % c)]
    quanta = ["%d=%d" % (c, getattr(control, "c%d_pause_time" % c)) for c in enabled]
    return "PFC{%s}" % " ".join(quanta)


for captured in rdpcap(sys.argv[1]):
    kinds = (MACControlPause, MACControlClassBasedFlowControl)
    control = next(captured[kind] for kind in kinds if kind in captured)
    fields = {k: v for k, v in control.fields.items()}
    ethernet = Ether(src=captured.src, dst=MACControl.DEFAULT_DST_MAC)
    rebuilt = bytes(ethernet / type(control)(**fields))
    print(rebuilt.hex(), words(control))
