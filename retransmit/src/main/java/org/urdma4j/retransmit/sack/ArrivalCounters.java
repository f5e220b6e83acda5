package org.urdma4j.retransmit.sack;

/** What arrived since the connection began, and the packet that was sent last of all. */
final class ArrivalCounters {
    long packets;
    long bytes;
    long missing;
    long repaired;
    long duplicates;
    long newestSentNs;
    long newestPsn;
    long newestArrivedNs;

    void clear(long firstPsn) {
        packets = 0;
        bytes = 0;
        missing = 0;
        repaired = 0;
        duplicates = 0;
        newestSentNs = 0;
        newestPsn = firstPsn;
        newestArrivedNs = 0;
    }

    void onPacket(long nowNs, long psn, long sentNs, int wireBytes) {
        if (packets == 0 || sentNs - newestSentNs >= 0) {
            newestSentNs = sentNs;
            newestPsn = psn;
            newestArrivedNs = nowNs;
        }
        packets++;
        bytes += wireBytes;
    }
}
