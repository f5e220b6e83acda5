package org.urdma4j.verbs;

/** What stands behind a device. */
public enum DeviceKind {
    /** A transport in user space: URDMA and standard RoCE, over any network interface. */
    SOFTWARE,

    /**
     * What the system's drivers offer, as an RDMA NIC or the kernel's Soft-RoCE: standard RoCE
     * only, with no choice of what {@link ContextAttr} has for the transport.
     */
    HARDWARE
}
