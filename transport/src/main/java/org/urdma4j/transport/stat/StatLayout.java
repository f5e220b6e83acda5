package org.urdma4j.transport.stat;

/** Where things stand in a file; docs/stat.md has it as a table. Little-endian. */
final class StatLayout {
    /** "URDMASTA" as eight bytes in this order. */
    static final long MAGIC = 0x4154_5341_4d44_5255L;

    static final int VERSION = 1;

    static final int MAGIC_AT = 0;
    static final int VERSION_AT = 8;
    static final int NAMES_AT = 12;
    static final int NAMES_BYTES = 16;
    static final int COUNTERS = 20;
    static final int SLOT_BYTES = 24;
    static final int SLOTS = 28;
    static final int PID = 32;
    static final int START = 40;
    static final int NAMESPACE = 48;
    static final int SEQUENCE = 56;
    static final int PUBLISHED = 64;
    static final int INTERVAL = 72;
    static final int USED = 80;
    static final int QUEUE_PAIRS = 84;
    static final int DEVICE = 88;
    static final int DEVICE_BYTES = 64;
    static final int PROGRAM = DEVICE + DEVICE_BYTES;
    static final int HEADER = 256;
    static final int PROGRAM_BYTES = HEADER - PROGRAM;

    static final int QPN = 0;
    static final int DEST_QPN = 4;
    static final int TYPE = 8;
    static final int TYPE_BYTES = 8;
    static final int STATE = 16;
    static final int STATE_BYTES = 8;
    static final int PROFILE = 24;
    static final int PROFILE_BYTES = 16;
    static final int CONGESTION = 40;
    static final int CONGESTION_BYTES = 32;
    static final int PEER = 72;
    static final int PEER_BYTES = 56;
    static final int RTT = 128;
    static final int MIN_RTT = 136;
    static final int IN_FLIGHT = 144;
    static final int WINDOW = 152;
    static final int PACING = 160;
    static final int DELIVERY = 168;
    static final int QUEUE_DELAY = 176;
    static final int PAYLOAD = 184;
    static final int UNACKNOWLEDGED = 188;
    static final int SLOT_HEADER = 192;

    private StatLayout() {}

    static int padded(int bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
