package org.urdma4j.wan.frame;

import org.urdma4j.codec.net.InternetChecksum;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Makes frames of a frame's packets: of a run of them, with the headers that the kernel's own
 * segmentation would have given them, or of a single one with its checksum computed. A run is a new
 * head, here, and payload that stays where it is; its transport checksum remains a sum over the
 * pseudo-header, so no payload is read. One thread at a time.
 */
public final class RunBuilder {
    private static final int FIN = 0x01;
    private static final int PUSH = 0x08;
    private static final int CWR = 0x80;

    private final MemorySegment memory;
    private final MemorySegment head;
    private int headBytes;
    private long bodyAt;
    private int bodyBytes;

    /**
     * @param memory of the ring whose frames are built on
     */
    public RunBuilder(MemorySegment memory) {
        this.memory = memory;
        this.head = Arena.ofAuto().allocate(FrameRing.LONGEST, 64);
    }

    /**
     * Builds a frame of {@code count} packets from the one with index {@code first} on. All packets
     * of a frame give the frame as it was read, with an empty head.
     */
    public void build(Frame frame, int first, int count) {
        if (count == frame.packets()) {
            headBytes = 0;
            bodyAt = frame.at;
            bodyBytes = VirtioHeader.BYTES + frame.length;
            return;
        }
        bodyBytes = frame.payloadBytes(first, count);
        bodyAt = frame.at + VirtioHeader.BYTES + frame.headers + (long) first * frame.gsoSize;
        headBytes = VirtioHeader.BYTES + frame.headers;
        MemorySegment.copy(memory, frame.at, head, 0, headBytes);
        writeVirtio(frame, first, count);
        boolean ipv4 = frame.isIpv4(memory);
        int transportBytes = frame.headers - frame.checksumStart + bodyBytes;
        int network = VirtioHeader.BYTES + frame.network;
        if (ipv4) {
            fixIpv4(network, frame.checksumStart - frame.network, transportBytes, first);
        } else {
            // the length of what follows the fixed header, extension headers included
            Bytes.put16(
                    head, network + 4, frame.checksumStart - frame.network - 40 + transportBytes);
        }
        int transport = VirtioHeader.BYTES + frame.checksumStart;
        if (frame.isUdp()) {
            Bytes.put16(head, transport + 4, transportBytes);
        } else {
            fixTcp(frame, transport, first, count);
        }
        int protocol = frame.isUdp() ? 17 : 6;
        long sum =
                ipv4
                        ? InternetChecksum.add(0, head, network + 12, 8)
                        : InternetChecksum.add(0, head, network + 8, 32);
        Bytes.put16(
                head,
                transport + frame.checksumOffset,
                InternetChecksum.fold(sum + protocol + transportBytes));
    }

    /**
     * Builds the wire packet with index {@code index} in one piece, its checksum computed, and
     * returns its length; it begins at {@link #headPacketAt} of {@link #head}.
     */
    public int buildPacket(Frame frame, int index) {
        build(frame, index, 1);
        MemorySegment.copy(memory, bodyAt, head, headBytes, bodyBytes);
        headBytes += bodyBytes;
        bodyBytes = 0;
        Bytes.put8(head, VirtioHeader.GSO_TYPE, VirtioHeader.GSO_NONE);
        Bytes.putNative16(head, VirtioHeader.GSO_SIZE, 0);
        if ((frame.flags & VirtioHeader.NEEDS_CHECKSUM) != 0) {
            int start = VirtioHeader.BYTES + frame.checksumStart;
            int checksum =
                    InternetChecksum.finish(
                            InternetChecksum.add(0, head, start, headBytes - start));
            boolean udp = frame.checksumOffset == 6;
            Bytes.put16(
                    head,
                    start + frame.checksumOffset,
                    // zero would say that there is none (RFC 768)
                    udp && checksum == 0 ? 0xffff : checksum);
            Bytes.put8(head, VirtioHeader.FLAGS, 0);
        }
        return headBytes - VirtioHeader.BYTES;
    }

    /**
     * Marks what was built last with congestion; its frame must be {@linkplain Frame#isEcnCapable
     * capable} of it. What isn't changed stays where it is.
     */
    public void mark(Frame frame) {
        if (headBytes == 0) {
            headBytes = VirtioHeader.BYTES + frame.network + EcnField.BYTES;
            MemorySegment.copy(memory, bodyAt, head, 0, headBytes);
            bodyAt += headBytes;
            bodyBytes -= headBytes;
        }
        EcnField.mark(head, VirtioHeader.BYTES + frame.network);
    }

    /**
     * Flips a bit of the packet built last, counted from its first byte; one in its padding not.
     */
    public void flip(int bit) {
        int at = VirtioHeader.BYTES + bit / Byte.SIZE;
        if (at < headBytes) {
            Bytes.put8(head, at, Bytes.u8(head, at) ^ (1 << (bit % Byte.SIZE)));
        }
    }

    private void writeVirtio(Frame frame, int first, int count) {
        int type = VirtioHeader.GSO_NONE;
        if (count > 1) {
            type = first == 0 ? frame.gsoType : frame.gsoType & ~VirtioHeader.GSO_ECN;
        }
        Bytes.put8(head, VirtioHeader.GSO_TYPE, type);
        Bytes.putNative16(head, VirtioHeader.HEADER_LENGTH, frame.headers);
        Bytes.putNative16(head, VirtioHeader.GSO_SIZE, count > 1 ? frame.gsoSize : 0);
    }

    private void fixIpv4(int network, int headerBytes, int transportBytes, int first) {
        Bytes.put16(head, network + 2, headerBytes + transportBytes);
        Bytes.put16(head, network + 4, Bytes.u16(head, network + 4) + first);
        Bytes.put16(head, network + 10, 0);
        Bytes.put16(
                head,
                network + 10,
                InternetChecksum.finish(InternetChecksum.add(0, head, network, headerBytes)));
    }

    private void fixTcp(Frame frame, int tcp, int first, int count) {
        Bytes.put32(head, tcp + 4, Bytes.i32(head, tcp + 4) + first * frame.gsoSize);
        int tcpFlags = Bytes.u8(head, tcp + 13);
        if (first + count < frame.packets()) {
            tcpFlags &= ~(FIN | PUSH);
        }
        if (first > 0) {
            tcpFlags &= ~CWR;
        }
        Bytes.put8(head, tcp + 13, tcpFlags);
    }

    public MemorySegment head() {
        return head;
    }

    /** Returns the length of the head, virtio header included; 0 when the body is the frame. */
    public int headBytes() {
        return headBytes;
    }

    /** Returns where in {@link #head} a packet in one piece begins, behind the virtio header. */
    public static int headPacketAt() {
        return VirtioHeader.BYTES;
    }

    /** Returns where in the ring's memory the body begins. */
    public long bodyAt() {
        return bodyAt;
    }

    public int bodyBytes() {
        return bodyBytes;
    }
}
