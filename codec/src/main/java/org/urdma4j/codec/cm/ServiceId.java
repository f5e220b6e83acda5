package org.urdma4j.codec.cm;

/**
 * The service IDs of {@code rdma_cm}: port space and port (IBTA annex A11, RDMA IP CM service). All
 * others belong to services that this connection manager doesn't offer.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                               0                               |
 * +-------------------------------+-------------------------------+
 * |   port space, 0x0106, 0x0111  |             port              |
 * +-------------------------------+-------------------------------+
 * </pre>
 */
public final class ServiceId {
    private static final int MAX_PORT = 0xffff;

    private ServiceId() {}

    /**
     * Returns the service behind a port.
     *
     * @throws IllegalArgumentException unless {@code port} is 0 to 65535
     */
    public static long of(PortSpace space, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port %d is not 0 to 65535".formatted(port));
        }
        return ((long) space.code() << Short.SIZE) | port;
    }

    /** Tells whether the service is one of this port space. */
    public static boolean isOf(PortSpace space, long serviceId) {
        return serviceId >>> Short.SIZE == space.code();
    }

    /** Returns the port, 0 to 65535. */
    public static int port(long serviceId) {
        return (int) serviceId & MAX_PORT;
    }
}
