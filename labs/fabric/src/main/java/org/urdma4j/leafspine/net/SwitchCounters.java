package org.urdma4j.leafspine.net;

/** What a switch has counted, of data alone. */
public final class SwitchCounters {
    /** Bytes that came. */
    public long receivedBytes;

    /** Bytes that left, as they were when they came. */
    public long sentBytes;

    /** Bytes dropped for want of memory. */
    public long droppedBytes;

    /** Packets dropped for want of memory. */
    public long dropped;

    /** Bytes lost at dead cables, of those that had not left. */
    public long lostBytes;

    /** Packets lost at dead cables. */
    public long lost;

    /** Bytes of packets that had come before, as an interceptor has found. */
    public long duplicateBytes;

    /** Packets that had come before. */
    public long duplicates;

    /** Packets marked. */
    public long marked;

    /** Pause frames sent, those that end a pause not counted. */
    public long pauses;
}
