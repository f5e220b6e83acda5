package org.urdma4j.transport.port.udp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.urdma4j.codec.urdma.UrdmaOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A router between two devices at its own address, each with one UDP port, and one of them with
 * more to send from: it notes the traffic class of what comes, and sends it on to the other one,
 * some of it marked with congestion. By calls of its own to the C library, so that it judges
 * independently.
 */
@SuppressWarnings("restricted") // that is what calls of the C library are
final class MarkingRelay implements AutoCloseable {
    static final int ECT_0 = 2;
    static final int CE = 3;

    private static final int IPPROTO_IP = 0;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPPROTO_UDP = 17;
    private static final int IP_TOS = 1;
    private static final int IP_RECVTOS = 13;
    private static final int IPV6_RECVTCLASS = 66;
    private static final int IPV6_TCLASS = 67;
    private static final int UDP_SEGMENT = 103;
    private static final int UDP_GRO = 104;
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVTIMEO = 20;
    private static final int SOCK_DGRAM = 2;

    private static final int ROOM = 1 << 16;
    private static final int NAME = 28;
    private static final int CONTROL = 96;
    private static final int DATA = 16;
    private static final ValueLayout.OfShort PORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final MethodHandle SOCKET =
            function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND =
            function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SETSOCKOPT =
            function("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECVMSG =
            function("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SENDMSG =
            function("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);

    private final Arena arena = Arena.ofShared();
    private final boolean ipv4;
    private final int fd;
    private final int port;
    private final MemorySegment name = arena.allocate(NAME, 8);
    private final MemorySegment data = arena.allocate(ROOM, 8);
    private final MemorySegment vector = arena.allocate(16, 8);
    private final MemorySegment control = arena.allocate(CONTROL, 8);
    private final MemorySegment message = arena.allocate(56, 8);
    private final Thread thread = new Thread(this::run, "relay");
    private final AtomicInteger joinedSeen = new AtomicInteger();
    private final AtomicInteger toMark = new AtomicInteger();
    private final AtomicInteger marked = new AtomicInteger();
    private final Map<Integer, Set<Integer>> classes = new ConcurrentHashMap<>();
    private volatile int markedQpn;
    private final Set<Integer> sources = ConcurrentHashMap.newKeySet();
    private volatile int one;
    private volatile int other;
    private volatile boolean over;

    private static MethodHandle function(
            String name, MemoryLayout result, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /**
     * Opens one, which relays nothing yet.
     *
     * @param joined whether it takes and sends several datagrams as one, where the kernel does
     */
    MarkingRelay(InetAddress address, boolean joined) {
        ipv4 = address instanceof Inet4Address;
        port = FreePort.on(address, address);
        fd = call(() -> (int) SOCKET.invokeExact(ipv4 ? 2 : 10, SOCK_DGRAM, 0));
        set(SOL_SOCKET, SO_RCVBUF, arena.allocateFrom(JAVA_INT, 4 << 20));
        set(SOL_SOCKET, SO_RCVTIMEO, arena.allocateFrom(JAVA_LONG, 0, 20_000));
        set(IPPROTO_UDP, UDP_GRO, arena.allocateFrom(JAVA_INT, joined ? 1 : 0));
        set(
                ipv4 ? IPPROTO_IP : IPPROTO_IPV6,
                ipv4 ? IP_RECVTOS : IPV6_RECVTCLASS,
                arena.allocateFrom(JAVA_INT, 1));
        name.set(JAVA_SHORT, 0, (short) (ipv4 ? 2 : 10));
        name.set(PORT, 2, (short) port);
        MemorySegment.copy(address.getAddress(), 0, name, JAVA_BYTE, ipv4 ? 4 : 8, ipv4 ? 4 : 16);
        call(() -> (int) BIND.invokeExact(fd, name, ipv4 ? 16 : NAME));
        vector.set(ADDRESS, 0, data);
    }

    /** Returns the UDP port that both have for their peer's. */
    int port() {
        return port;
    }

    /** Begins to relay to one UDP port what comes from the other, and to that all that remains. */
    void start(int onePort, int otherPort) {
        one = onePort;
        other = otherPort;
        thread.start();
    }

    /** Marks the next packets to a queue pair, those that allow it. */
    void mark(int qpn, int packets) {
        markedQpn = qpn;
        toMark.set(packets);
    }

    /** Returns how many packets it has marked. */
    int marked() {
        return marked.get();
    }

    /** Returns how many times several datagrams came as one. */
    int joinedSeen() {
        return joinedSeen.get();
    }

    /** Returns the traffic classes of what came for a queue pair, probes of paths apart. */
    Set<Integer> classes(int qpn) {
        return classes.getOrDefault(qpn, Set.of());
    }

    /** Returns how many UDP ports packets have come from. */
    int sources() {
        return sources.size();
    }

    private void set(int level, int option, MemorySegment value) {
        int bytes = (int) value.byteSize();
        call(() -> (int) SETSOCKOPT.invokeExact(fd, level, option, value, bytes));
    }

    private void run() {
        while (!over) {
            begin(ROOM, CONTROL);
            long bytes = callLong(() -> (long) RECVMSG.invokeExact(fd, message, 0));
            if (bytes > 0) {
                relay((int) bytes);
            }
        }
    }

    private void begin(long bytes, long controlBytes) {
        message.set(ADDRESS, 0, name);
        message.set(JAVA_INT, 8, ipv4 ? 16 : NAME);
        vector.set(JAVA_LONG, 8, bytes);
        message.set(ADDRESS, 16, vector);
        message.set(JAVA_LONG, 24, 1);
        message.set(ADDRESS, 32, control);
        message.set(JAVA_LONG, 40, controlBytes);
    }

    private void relay(int bytes) {
        int trafficClass = -1;
        int segment = 0;
        long end = message.get(JAVA_LONG, 40);
        for (long at = 0; at < end; at += (control.get(JAVA_LONG, at) + 7) & -8) {
            int type = control.get(JAVA_INT, at + 12);
            switch (control.get(JAVA_INT, at + 8)) {
                case IPPROTO_UDP -> segment = control.get(JAVA_INT, at + DATA);
                case IPPROTO_IP -> trafficClass = control.get(JAVA_BYTE, at + DATA) & 0xff;
                case IPPROTO_IPV6 -> trafficClass = control.get(JAVA_INT, at + DATA);
                default -> throw new IllegalStateException("control message " + type);
            }
        }
        int stride = segment == 0 ? bytes : segment;
        joinedSeen.addAndGet(bytes > stride ? 1 : 0);
        for (int at = 0; at < bytes; at += stride) {
            if ((data.get(JAVA_BYTE, at) & 0xff) != UrdmaOpcode.PROBE) {
                classes.computeIfAbsent(qpn(at), _ -> new ConcurrentSkipListSet<>())
                        .add(trafficClass);
            }
        }
        int packets = (bytes + stride - 1) / stride;
        if ((trafficClass & CE) == ECT_0 && qpn(0) == markedQpn && toMark.get() > 0) {
            toMark.addAndGet(-packets);
            marked.addAndGet(packets);
            trafficClass |= CE;
        }
        send(bytes, bytes > stride ? stride : 0, trafficClass);
    }

    private int qpn(int at) {
        return data.get(JAVA_INT.withByteAlignment(1).withOrder(ByteOrder.BIG_ENDIAN), at + 4)
                & 0xff_ffff;
    }

    private void send(int bytes, int segment, int trafficClass) {
        int from = Short.toUnsignedInt(name.get(PORT, 2));
        sources.add(from);
        name.set(PORT, 2, (short) (from == other ? one : other));
        control.set(JAVA_LONG, 0, DATA + 4);
        control.set(JAVA_INT, 8, ipv4 ? IPPROTO_IP : IPPROTO_IPV6);
        control.set(JAVA_INT, 12, ipv4 ? IP_TOS : IPV6_TCLASS);
        control.set(JAVA_INT, DATA, trafficClass);
        control.set(JAVA_LONG, 24, DATA + 2);
        control.set(JAVA_INT, 32, IPPROTO_UDP);
        control.set(JAVA_INT, 36, UDP_SEGMENT);
        control.set(JAVA_SHORT, 40, (short) segment);
        begin(bytes, segment == 0 ? 24 : 48);
        callLong(() -> (long) SENDMSG.invokeExact(fd, message, 0));
    }

    /** A call of the C library. */
    private interface Call {
        int make() throws Throwable;
    }

    private interface LongCall {
        long make() throws Throwable;
    }

    private static int call(Call call) {
        int result = (int) callLong(call::make);
        if (result < 0) {
            throw new IllegalStateException("a call of the C library failed");
        }
        return result;
    }

    private static long callLong(LongCall call) {
        try {
            return call.make();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        call(() -> (int) CLOSE.invokeExact(fd));
        arena.close();
    }
}
