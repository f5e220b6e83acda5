package org.urdma4j.wan.frame;

import java.lang.foreign.MemorySegment;

/** Frames that are good for nothing but trying out what handles them. */
public final class SampleFrame {
    private static final int SIZE = 1448;
    private static final int PACKETS = 44;
    private static final int ETHERNET = 14;
    private static final int IPV4 = 20;
    private static final int TCP = 20;
    private static final int UDP = 8;

    private SampleFrame() {}

    /**
     * Writes a frame and returns its length with the virtio header, at most {@link
     * FrameRing#LONGEST}.
     *
     * @param kind 0 for a short one, 1 for a super-packet of TCP, 2 for one of UDP, both over IPv4
     */
    public static int write(MemorySegment memory, long at, int kind) {
        int headers = ETHERNET + IPV4 + (kind == 2 ? UDP : TCP);
        memory.asSlice(at, VirtioHeader.BYTES + headers).fill((byte) 0);
        if (kind == 0) {
            return VirtioHeader.BYTES + headers;
        }
        boolean udp = kind == 2;
        Bytes.put8(memory, at + VirtioHeader.FLAGS, VirtioHeader.NEEDS_CHECKSUM);
        Bytes.put8(
                memory,
                at + VirtioHeader.GSO_TYPE,
                udp ? VirtioHeader.GSO_UDP : VirtioHeader.GSO_TCP4);
        Bytes.putNative16(memory, at + VirtioHeader.GSO_SIZE, SIZE);
        Bytes.putNative16(memory, at + VirtioHeader.CHECKSUM_START, ETHERNET + IPV4);
        Bytes.putNative16(memory, at + VirtioHeader.CHECKSUM_OFFSET, udp ? 6 : 16);
        long frame = at + VirtioHeader.BYTES;
        Bytes.put16(memory, frame + 12, 0x0800);
        Bytes.put8(memory, frame + ETHERNET, 0x45);
        if (!udp) {
            Bytes.put8(memory, frame + ETHERNET + IPV4 + 12, 0x50);
        }
        return VirtioHeader.BYTES + headers + PACKETS * SIZE;
    }
}
