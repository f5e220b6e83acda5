package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A socket for whole Ethernet frames of one interface (packet(7)), each behind ten bytes that tell
 * of segmentation and checksum offload ({@code struct virtio_net_hdr}: {@link VirtioHeader}). Bound
 * to all protocols, since the kernel takes a VLAN tag off and hides the frame from those that are
 * bound to one. Needs CAP_NET_RAW. Not thread-safe.
 */
public final class PacketSocket extends NativeSocket {
    private static final int AF_PACKET = 17;
    private static final int ETH_P_ALL = 3;
    private static final int SOCKADDR_LL = 20;
    private static final int IFINDEX = 4;

    // linux/if_packet.h
    static final int SOL_PACKET = 263;
    private static final int PACKET_ADD_MEMBERSHIP = 1;
    private static final int PACKET_DROP_MEMBERSHIP = 2;
    private static final int PACKET_STATISTICS = 6;
    static final int PACKET_AUXDATA = 8;
    private static final int PACKET_VNET_HDR = 15;
    private static final int PACKET_IGNORE_OUTGOING = 23;

    // struct packet_mreq
    private static final int PACKET_MREQ = 16;
    private static final int MREQ_TYPE = 4;
    private static final int MREQ_LENGTH = 6;
    private static final int MREQ_ADDRESS = 8;
    private static final int MAC_BYTES = 6;

    private static final int SO_MEMINFO = 55;
    private static final int STATISTICS = 2 * Integer.BYTES;

    private static final ValueLayout.OfShort NETWORK_SHORT =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final ValueLayout.OfLong NETWORK_LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

    private final int interfaceIndex;
    private final MemorySegment statistics = Arena.ofAuto().allocate(STATISTICS, Long.BYTES);
    private final MemorySegment statisticsLength = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    private final MemorySegment memory = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    private final MemorySegment memoryLength = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);

    /**
     * Opens a socket that has seen nothing but what the filter lets pass.
     *
     * @param interfaceIndex the kernel's number of the interface
     * @param bufferBytes receive and send buffer
     * @throws KernelRefusal EPERM without the capability
     */
    public PacketSocket(int interfaceIndex, FrameFilter filter, int bufferBytes) {
        super(AF_PACKET, SOCK_RAW, 0);
        this.interfaceIndex = interfaceIndex;
        try (Arena arena = Arena.ofConfined()) {
            set(SOL_PACKET, PACKET_VNET_HDR, 1);
            set(SOL_PACKET, PACKET_AUXDATA, 1);
            set(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1);
            buffers(bufferBytes);
            filter(filter.program());
            MemorySegment address = arena.allocate(SOCKADDR_LL, Long.BYTES);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_PACKET);
            address.set(NETWORK_SHORT, Short.BYTES, (short) ETH_P_ALL);
            address.set(ValueLayout.JAVA_INT, IFINDEX, interfaceIndex);
            bind(address);
        } catch (KernelRefusal e) {
            close();
            throw e;
        }
    }

    /**
     * Replaces the filter. What it kept away stays away; what waits to be read stays there.
     *
     * @throws KernelRefusal if the program is longer than the kernel takes
     */
    public void replaceFilter(FrameFilter next) {
        filter(next.program());
    }

    /** Says whether frames that leave this machine are shown, too; at first they aren't. */
    public void showOutgoing(boolean shown) {
        set(SOL_PACKET, PACKET_IGNORE_OUTGOING, shown ? 0 : 1);
    }

    /**
     * Has the interface take in more than what is meant for this machine, until it is taken back as
     * often, or the socket closed.
     *
     * @param mac of {@link Intake#UNICAST} and {@link Intake#MULTICAST}, 48 bits
     */
    public void takeIn(Intake what, long mac, boolean begins) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(PACKET_MREQ, Integer.BYTES);
            request.set(ValueLayout.JAVA_INT, 0, interfaceIndex);
            request.set(ValueLayout.JAVA_SHORT, MREQ_TYPE, what.value);
            request.set(ValueLayout.JAVA_SHORT, MREQ_LENGTH, (short) MAC_BYTES);
            request.set(NETWORK_LONG, MREQ_ADDRESS, mac << Short.SIZE);
            int option = begins ? PACKET_ADD_MEMBERSHIP : PACKET_DROP_MEMBERSHIP;
            KernelRefusal.unless("setsockopt", libc.setsockopt(fd(), SOL_PACKET, option, request));
        }
    }

    /** What an interface takes in beside its own frames, as PACKET_MR_… of packet(7) numbers it. */
    public enum Intake {
        MULTICAST(0),
        PROMISCUOUS(1),
        ALL_MULTICAST(2),
        UNICAST(3);

        private final short value;

        Intake(int value) {
            this.value = (short) value;
        }
    }

    /**
     * Returns the bytes that wait to be read, as the kernel charges them against {@link
     * #receiveCharge} (SO_MEMINFO).
     */
    public long backlog() {
        memoryLength.set(ValueLayout.JAVA_INT, 0, Integer.BYTES);
        int result = libc.getsockopt(fd(), SOL_SOCKET, SO_MEMINFO, memory, memoryLength);
        return result < 0 ? 0 : Integer.toUnsignedLong(memory.get(ValueLayout.JAVA_INT, 0));
    }

    /**
     * Sends a frame.
     *
     * @param frame its {@link VirtioHeader}, and the frame
     * @return whether the kernel took it
     */
    public boolean send(MemorySegment frame) {
        return libc.sendto(fd(), frame, MSG_DONTWAIT, MemorySegment.NULL) >= 0;
    }

    /** Returns how many frames the kernel has dropped since the last call: the buffer was full. */
    public long takeDrops() {
        statisticsLength.set(ValueLayout.JAVA_INT, 0, STATISTICS);
        int result =
                libc.getsockopt(fd(), SOL_PACKET, PACKET_STATISTICS, statistics, statisticsLength);
        return result < 0
                ? 0
                : Integer.toUnsignedLong(statistics.get(ValueLayout.JAVA_INT, Integer.BYTES));
    }
}
