package org.urdma4j.verbs;

/**
 * An address vector: {@code struct ibv_ah_attr}. The fields that only mean something on an
 * InfiniBand fabric (LID, path bits, static rate) are left out; to cap the rate there is {@link
 * QpAttr#rateLimit()}.
 *
 * @param grh the route; null only where no network header is wanted, which RoCE refuses with EINVAL
 * @param sl the service level, 0 to 15; on Ethernet the priority of a VLAN tag (0 to 7)
 * @param portNum our own port, 1 to 255
 * @param udpPort the peer's UDP port, 1 to 65,535; 0 for the one that peers of the device have
 *     unless another is said, which is 4791 where they are to be found by others than urdma4j.
 *     libibverbs has no such field
 */
public record AhAttr(GlobalRoute grh, int sl, int portNum, int udpPort) {
    private static final int MAX_UDP_PORT = 0xffff;

    /** Checks the ranges. */
    public AhAttr {
        Checks.range("sl", sl, 0, 15);
        Checks.range("portNum", portNum, 1, 0xff);
        Checks.range("udpPort", udpPort, 0, MAX_UDP_PORT);
    }

    /** An address vector of a peer with the usual UDP port. */
    public AhAttr(GlobalRoute grh, int sl, int portNum) {
        this(grh, sl, portNum, 0);
    }

    /** Returns the same with another UDP port of the peer's. */
    public AhAttr withUdpPort(int port) {
        return new AhAttr(grh, sl, portNum, port);
    }

    /** Returns whether packets carry a network header, as on RoCE they always do. */
    public boolean isGlobal() {
        return grh != null;
    }
}
