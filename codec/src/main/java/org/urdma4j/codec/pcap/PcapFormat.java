package org.urdma4j.codec.pcap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Classic pcap: a file header, then records with a header of 16 bytes each. */
final class PcapFormat implements CaptureFormat {
    static final int MAGIC_MICROS = 0xa1b2c3d4;
    static final int MAGIC_NANOS = 0xa1b23c4d;
    static final int SWAPPED_MICROS = 0xd4c3b2a1;
    static final int SWAPPED_NANOS = 0x4d3cb2a1;
    static final int VERSION_MAJOR = 2;
    static final int VERSION_MINOR = 4;

    static final int FILE_HEADER_LENGTH = 24;
    static final int RECORD_HEADER_LENGTH = 16;

    /** The bits above say whether, and how long, a frame check sequence follows each frame. */
    private static final int LINK_TYPE_MASK = 0xffff;

    private final CaptureSource source;
    private final ByteOrder order;
    private final int nsPerTick;
    private final int linkType;

    /** Starts behind the magic number. */
    PcapFormat(CaptureSource source, ByteOrder order, int nsPerTick) throws CaptureException {
        this.source = source;
        this.order = order;
        this.nsPerTick = nsPerTick;
        ByteBuffer header = source.take(FILE_HEADER_LENGTH - 4, "the file header").order(order);
        int version = header.getShort(0) & 0xffff;
        if (version != VERSION_MAJOR) {
            throw source.damaged(4, "pcap version %d is not %d".formatted(version, VERSION_MAJOR));
        }
        linkType = header.getInt(16) & LINK_TYPE_MASK;
    }

    @Override
    public CaptureRecord next() throws CaptureException {
        if (source.isAtEnd()) {
            return null;
        }
        long start = source.offset();
        ByteBuffer header = source.take(RECORD_HEADER_LENGTH, "a packet header").order(order);
        int captured = header.getInt(8);
        int original = header.getInt(12);
        if (captured < 0 || captured > MAX_CAPTURED || original < 0) {
            throw source.damaged(
                    start,
                    "implausible packet length: %d bytes captured of %d"
                            .formatted(
                                    Integer.toUnsignedLong(captured),
                                    Integer.toUnsignedLong(original)));
        }
        long seconds = Integer.toUnsignedLong(header.getInt(0));
        long ticks = Integer.toUnsignedLong(header.getInt(4));
        return new CaptureRecord(
                linkType,
                seconds * 1_000_000_000 + ticks * nsPerTick,
                original,
                source.take(captured, "a packet"));
    }
}
