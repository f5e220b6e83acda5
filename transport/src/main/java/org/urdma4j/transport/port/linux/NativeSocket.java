package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteOrder;

/**
 * A socket as the kernel has it. Calls return what the system call did, or minus errno; what can't
 * be refused but by a mistake of ours throws {@link KernelRefusal}. It stays in the network
 * namespace of the thread that opened it. Not thread-safe.
 */
class NativeSocket implements AutoCloseable {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;

    static final int SOCK_DGRAM = 2;
    static final int SOCK_RAW = 3;
    private static final int SOCK_NONBLOCK_CLOEXEC = 0x80800;

    // asm-generic/socket.h
    static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUF = 8;
    private static final int SO_SNDBUF = 7;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int SO_RCVBUFFORCE = 33;

    static final int MSG_DONTWAIT = 0x40;

    static final int SOCKADDR_IN = 16;
    private static final int SOCKADDR_IN6 = 28;

    private static final ValueLayout.OfShort NETWORK_SHORT =
            JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    final Libc libc = new Libc();
    private final int fd;
    private boolean closed;

    /**
     * Opens a socket, non-blocking.
     *
     * @throws KernelRefusal with the call's errno
     */
    NativeSocket(int domain, int type, int protocol) {
        fd =
                KernelRefusal.unless(
                        "socket", libc.socket(domain, type | SOCK_NONBLOCK_CLOEXEC, protocol));
    }

    /** Returns the file descriptor; it is closed with this object. */
    public int fd() {
        return fd;
    }

    void bind(MemorySegment address) {
        KernelRefusal.unless("bind", libc.bind(fd, address));
    }

    void connect(MemorySegment address) {
        KernelRefusal.unless("connect", libc.connect(fd, address));
    }

    void set(int level, int option, int value) {
        KernelRefusal.unless("setsockopt", trySet(level, option, value));
    }

    int trySet(int level, int option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            return libc.setsockopt(fd, level, option, arena.allocateFrom(JAVA_INT, value));
        }
    }

    int get(int level, int option) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            MemorySegment length = arena.allocateFrom(JAVA_INT, Integer.BYTES);
            KernelRefusal.unless("getsockopt", libc.getsockopt(fd, level, option, value, length));
            return value.get(JAVA_INT, 0);
        }
    }

    /**
     * Asks for buffers; for receiving, beyond {@code net.core.rmem_max} if CAP_NET_ADMIN allows it.
     */
    void buffers(int bytes) {
        set(SOL_SOCKET, SO_SNDBUF, bytes);
        if (trySet(SOL_SOCKET, SO_RCVBUFFORCE, bytes) < 0) {
            set(SOL_SOCKET, SO_RCVBUF, bytes);
        }
    }

    /** Returns what the kernel charges packets against until they are read, in bytes. */
    public int receiveCharge() {
        return get(SOL_SOCKET, SO_RCVBUF);
    }

    /** Has the kernel drop what a program of the classic packet filter returns 0 for. */
    void filter(long[] program) {
        SocketPrograms.attach(libc, fd, SO_ATTACH_FILTER, program);
    }

    /** Returns a {@code struct sockaddr_in} or {@code sockaddr_in6}. */
    static MemorySegment address(Arena arena, InetAddress address, int port) {
        boolean ipv4 = address instanceof Inet4Address;
        MemorySegment to = arena.allocate(ipv4 ? SOCKADDR_IN : SOCKADDR_IN6, Long.BYTES);
        to.set(JAVA_SHORT, 0, (short) (ipv4 ? AF_INET : AF_INET6));
        to.set(NETWORK_SHORT, 2, (short) port);
        MemorySegment.copy(address.getAddress(), 0, to, JAVA_BYTE, ipv4 ? 4 : 8, ipv4 ? 4 : 16);
        if (address instanceof Inet6Address scoped) {
            to.set(JAVA_INT, 24, scoped.getScopeId());
        }
        return to;
    }

    /** Gives the descriptor back; idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            libc.close(fd);
        }
    }
}
