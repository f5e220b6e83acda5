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
    private static final int PACKET_STATISTICS = 6;
    static final int PACKET_AUXDATA = 8;
    private static final int PACKET_VNET_HDR = 15;
    private static final int PACKET_IGNORE_OUTGOING = 23;

    private static final int SO_MEMINFO = 55;
    private static final int STATISTICS = 2 * Integer.BYTES;

    private static final ValueLayout.OfShort NETWORK_SHORT =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

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
