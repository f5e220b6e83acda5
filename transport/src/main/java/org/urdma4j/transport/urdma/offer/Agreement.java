package org.urdma4j.transport.urdma.offer;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.SendPlacement;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.fec.FecMode;
import org.urdma4j.fec.FecScheme;
import org.urdma4j.retransmit.sack.SackConfig;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/**
 * What both ends of a connection have come to, from each other's offers.
 *
 * @param own what this end offered
 * @param peer what the other end offered
 * @param tuning what this end chose for itself
 */
public record Agreement(UrdmaOffer own, UrdmaOffer peer, UrdmaTuning tuning) {
    /** What every path carries of UDP payload: an IPv6 packet of 1,280 bytes without headers. */
    private static final int EVERY_PATH = 1232;

    /** Returns the payload of a full packet in bytes, the most of one that is probed for. */
    public int payload() {
        return own.payloadWith(peer);
    }

    /** Returns whether data packets say which group of forward error correction they are in. */
    public boolean fec() {
        return own.fecWith(peer);
    }

    /** Returns whether data packets say which path they took. */
    public boolean paths() {
        return own.pathsWith(peer);
    }

    /**
     * Returns whether packets begin small and grow to what the path carries. With several paths
     * they don't.
     */
    public boolean pathMtu() {
        return own.pathMtuWith(peer) && !paths();
    }

    /** Returns which groups of forward error correction this end sends. */
    public FecMode fecMode() {
        FecMode mode = FecMode.parse(tuning.fec());
        int needed =
                mode.scheme() == FecScheme.INTERLEAVED
                        ? UrdmaOffer.FEATURE_FEC_XOR
                        : mode.scheme() == FecScheme.TWO_DIMENSIONAL
                                ? UrdmaOffer.FEATURE_FEC_2D
                                : UrdmaOffer.FEATURE_FEC_XOR | UrdmaOffer.FEATURE_FEC_2D;
        boolean understood = (own.features() & peer.features() & needed) == needed;
        return fec() && understood ? mode : FecMode.OFF;
    }

    /** Returns the bytes that are coded of a full packet, the four of the coded header included. */
    public int unitSize() {
        return FecScheme.UNIT_HEADER_BYTES + SendPlacement.LENGTH + ImmDt.LENGTH + payload();
    }

    /** Returns whether WRITEs to the same memory may arrive in any order. */
    public boolean relaxedOrder() {
        return (own.features() & peer.features() & UrdmaOffer.FEATURE_RELAXED_ORDER) != 0;
    }

    /** Returns whether each end sends only what the other has granted. */
    public boolean grants() {
        return own.grantsWith(peer);
    }

    /** Returns whether each end follows the other to another address. */
    public boolean migrates() {
        return own.migratesWith(peer);
    }

    /** Returns the packets after which a report is due. */
    public int reportPackets() {
        return Math.min(own.sackPackets(), peer.sackPackets());
    }

    public SackConfig sackConfig(int windowPackets) {
        long intervalNs = 1_000L * Math.min(own.sackIntervalMicros(), peer.sackIntervalMicros());
        return new SackConfig(reportPackets(), intervalNs, windowPackets);
    }

    /** Returns the rate that the path is known to carry, bits per second, 0 when it isn't. */
    public long referenceRate() {
        return tuning.referenceRate() != 0 ? tuning.referenceRate() : peer.referenceRate();
    }

    /** Returns the bytes of a full data packet from BTH to ICRC. */
    public int fullPacket() {
        return UrdmaOpcode.headerLength(UrdmaOpcode.WRITE_MIDDLE, fec(), paths())
                + payload()
                + TransmitBatch.ICRC_LENGTH;
    }

    /** Returns the bytes of the longest packet of any kind, from BTH to ICRC. */
    public int longestPacket() {
        return UrdmaPayload.longest(payload(), fec(), paths());
    }

    /**
     * Returns the bytes of a report part after its extended AETH, in a packet of full size, or one
     * that every path carries.
     *
     * @param sealing bytes by which packets become longer when they are sealed
     */
    public int reportCapacity(int sealing) {
        int packet = pathMtu() ? Math.min(fullPacket(), EVERY_PATH - sealing) : fullPacket();
        return packet - Bth.LENGTH - ExtendedAeth.LENGTH - TransmitBatch.ICRC_LENGTH;
    }
}
