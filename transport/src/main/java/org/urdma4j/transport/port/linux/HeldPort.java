package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Keeps a UDP port occupied while its packets are read elsewhere: without it the kernel would
 * answer each with "port unreachable", and another program could have the port. Everything that
 * arrives is dropped before it is queued. Being ready for joined packets (UDP_GRO) it also makes
 * the kernel join them, which it does for sockets that are, and not cut super-packets. Not
 * thread-safe.
 */
public final class HeldPort implements AutoCloseable {
    private static final int IPPROTO_UDP = 17;
    private static final int UDP_GRO = 104;

    /** Returns 0: keep nothing. */
    private static final long[] NOTHING = {new FilterStep(0x06, 0, 0, 0).code()};

    private final NativeSocket socket;

    /**
     * Takes the port.
     *
     * @throws KernelRefusal if somebody has it, or nobody may
     */
    public HeldPort(InetAddress local, int port) {
        int family = local instanceof Inet4Address ? NativeSocket.AF_INET : NativeSocket.AF_INET6;
        socket = new NativeSocket(family, NativeSocket.SOCK_DGRAM, 0);
        try (Arena arena = Arena.ofConfined()) {
            socket.filter(NOTHING);
            socket.trySet(IPPROTO_UDP, UDP_GRO, 1); // without it only slower
            socket.bind(NativeSocket.address(arena, local, port));
        } catch (KernelRefusal e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
