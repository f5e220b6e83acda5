package org.urdma4j.transport.port.udp;

/** By what the kernel saves calls and passes through its stack for each packet (linux/udp.h). */
public enum UdpOffload {
    /** Generic segmentation offload, UDP_SEGMENT: a batch leaves in one call. */
    GSO,
    /** Generic receive offload, UDP_GRO: packets that arrive together are handed over as one. */
    GRO
}
