package org.urdma4j.transport.port.linux;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.InternetChecksum;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Makes of what a {@link PacketSocket} reads the frames that a cable would have carried: completes
 * the checksum that was left to a device, and cuts what the kernel has joined, or not cut yet.
 * Joined segments are numbered on from the first, as the kernel does when it cuts. Not thread-safe;
 * nothing is allocated for a frame.
 */
public final class FrameCutter {
    /** Bytes that may be written in front of each frame. */
    public static final int SPARE = 8;

    private static final int LONGEST = 66 << 10;

    private static final int ETHER_TYPE = 12;
    private static final int TAG = 4;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;

    private static final int IPV4_SHORTEST = 20;
    private static final int IPV4_LENGTH = 2;
    private static final int IPV4_ID = 4;
    private static final int IPV4_PROTOCOL = 9;
    private static final int IPV4_CHECKSUM = 10;
    private static final int IPV4_ADDRESSES = 12;
    private static final int IPV6_LENGTH = 4;
    private static final int IPV6_NEXT = 6;
    private static final int IPV6_ADDRESSES = 8;
    private static final int IPV6_HEADER = 40;

    private static final int TCP = 6;
    private static final int TCP_SEQUENCE = 4;
    private static final int TCP_OFFSET = 12;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_CHECKSUM = 16;
    private static final int TCP_SHORTEST = 20;
    private static final int LAST_ONLY = 0x09; // FIN, PSH
    private static final int FIRST_ONLY = 0x80; // CWR
    private static final int UDP = 17;
    private static final int UDP_LENGTH = 4;
    private static final int UDP_CHECKSUM = 6;
    private static final int UDP_HEADER = 8;

    private final MemorySegment memory = Arena.ofAuto().allocate(SPARE + LONGEST, Long.BYTES);
    private final ByteBuffer cut = memory.asByteBuffer();

    private ByteBuffer whole;
    private int frame;
    private int end;
    private int ip;
    private int transport;
    private int protocol;
    private boolean ipv4;
    private boolean summed;
    private int payload;
    private int segment;
    private int next;
    private int count;
    private int length;

    /**
     * Turns to what was read.
     *
     * @param b holds the {@link VirtioHeader} at {@code virtio}, and a frame behind it whose
     *     checksum is completed there
     * @param bytes of the frame
     * @return whether it stands for several, which {@link #next} makes
     */
    public boolean begin(ByteBuffer b, int virtio, int bytes) {
        whole = b;
        frame = virtio + VirtioHeader.LENGTH;
        end = frame + bytes;
        if (VirtioHeader.segmentType(b, virtio) != 0 && joined(virtio)) {
            next = payload;
            count = 0;
            return true;
        }
        if (VirtioHeader.needsChecksum(b, virtio)) {
            int from = frame + VirtioHeader.checksumStart(b, virtio);
            int at = from + VirtioHeader.checksumOffset(b, virtio);
            if (at + Short.BYTES <= end) {
                b.putShort(at, complete(InternetChecksum.add(0, b, from, end - from)));
            }
        }
        return false;
    }

