package org.urdma4j.measure.capture;

import java.util.Optional;

/** What a scan counted besides the packets. */
public final class CaptureTotals {
    private long packets;
    private long damaged;
    private long malformed;
    private long cut;
    private long unchecked;
    private long undivided;
    private long pauses;
    private long others;
    private String problem;

    CaptureTotals() {}

    void addPacket(CapturedPacket packet) {
        packets++;
        damaged += packet.integrity() == Integrity.WRONG ? 1 : 0;
        unchecked += packet.integrity() == Integrity.UNCHECKED ? 1 : 0;
        undivided += packet.mayBeSeveral() ? 1 : 0;
    }

    void addCut() {
        cut++;
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

    void problem(String message) {
        problem = message;
    }

    /** Returns the transport packets; one super-packet is several, unless it is cut short. */
    public long packets() {
        return packets;
    }

    /**
     * Returns frames that end before they show whether they are RoCE, or of which flow; nothing in
     * them was read.
     */
    public long cut() {
        return cut;
    }

    /** Returns how many of the packets aren't all in the capture, so that no ICRC is checked. */
    public long unchecked() {
        return unchecked;
    }

    /** Returns how many of those may be several that a kernel had put together. */
    public long undivided() {
        return undivided;
    }

    /** Returns how many of the packets have a wrong ICRC, of those that can be checked. */
    public long damaged() {
        return damaged;
    }

    /** Returns frames that RoCE doesn't allow, such as fragments; nothing in them was read. */
    public long malformed() {
        return malformed;
    }

    public long pauses() {
        return pauses;
    }

    /** Returns records that are not RoCE. */
    public long others() {
        return others;
    }

    /** Returns why the file could not be read, or not to its end. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
