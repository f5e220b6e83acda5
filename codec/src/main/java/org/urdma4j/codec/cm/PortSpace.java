package org.urdma4j.codec.cm;

/** The two spaces of port numbers of {@code rdma_cm}; each is its own set of services. */
public enum PortSpace {
    /** For connections: REQ, REP, RTU. */
    TCP(0x0106),
    /** For datagrams: SIDR_REQ, SIDR_REP. */
    UDP(0x0111);

    private final int code;

    PortSpace(int code) {
        this.code = code;
    }

    /** Returns the number that stands before the port in a service ID. */
    public int code() {
        return code;
    }
}
