package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;

import java.nio.ByteBuffer;

/**
 * A ring of bytes in registered memory, addressed by the position in the stream. Copies without
 * allocation; who calls sees to it that no two threads are in the same bytes.
 */
final class Ring {
    /** What each channel begins with. */
    static final int FIRST = ChannelOptions.LEAST;

    /** What it has next: enough for a few megabits a second over any path. */
    private static final int SECOND = 1 << 20;

    private static final int GROWTH = 4;

    private final MemoryRegion region;
    private final PeerRing forPeer;
    private final ByteBuffer bytes;
    private final ByteBuffer view;
    private final int size;

    /**
     * @param region a power of two bytes
     */
    Ring(MemoryRegion region) {
        this.region = region;
        bytes = region.segment().asByteBuffer();
        view = bytes.asReadOnlyBuffer();
        size = bytes.capacity();
        forPeer = new PeerRing(region.addr(), region.rkey(), size);
    }

    MemoryRegion region() {
        return region;
    }

    int size() {
        return size;
    }

    /** Returns what the peer is told of it, if it writes there. */
    PeerRing forPeer() {
        return forPeer;
    }

    boolean isFirst() {
        return size <= FIRST;
    }

    /** Returns how long a ring in its place should be that is to be longer. */
    int longer(int most) {
        return (int) Math.min(most, Math.max(SECOND, (long) size * GROWTH));
    }

    int index(long position) {
        return (int) position & (size - 1);
    }

    /** Returns how many of {@code length} bytes lie before the end of the ring. */
    int contiguous(long position, int length) {
        return Math.min(length, size - index(position));
    }

    /** Copies {@code length} bytes in, and moves the position of {@code from} past them. */
    void put(long position, ByteBuffer from, int length) {
        int first = contiguous(position, length);
        int at = from.position();
        bytes.put(index(position), from, at, first);
        bytes.put(0, from, at + first, length - first);
        from.position(at + length);
    }

    /** Copies {@code length} bytes in. */
    void put(long position, byte[] from, int offset, int length) {
        int first = contiguous(position, length);
        bytes.put(index(position), from, offset, first);
        bytes.put(0, from, offset + first, length - first);
    }

    /** Copies {@code length} bytes out, and moves the position of {@code to} past them. */
    void get(long position, ByteBuffer to, int length) {
        int first = contiguous(position, length);
        int at = to.position();
        to.put(at, bytes, index(position), first);
        to.put(at + first, bytes, 0, length - first);
        to.position(at + length);
    }

    /** Copies {@code length} bytes out. */
    void get(long position, byte[] to, int offset, int length) {
        int first = contiguous(position, length);
        bytes.get(index(position), to, offset, first);
        bytes.get(0, to, offset + first, length - first);
    }

    /** Returns the view of the one who reads, read-only, always the same. */
    ByteBuffer view() {
        return view;
    }
}
