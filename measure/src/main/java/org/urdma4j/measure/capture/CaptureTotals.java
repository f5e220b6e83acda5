package org.urdma4j.measure.capture;

import org.urdma4j.codec.pcap.CaptureRecord;

import java.util.Optional;

/** What a scan counted besides the packets. */
public final class CaptureTotals {
    private long packets;
    private long damaged;
    private long malformed;
    private long pauses;
    private long others;
    private long firstNs = CaptureRecord.NO_TIMESTAMP;
    private String problem;

    CaptureTotals() {}

    void addPacket(boolean isDamaged) {
        packets++;
        damaged += isDamaged ? 1 : 0;
    }

    void addMalformed() {
        malformed++;
    }

    void addPause() {
        pauses++;
    }

    void addOther() {
        others++;
    }

    void time(long timeNs) {
        if (firstNs == CaptureRecord.NO_TIMESTAMP) {
            firstNs = timeNs;
        }
    }

    void problem(String message) {
        problem = message;
    }

    /** Returns the transport packets; one super-packet is several. */
    public long packets() {
        return packets;
    }

    /** Returns how many of them have a wrong ICRC. */
    public long damaged() {
        return damaged;
    }

    /** Returns frames that RoCE doesn't allow, such as fragments; nothing in them was read. */
    public long malformed() {
        return malformed;
    }

    /** Returns PAUSE and PFC frames. */
    public long pauses() {
        return pauses;
    }

    /** Returns records that are not RoCE. */
    public long others() {
        return others;
    }

    /** Returns the time of the first record that has one, in nanoseconds since 1970. */
    public long firstNs() {
        return firstNs;
    }

    /** Returns why the file could not be read, or not to its end. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
