package org.urdma4j.codec.pcap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** pcapng: blocks of a type, a length, a body, and the length once more. */
final class PcapngFormat implements CaptureFormat {
    /** Reads the same in both byte orders. */
    static final int SECTION_HEADER = 0x0a0d0d0a;

    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;

    private static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    private static final int VERSION_MAJOR = 1;

    /** Type and length before the body, length after it. */
    private static final int FRAME = 12;

    private static final int SECTION_BODY = 16;
    private static final int INTERFACE_BODY = 8;
    private static final int PACKET_BODY = 20;
    private static final int SIMPLE_BODY = 4;

    /** Interface options are a few names and numbers. */
    private static final int MAX_INTERFACE_BODY = 1024 * 1024;

    private final CaptureSource source;
    private final List<PcapngInterface> interfaces = new ArrayList<>();
    private ByteOrder order = ByteOrder.BIG_ENDIAN;

    /** File position of the block that is being read, and the length of its body. */
    private long block;

    private long bodyLength;

    /** Starts behind the type of the first block. */
    PcapngFormat(CaptureSource source) throws CaptureException {
        this.source = source;
        block = source.offset() - 4;
        section();
    }

    @Override
    public CaptureRecord next() throws CaptureException {
        while (!source.isAtEnd()) {
            block = source.offset();
            int type = take(4, "a block type").getInt(0);
            if (type == SECTION_HEADER) {
                section();
                continue;
            }
            int minimum = minimumBody(type);
            length(take(4, "a block length").getInt(0), minimum);
            switch (type) {
                case INTERFACE_DESCRIPTION -> interfaceDescription();
                case ENHANCED_PACKET, OBSOLETE_PACKET -> {
                    return packet(type == ENHANCED_PACKET);
                }
                case SIMPLE_PACKET -> {
                    return simplePacket();
                }
                default -> endOfBlock(bodyLength);
            }
        }
        return null;
    }

    private static int minimumBody(int type) {
        return switch (type) {
            case INTERFACE_DESCRIPTION -> INTERFACE_BODY;
            case ENHANCED_PACKET, OBSOLETE_PACKET -> PACKET_BODY;
            case SIMPLE_PACKET -> SIMPLE_BODY;
            default -> 0;
        };
    }

    /** The byte order of the length is known only from the magic number that follows it. */
    private void section() throws CaptureException {
        ByteBuffer head = source.take(8, "a section header");
        order =
                switch (head.getInt(4)) {
                    case BYTE_ORDER_MAGIC -> ByteOrder.BIG_ENDIAN;
                    case 0x4d3c2b1a -> ByteOrder.LITTLE_ENDIAN;
                    default ->
                            throw source.damaged(
                                    block,
                                    "a section has the byte-order magic 0x%08x"
                                            .formatted(head.getInt(4)));
                };
        length(head.order(order).getInt(0), SECTION_BODY);
        int version = take(2, "a section header").getShort(0) & 0xffff;
        if (version != VERSION_MAJOR) {
            throw source.damaged(
                    block, "pcapng version %d is not %d".formatted(version, VERSION_MAJOR));
        }
        interfaces.clear();
        endOfBlock(bodyLength - 6);
    }

    private void interfaceDescription() throws CaptureException {
        if (bodyLength > MAX_INTERFACE_BODY) {
            throw source.damaged(
                    block, "an interface description of %d bytes".formatted(bodyLength));
        }
        PcapngInterface described =
                PcapngInterface.parse(take((int) bodyLength, "an interface description"));
        if (described == null) {
            throw source.damaged(block, "the options of an interface description don't fit");
        }
        endOfBlock(0);
        interfaces.add(described);
    }

    private CaptureRecord packet(boolean enhanced) throws CaptureException {
        ByteBuffer header = take(PACKET_BODY, "a packet block");
        PcapngInterface on =
                interfaceAt(
                        enhanced
                                ? Integer.toUnsignedLong(header.getInt(0))
                                : header.getShort(0) & 0xffff);
        long ticks = ((long) header.getInt(4) << 32) | Integer.toUnsignedLong(header.getInt(8));
        int captured = header.getInt(12);
        return record(on, on.resolution().toNs(ticks), captured, header.getInt(16), PACKET_BODY);
    }

    private CaptureRecord simplePacket() throws CaptureException {
        int original = take(SIMPLE_BODY, "a packet block").getInt(0);
        PcapngInterface on = interfaceAt(0);
        int limit = on.snapLength();
        int captured =
                limit != 0 && Integer.compareUnsigned(limit, original) < 0 ? limit : original;
        return record(on, CaptureRecord.NO_TIMESTAMP, captured, original, SIMPLE_BODY);
    }

    private CaptureRecord record(
            PcapngInterface on, long timestampNs, int captured, int original, int header)
            throws CaptureException {
        long space = bodyLength - header;
        if (captured < 0 || captured > MAX_CAPTURED || captured > space || original < 0) {
            throw source.damaged(
                    block,
                    "implausible packet length: %d bytes captured of %d, in a block with room for %d"
                            .formatted(
                                    Integer.toUnsignedLong(captured),
                                    Integer.toUnsignedLong(original),
                                    space));
        }
        ByteBuffer bytes = source.take(captured, "a packet");
        endOfBlock(space - captured);
        return new CaptureRecord(on.linkType(), timestampNs, original, bytes);
    }

    private PcapngInterface interfaceAt(long index) throws CaptureException {
        if (index >= interfaces.size()) {
            throw source.damaged(
                    block,
                    "a packet names interface %d, its section has described %d"
                            .formatted(index, interfaces.size()));
        }
        return interfaces.get((int) index);
    }

    private void length(int total, int minimumBody) throws CaptureException {
        bodyLength = Integer.toUnsignedLong(total) - FRAME;
        if (bodyLength < minimumBody || (total & 3) != 0) {
            throw source.damaged(
                    block,
                    "implausible block length of %d bytes"
                            .formatted(Integer.toUnsignedLong(total)));
        }
    }

    /** Skips what is left of the body, then compares the two lengths. */
    private void endOfBlock(long left) throws CaptureException {
        source.skip(left, "a block");
        long total = Integer.toUnsignedLong(take(4, "the end of a block").getInt(0));
        if (total != bodyLength + FRAME) {
            throw source.damaged(
                    block,
                    "a block says %d bytes at its start and %d at its end"
                            .formatted(bodyLength + FRAME, total));
        }
    }

    private ByteBuffer take(int length, String what) throws CaptureException {
        return source.take(length, what).order(order);
    }

    static int padded(int length) {
        return (length + 3) & ~3;
    }
}
