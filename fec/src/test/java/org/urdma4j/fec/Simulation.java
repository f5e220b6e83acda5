package org.urdma4j.fec;

import java.lang.foreign.MemorySegment;

/**
 * Sends groups over a lossy path through the decoder and counts what stays lost. Only which packets
 * come is of interest: units have no bytes, and so parities are zero.
 */
final class Simulation {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[4]);

    private final FecDecoder decoder = new FecDecoder(4, true, 4, 1 << 20);
    private final LossModel losses;
    private long sent;
    private long repairs;
    private long unrepaired;

    Simulation(LossModel losses) {
        this.losses = losses;
    }

    /** Sends whole groups of one shape until {@code packets} members are sent. */
    Simulation run(int scheme, int k, int r, long packets) {
        while (sent < packets) {
            group(scheme, r, k * r);
        }
        return this;
    }

    /** Sends a message in the groups that a policy chooses; returns whether all of it arrived. */
    boolean message(FecPolicy policy, int packets) {
        long before = unrepaired;
        long end = sent + packets;
        while (sent < end) {
            long left = end - sent;
            if (policy.next(packets, left, left)) {
                group(policy.scheme(), policy.r(), policy.members());
            } else {
                unrepaired += losses.lost() ? 1 : 0;
                sent++;
            }
        }
        return unrepaired == before;
    }

    private void group(int scheme, int r, int members) {
        int lost = 0;
        for (int i = 0; i < members; i++) {
            if (losses.lost()) {
                lost++;
            } else if (decoder.member(sent, i, r, scheme) && decoder.header(0, 0, 0)) {
                decoder.endMember();
            }
        }
        int parities = FecScheme.parities(scheme, r, members);
        for (int i = 0; i < parities; i++) {
            if (!losses.lost()) {
                decoder.repair(sent, i, r, members, scheme, NOTHING, 0, 4);
            }
        }
        while (decoder.nextRepaired()) {
            lost--;
        }
        repairs += parities;
        unrepaired += lost;
        sent += members;
        decoder.forget(sent);
    }

    long unrepaired() {
        return unrepaired;
    }

    double residual() {
        return (double) unrepaired / sent;
    }

    double overhead() {
        return (double) repairs / sent;
    }
}
