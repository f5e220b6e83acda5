package org.urdma4j.wan.frame;

import java.lang.foreign.MemorySegment;

/**
 * A frame in a {@link FrameRing} and the wire packets that it holds: one, or those into which the
 * kernel would cut it. Its bytes stay as they were read. Used again for other frames.
 */
public final class Frame {
    /** Shortest Ethernet frame without its check sequence; what is shorter is padded to it. */
    static final int SHORTEST = 60;

    private static final int ETHERNET = 14;
    private static final int VLAN_TAG = 4;
    private static final int UDP = 8;
    private static final int IPV6_ADDRESSES = 40;

    /** Where its virtio header begins in the ring's memory. */
    long at;

    /** Bytes of the Ethernet frame, without the virtio header. */
    int length;

    int flags;
    int gsoType;
    int checksumStart;
    int checksumOffset;

    /** Where what is behind Ethernet's header and its tags begins, from the start of the frame. */
    int network;

    /** Of a frame of several packets: where their payload begins, from the start of the frame. */
    int headers;

    private int etherType;

    /** Payload of each packet but the last, or 0 in a frame that is one packet. */
    int gsoSize;

    private int packets;
    private int references;
    private long lastDepartNs;

    /** Reads what the virtio header and the frame's own headers say. */
    void parse(MemorySegment memory, long position, int frameBytes) {
        at = position;
        length = frameBytes;
        references = 1;
        flags = Bytes.u8(memory, position + VirtioHeader.FLAGS);
        gsoType = Bytes.u8(memory, position + VirtioHeader.GSO_TYPE);
        checksumStart = Bytes.native16(memory, position + VirtioHeader.CHECKSUM_START);
        checksumOffset = Bytes.native16(memory, position + VirtioHeader.CHECKSUM_OFFSET);
        gsoSize = Bytes.native16(memory, position + VirtioHeader.GSO_SIZE);
        packets = 1;
        readEthernet(memory);
        if (gsoType == VirtioHeader.GSO_NONE || gsoSize == 0 || !readHeaders(memory)) {
            gsoSize = 0;
            return;
        }
        packets = Math.max(1, Math.ceilDiv(length - headers, gsoSize));
    }

    private void readEthernet(MemorySegment memory) {
        long frame = at + VirtioHeader.BYTES;
        network = ETHERNET;
        etherType = length < ETHERNET ? 0 : Bytes.u16(memory, frame + ETHERNET - 2);
        while (isTag(etherType) && network + VLAN_TAG < length) {
            etherType = Bytes.u16(memory, frame + network + 2);
            network += VLAN_TAG;
        }
    }

    /** 802.1Q, 802.1ad, and what outer tags had before that. */
    private static boolean isTag(int etherType) {
        return switch (etherType) {
            case 0x8100, 0x88a8, 0x9100, 0x9200 -> true;
            default -> false;
        };
    }

    private boolean readHeaders(MemorySegment memory) {
        long frame = at + VirtioHeader.BYTES;
        int gso = gsoType & ~VirtioHeader.GSO_ECN;
        boolean readable =
                (gso == VirtioHeader.GSO_TCP4
                                || gso == VirtioHeader.GSO_TCP6
                                || gso == VirtioHeader.GSO_UDP)
                        && (etherType == EcnField.IPV4 || etherType == EcnField.IPV6)
                        && (flags & VirtioHeader.NEEDS_CHECKSUM) != 0
                        && checksumStart >= network + 20
                        && checksumStart + 20 <= length;
        if (!readable) {
            return false;
        }
        headers = checksumStart + (isUdp() ? UDP : tcpHeader(memory, frame + checksumStart));
        return headers < length && (isIpv4(memory) || checksumStart >= network + IPV6_ADDRESSES);
    }

    private static int tcpHeader(MemorySegment memory, long tcp) {
        return (Bytes.u8(memory, tcp + 12) >>> 4) * Integer.BYTES;
    }

    /** Returns whether its packets may be marked: both ends say that they heed congestion marks. */
    public boolean isEcnCapable(MemorySegment memory) {
        return network + EcnField.BYTES <= length
                && EcnField.isCapable(memory, at + VirtioHeader.BYTES + network, etherType);
    }

    boolean isUdp() {
        return gsoType == VirtioHeader.GSO_UDP;
    }

    boolean isIpv4(MemorySegment memory) {
        return Bytes.u8(memory, at + VirtioHeader.BYTES + network) >>> 4 == 4;
    }

    /** Returns how many wire packets it holds, 1 or more. */
    public int packets() {
        return packets;
    }

    /** Returns the bytes of a wire packet from its Ethernet header to its payload's end. */
    public int packetBytes(int index) {
        return gsoSize == 0 ? length : headers + payloadBytes(index, 1);
    }

    /** Returns the same with the padding of what is too short for Ethernet. */
    public int paddedBytes(int index) {
        return Math.max(SHORTEST, packetBytes(index));
    }

    /** Returns the payload of {@code count} packets from {@code first} on. */
    int payloadBytes(int first, int count) {
        return Math.min(count * gsoSize, length - headers - first * gsoSize);
    }

    /** Says when its last packet leaves the transmitter, as far as is known. */
    public void lastDepartNs(long ns) {
        lastDepartNs = ns;
    }

    /** Returns when its last packet that found room leaves the transmitter. */
    public long lastDepartNs() {
        return lastDepartNs;
    }

    /** Says that one more will release it. */
    public void retain() {
        references++;
    }

    boolean release(int count) {
        references -= count;
        return references == 0;
    }

    boolean isReleased() {
        return references == 0;
    }
}
