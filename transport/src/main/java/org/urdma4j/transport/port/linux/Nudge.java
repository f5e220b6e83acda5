package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Makes the kernel find out where a host on the link is, by something to send there: a datagram of
 * one byte to the discard port (RFC 863), which nobody reads. Whether it leaves doesn't matter.
 * Thread-safe.
 */
public final class Nudge implements AutoCloseable {
    private static final int DISCARD = 9;

    private final NativeSocket socket;

    /**
     * Opens a socket.
     *
     * @param local of this machine, on the link
     */
    public Nudge(InetAddress local) {
        int family = local instanceof Inet4Address ? NativeSocket.AF_INET : NativeSocket.AF_INET6;
        socket = new NativeSocket(family, NativeSocket.SOCK_DGRAM, 0);
        try (Arena arena = Arena.ofConfined()) {
            socket.bind(NativeSocket.address(arena, local, 0));
        } catch (KernelRefusal e) {
            socket.close();
            throw e;
        }
    }

    /** Nudges the kernel towards a host. */
    public synchronized void towards(InetAddress host) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(ValueLayout.JAVA_BYTE);
            MemorySegment address = NativeSocket.address(arena, host, DISCARD);
            socket.libc.sendto(socket.fd(), data, NativeSocket.MSG_DONTWAIT, address);
        }
    }

    @Override
    public synchronized void close() {
        socket.close();
    }
}