    /** Finds its headers; returns whether they are those of something that can be cut. */
    private boolean joined(int virtio) {
        segment = VirtioHeader.segmentBytes(whole, virtio);
        protocol =
                switch (VirtioHeader.segmentType(whole, virtio)) {
                    case VirtioHeader.UDP_SEGMENTS -> UDP;
                    case VirtioHeader.TCP_OVER_IPV4_SEGMENTS, VirtioHeader.TCP_OVER_IPV6_SEGMENTS ->
                            TCP;
                    default -> 0;
                };
        int type = frame + ETHER_TYPE;
        while (type + TAG < end && EtherType.isTag(half(type))) {
            type += TAG;
        }
        ip = type + Short.BYTES;
        ipv4 = ip <= end && half(type) == IPV4;
        boolean ipv6 = ip <= end && half(type) == IPV6;
        if (segment == 0 || !(ipv4 || ipv6) || ip + (ipv4 ? IPV4_SHORTEST : IPV6_HEADER) > end) {
            return false;
        }
        transport = ip + (ipv4 ? (whole.get(ip) & 0xf) * Integer.BYTES : IPV6_HEADER);
        int is = whole.get(ip + (ipv4 ? IPV4_PROTOCOL : IPV6_NEXT)) & 0xff;
        if (is != protocol || transport + (is == TCP ? TCP_SHORTEST : UDP_HEADER) > end) {
            return false;
        }
        int header =
                protocol == UDP
                        ? UDP_HEADER
                        : (whole.get(transport + TCP_OFFSET) >> 4 & 0xf) * Integer.BYTES;
        payload = transport + header;
        summed =
                protocol == TCP
                        || VirtioHeader.needsChecksum(whole, virtio)
                        || half(transport + UDP_CHECKSUM) != 0;
        int longest = payload - frame + segment;
        return header >= UDP_HEADER && payload < end && longest <= LONGEST;
    }

    private int half(int at) {
        return whole.getShort(at) & 0xffff;
    }

    /** Makes the next of several frames; returns whether there was one. */
    public boolean next() {
        if (next >= end) {
            return false;
        }
        int bytes = Math.min(segment, end - next);
        int headers = payload - frame;
        cut.put(SPARE, whole, frame, headers);
        cut.put(SPARE + headers, whole, next, bytes);
        length = headers + bytes;
        finishTransport(SPARE + transport - frame, bytes);
        finishIp(SPARE + ip - frame);
        next += bytes;
        count++;
        return true;
    }

    private void finishTransport(int at, int bytes) {
        int total = payload - transport + bytes;
        int sumAt = at + (protocol == TCP ? TCP_CHECKSUM : UDP_CHECKSUM);
        if (protocol == TCP) {
            cut.putInt(at + TCP_SEQUENCE, cut.getInt(at + TCP_SEQUENCE) + count * segment);
            int absent = (count == 0 ? 0 : FIRST_ONLY) | (next + bytes == end ? 0 : LAST_ONLY);
            cut.put(at + TCP_FLAGS, (byte) (cut.get(at + TCP_FLAGS) & ~absent));
        } else {
            cut.putShort(at + UDP_LENGTH, (short) total);
        }
        if (summed) {
            cut.putShort(sumAt, (short) 0);
            int addresses = SPARE + ip - frame + (ipv4 ? IPV4_ADDRESSES : IPV6_ADDRESSES);
            int addressBytes = ipv4 ? 2 * Integer.BYTES : 4 * Long.BYTES;
            long sum = InternetChecksum.add((long) protocol + total, cut, addresses, addressBytes);
            cut.putShort(sumAt, complete(InternetChecksum.add(sum, cut, at, total)));
        }
    }

    private void finishIp(int at) {
        int bytes = SPARE + length - at;
        if (ipv4) {
            cut.putShort(at + IPV4_LENGTH, (short) bytes);
            cut.putShort(at + IPV4_ID, (short) (cut.getShort(at + IPV4_ID) + count));
            cut.putShort(at + IPV4_CHECKSUM, (short) 0);
            long sum = InternetChecksum.add(0, cut, at, transport - ip);
            cut.putShort(at + IPV4_CHECKSUM, (short) InternetChecksum.finish(sum));
        } else {
            cut.putShort(at + IPV6_LENGTH, (short) (bytes - IPV6_HEADER));
        }
    }

    /** Returns a sum's complement; 0, which says that there is none, as what equals it. */
    private static short complete(long sum) {
        int checksum = InternetChecksum.finish(sum);
        return (short) (checksum == 0 ? 0xffff : checksum);
    }

    /** Returns what holds the frame that {@link #next} made, {@link #SPARE} bytes in. */
    public ByteBuffer buffer() {
        return cut;
    }

    public MemorySegment memory() {
        return memory;
    }

    public int length() {
        return length;
    }
}
