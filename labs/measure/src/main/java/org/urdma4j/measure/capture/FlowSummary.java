package org.urdma4j.measure.capture;

import java.util.List;

/**
 * What one host sent to one queue pair of another, as the capture has it. {@code null} is what it
 * doesn't tell: of packets that it has cut short, figures that what is cut off would have changed.
 *
 * @param qp the destination's queue pair
 * @param peerQp the sender's, where answers or the connection manager told
 * @param profile {@code urdma}, {@code rc}, {@code uc}, {@code ud}, or {@code other}
 * @param encapsulation of the first packet
 * @param bytes from BTH to ICRC, of all packets
 * @param payloadBytes of packets that weren't there before
 * @param startSeconds from the first record of the capture
 * @param seconds from the first packet to the last
 * @param goodputBps payload over time
 * @param passed sequence numbers that were missing when later ones came
 * @param missing those of them that never came
 * @param again packets sent again
 * @param duplicates packets that were there twice without having been sent again
 * @param reordered packets that came after later ones without having been sent again
 * @param loss share of packets that were lost before the capture or, of URDMA, by the reports
 * @param reportedMissing by the peer's reports, of URDMA
 * @param reportedRepaired by the peer's reports, of URDMA
 * @param repairs repair packets
 * @param acks answers that acknowledge, reports included
 * @param naks negative ones, the receiver's not being ready aside
 * @param rnrNaks a receive was missing
 * @param cnps congestion notification packets
 * @param marked packets that met congestion (CE)
 * @param series over time, equal steps; none where the capture doesn't tell
 */
public record FlowSummary(
        String source,
        String destination,
        int qp,
        Integer peerQp,
        String profile,
        String encapsulation,
        Long packets,
        Long bytes,
        Long payloadBytes,
        Double startSeconds,
        Double seconds,
        Double goodputBps,
        Long passed,
        Long missing,
        Long again,
        Long duplicates,
        Long reordered,
        Double loss,
        Long reportedMissing,
        Long reportedRepaired,
        Long repairs,
        Long acks,
        Long naks,
        Long rnrNaks,
        Long cnps,
        Long marked,
        Rtt rttMs,
        List<Point> series) {
    /**
     * Times from a packet to its answer, where the capture was made, in milliseconds.
     *
     * @param samples how many
     */
    public record Rtt(double min, double mean, double max, long samples) {}

    /**
     * A piece of the time.
     *
     * @param seconds from the first record of the capture to its beginning
     * @param again packets sent again
     * @param rttMs mean, or null
     */
    public record Point(double seconds, double goodputBps, long again, Double rttMs) {}

    /** Returns the names of both ends. */
    public String name() {
        return "%s > %s qp 0x%06x".formatted(source, destination, qp);
    }
}
