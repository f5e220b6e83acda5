package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * A UDP socket that isn't connected, whose datagrams are never fragmented (IP_MTU_DISCOVER is DO),
 * of which one call can send many of one length (UDP_SEGMENT), and read many (UDP_GRO). It stays in
 * the network namespace of the thread that opened it. Not thread-safe.
 */
public final class UdpSocket extends NativeSocket {
    // netinet/in.h, linux/in.h, linux/in6.h, linux/udp.h
    private static final int IPPROTO_IP = 0;
    private static final int IPPROTO_IPV6 = 41;
    static final int IPPROTO_UDP = 17;
    private static final int IP_MTU_DISCOVER = 10;
    private static final int IPV6_MTU_DISCOVER = 23;
    private static final int DO = 2;
    static final int UDP_SEGMENT = 103;
    static final int UDP_GRO = 104;

    /**
     * Opens and binds it.
     *
     * @param local an address of this machine
     * @param bufferBytes receive and send buffer
     * @throws KernelRefusal with the call's errno
     */
    public UdpSocket(InetAddress local, int port, int bufferBytes) {
        super(family(local), SOCK_DGRAM, 0);
        try (Arena arena = Arena.ofConfined()) {
            if (local instanceof Inet4Address) {
                set(IPPROTO_IP, IP_MTU_DISCOVER, DO);
            } else {
                set(IPPROTO_IPV6, IPV6_MTU_DISCOVER, DO);
            }
            trySet(IPPROTO_UDP, UDP_GRO, 1); // without it only slower
            buffers(bufferBytes);
            bind(address(arena, local, port));
        } catch (KernelRefusal e) {
            close();
            throw e;
        }
    }

    private static int family(InetAddress local) {
        return local instanceof Inet4Address ? AF_INET : AF_INET6;
    }

    /**
     * Has what is sent cut into datagrams of so many bytes.
     *
     * @return whether the kernel can
     */
    public boolean segment(int bytes) {
        return trySet(IPPROTO_UDP, UDP_SEGMENT, bytes) >= 0;
    }

    public static MemorySegment address(InetAddress to, int port) {
        return address(Arena.ofAuto(), to, port);
    }

    /**
     * Sends; never blocks.
     *
     * @param to from {@link #address}
     * @return the bytes sent, all of them, or minus errno
     */
    public int send(MemorySegment data, MemorySegment to) {
        return libc.sendto(fd(), data, MSG_DONTWAIT, to);
    }
}
