package org.urdma4j.verbs.cm;

/** What the ports of an identifier stand for: {@code enum rdma_port_space} (rdma_create_id(3)). */
public enum CmPortSpace {
    /** Connections, {@code RDMA_PS_TCP}: queue pairs of type RC or UC. */
    TCP(0x0106),

    /** Datagrams, {@code RDMA_PS_UDP}: a queue pair of type UD is found, nothing is connected. */
    UDP(0x0111);

    private final int value;

    CmPortSpace(int value) {
        this.value = value;
    }

    /** Returns the number that {@code rdma_port_space} has for it. */
    public int value() {
        return value;
    }
}
