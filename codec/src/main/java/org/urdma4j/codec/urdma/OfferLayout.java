package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Where the values of an offer stand.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+---------------+
 * |          magic "UR"           |    version    |  FEC groups   |
 * +-------------------------------+---------------+---------------+
 * |           features            |         payload size          |
 * +-------------------------------+-------------------------------+
 * |         SACK packets          |         SACK interval         |
 * +-------------------------------+-------------------------------+
 * |                       verification tag                        |
 * +-------------------------------+-------------------------------+
 * |         receive limit         |     reference rate, upper     |
 * +---------------+---------------+-------------------------------+
 * |     lower     |   reserved    |             check             |
 * +---------------+---------------+-------------------------------+
 * </pre>
 */
final class OfferLayout {
    private static final int MAGIC = 0x5552;
    private static final long BITS_PER_MBIT = 1_000_000;

    private static final int VERSION_AT = 2;
    private static final int FEC_GROUPS = 3;
    private static final int FEATURES = 4;
    private static final int PAYLOAD_SIZE = 6;
    private static final int SACK_PACKETS = 8;
    private static final int SACK_INTERVAL = 10;
    private static final int TAG = 12;
    private static final int RECEIVE_LIMIT = 16;
    private static final int RATE = 18;
    private static final int CHECK = OfferRecord.LENGTH - Short.BYTES;

    private OfferLayout() {}

    static void write(ByteBuffer b, int at, OfferRecord offer) {
        b.putShort(at, (short) MAGIC);
        b.put(at + VERSION_AT, (byte) OfferRecord.VERSION);
        b.put(at + FEC_GROUPS, (byte) offer.fecGroups());
        b.putShort(at + FEATURES, (short) offer.features());
        b.putShort(at + PAYLOAD_SIZE, (short) offer.payloadSize());
        b.putShort(at + SACK_PACKETS, (short) offer.sackPackets());
        b.putShort(at + SACK_INTERVAL, (short) offer.sackIntervalMicros());
        b.putInt(at + TAG, offer.verificationTag());
        b.putShort(at + RECEIVE_LIMIT, (short) offer.receiveLimit());
        b.putInt(at + RATE, (int) (offer.referenceRate() / BITS_PER_MBIT) << 8);
        b.putShort(at + CHECK, (short) Crc16.of(b, at, CHECK));
    }

    static OfferStatus status(ByteBuffer b, int at) {
        if (at < 0 || at > b.limit() - OfferRecord.LENGTH || (b.getShort(at) & 0xffff) != MAGIC) {
            return OfferStatus.ABSENT;
        }
        if ((b.getShort(at + CHECK) & 0xffff) != Crc16.of(b, at, CHECK)) {
            return OfferStatus.DAMAGED;
        }
        if (b.get(at + VERSION_AT) != OfferRecord.VERSION) {
            return OfferStatus.NOT_UNDERSTOOD;
        }
        int payload = unsigned(b, at + PAYLOAD_SIZE);
        boolean valid =
                payload != 0
                        && (payload & 3) == 0
                        && unsigned(b, at + SACK_PACKETS) != 0
                        && unsigned(b, at + SACK_INTERVAL) != 0;
        return valid ? OfferStatus.OK : OfferStatus.INVALID;
    }

    static OfferRecord read(ByteBuffer b, int at) {
        return new OfferRecord(
                unsigned(b, at + FEATURES),
                unsigned(b, at + SACK_PACKETS),
                unsigned(b, at + SACK_INTERVAL),
                b.get(at + FEC_GROUPS) & 0xff,
                unsigned(b, at + PAYLOAD_SIZE),
                b.getInt(at + TAG),
                unsigned(b, at + RECEIVE_LIMIT),
                (b.getInt(at + RATE) >>> 8) * BITS_PER_MBIT);
    }

    private static int unsigned(ByteBuffer b, int at) {
        return b.getShort(at) & 0xffff;
    }
}
