package org.urdma4j.leafspine.host;

/** What queue pairs have counted. */
public final class HostCounters {
    /** Packets of data sent. */
    public long sent;

    /** Of them, sent again. */
    public long again;

    /** Packets of data that arrived. */
    public long arrived;

    /** Of them, sent once and overtaken by later ones. */
    public long reordered;

    /** Payload bytes that arrived for the first time. */
    public long payloadBytes;

    /** Packets that asked for what is missing. */
    public long naks;

    /** Congestion notifications sent. */
    public long notifications;

    /** Timers that ran out. */
    public long timeouts;
}
