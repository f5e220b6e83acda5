package org.urdma4j.verbs;

/**
 * What one end of a connection offers for the URDMA profile. A queue pair uses the profile when
 * both ends have made an offer of the same version and each has been given the other's, with {@link
 * QpAttr#urdmaOffer} and {@link QpAttr#urdmaPeerOffer} on the way to RTR; otherwise it uses
 * standard RoCE. Both ends come to the same agreement: the lesser of two limits, the features that
 * both have.
 *
 * @param version of the profile, {@link #VERSION}; another one means: standard RoCE
 * @param features bits {@code FEATURE_…}; unknown ones are ignored
 * @param sackPackets packets that an end receives before it reports, 1 to 65,535; the lesser holds
 * @param sackIntervalMicros microseconds after which it reports what it has received since the last
 *     report, 1 to 65,535; the lesser holds
 * @param fecGroups groups of forward error correction that the end keeps open as a receiver, 0
 *     (none wanted) to 255
 * @param payloadBytes payload of a full packet, a multiple of 4 from 256 to 16,384; the lesser
 *     holds. The connection manager offers no more than the link takes
 * @param verificationTag 32 bits that the peer puts into each packet in the clear; to be drawn from
 *     a secure random source for each connection, so that nobody who sees none of its packets can
 *     send one in the peer's name. The lower 24 bits are the {@link #responsePsn}
 * @param receiveLimit receives that the end has posted when the connection begins, {@link
 *     #NO_LIMIT} for any number
 * @param referenceRate bits per second that the path is known to carry, 0 when it isn't known
 */
public record UrdmaOffer(
        int version,
        int features,
        int sackPackets,
        int sackIntervalMicros,
        int fecGroups,
        int payloadBytes,
        int verificationTag,
        int receiveLimit,
        long referenceRate) {
    /** The version that this implementation speaks. */
    public static final int VERSION = 2;

    /** Forward error correction by interleaved XOR groups. */
    public static final int FEATURE_FEC_XOR = 1;

    /** Forward error correction in rows and columns. */
    public static final int FEATURE_FEC_2D = 1 << 1;

    /** WRITEs to the same memory may be placed in any order. */
    public static final int FEATURE_RELAXED_ORDER = 1 << 2;

    /** The end sees congestion marks, and reports them. */
    public static final int FEATURE_MARKS_SEEN = 1 << 3;

    /** Data packets say which path they took, so that a queue pair may use several. */
    public static final int FEATURE_PATHS = 1 << 4;

    /** The end grants bytes to those who send to it, and sends no more than it was granted. */
    public static final int FEATURE_GRANTS = 1 << 5;

    /**
     * Packets begin small and grow to what the path carries: the payload of both offers is the most
     * that is tried, and packets of any size up to it are taken.
     */
    public static final int FEATURE_PATH_MTU = 1 << 6;

    /**
     * Feature: the end follows a peer whose address or UDP port changes, as behind an address
     * translator, once it is proven to be there. Where several paths are agreed on their addresses
     * hold instead.
     */
    public static final int FEATURE_MIGRATION = 1 << 7;

    /** As a receive limit: there is none. */
    public static final int NO_LIMIT = -1;

    /** What an end offers that is told nothing else: payload of 4096 bytes, no error correction. */
    public static final UrdmaOffer DEFAULT =
            new UrdmaOffer(VERSION, 0, 64, 1_000, 0, 4096, 0, NO_LIMIT, 0);

    /** Checks the ranges. */
    public UrdmaOffer {
        Checks.range("sackPackets", sackPackets, 1, 0xffff);
        Checks.range("sackIntervalMicros", sackIntervalMicros, 1, 0xffff);
        Checks.range("fecGroups", fecGroups, 0, 0xff);
        Checks.range("payloadBytes", payloadBytes, 256, 16_384);
        if (payloadBytes % 4 != 0) {
            throw new IllegalArgumentException(
                    "payloadBytes is %d, must be a multiple of 4".formatted(payloadBytes));
        }
        Checks.range("referenceRate", referenceRate, 0, 1L << 50);
    }

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Returns the first sequence number of what this end answers READs and atomic operations with,
     * 24 bits.
     */
    public int responsePsn() {
        return verificationTag & 0xff_ffff;
    }

    /** Returns whether this end and {@code peer} come to use the profile. */
    public boolean agreesWith(UrdmaOffer peer) {
        return version == VERSION && peer.version == VERSION;
    }

    /** Returns the payload of a full packet between this end and {@code peer}. */
    public int payloadWith(UrdmaOffer peer) {
        return Math.min(payloadBytes, peer.payloadBytes);
    }

    /** Returns whether data packets between this end and {@code peer} may be protected. */
    public boolean fecWith(UrdmaOffer peer) {
        return (features & peer.features & (FEATURE_FEC_XOR | FEATURE_FEC_2D)) != 0
                && fecGroups > 0
                && peer.fecGroups > 0;
    }

    /** Returns whether data packets between this end and {@code peer} say which path they took. */
    public boolean pathsWith(UrdmaOffer peer) {
        return (features & peer.features & FEATURE_PATHS) != 0;
    }

    /** Returns whether this end and {@code peer} grant each other what they send. */
    public boolean grantsWith(UrdmaOffer peer) {
        return (features & peer.features & FEATURE_GRANTS) != 0;
    }

    /** Returns whether this end and {@code peer} find out how long packets may be. */
    public boolean pathMtuWith(UrdmaOffer peer) {
        return (features & peer.features & FEATURE_PATH_MTU) != 0;
    }

    /** Returns whether both ends follow each other: they do, but where there are several paths. */
    public boolean migratesWith(UrdmaOffer peer) {
        return (features & peer.features & FEATURE_MIGRATION) != 0 && !pathsWith(peer);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private final int version;
        private int features;
        private int sackPackets;
        private int sackIntervalMicros;
        private int fecGroups;
        private int payloadBytes;
        private int verificationTag;
        private int receiveLimit;
        private long referenceRate;

        private Builder(UrdmaOffer from) {
            version = from.version;
            features = from.features;
            sackPackets = from.sackPackets;
            sackIntervalMicros = from.sackIntervalMicros;
            fecGroups = from.fecGroups;
            payloadBytes = from.payloadBytes;
            verificationTag = from.verificationTag;
            receiveLimit = from.receiveLimit;
            referenceRate = from.referenceRate;
        }

        /** Sets the payload of a full packet, a multiple of 4 from 256 to 16,384. */
        public Builder payloadBytes(int bytes) {
            payloadBytes = bytes;
            return this;
        }

        /** Sets the limits on what goes unreported: packets and microseconds, 1 to 65,535 each. */
        public Builder sack(int packets, int intervalMicros) {
            sackPackets = packets;
            sackIntervalMicros = intervalMicros;
            return this;
        }

        /** Sets forward error correction of both kinds, {@code groups} at a time; 0 for none. */
        public Builder fec(int groups) {
            int both = FEATURE_FEC_XOR | FEATURE_FEC_2D;
            features = groups == 0 ? features & ~both : features | both;
            fecGroups = groups;
            return this;
        }

        /** Sets whether WRITEs to the same memory may overtake each other. */
        public Builder relaxedOrder(boolean relaxed) {
            int order = FEATURE_RELAXED_ORDER;
            features = relaxed ? features | order : features & ~order;
            return this;
        }

        /**
         * Sets whether this end sees congestion marks; connections made through the connection
         * manager set it by their device.
         */
        public Builder marksSeen(boolean seen) {
            int marks = FEATURE_MARKS_SEEN;
            features = seen ? features | marks : features & ~marks;
            return this;
        }

        /** Sets whether the end takes data over several paths, and may send over several. */
        public Builder paths(boolean several) {
            features = several ? features | FEATURE_PATHS : features & ~FEATURE_PATHS;
            return this;
        }

        /** Sets whether the end grants, and waits for grants. */
        public Builder grants(boolean granted) {
            features = granted ? features | FEATURE_GRANTS : features & ~FEATURE_GRANTS;
            return this;
        }

        /** Sets whether packets begin small and grow to what the path carries. */
        public Builder pathMtu(boolean probed) {
            features = probed ? features | FEATURE_PATH_MTU : features & ~FEATURE_PATH_MTU;
            return this;
        }

        /**
         * Sets whether the end follows a peer whose address changes; connections made through the
         * connection manager set it by their device.
         */
        public Builder migration(boolean follows) {
            features = follows ? features | FEATURE_MIGRATION : features & ~FEATURE_MIGRATION;
            return this;
        }

        /**
         * Sets what packets to this end carry in the clear; connections made through the connection
         * manager draw it themselves.
         */
        public Builder verificationTag(int tag) {
            verificationTag = tag;
            return this;
        }

        /** Sets the starting receive limit, or {@link #NO_LIMIT}. */
        public Builder receiveLimit(int receives) {
            receiveLimit = receives;
            return this;
        }

        /** Sets the rate that the path is known to carry, in bits per second. */
        public Builder referenceRate(long bitsPerSecond) {
            referenceRate = bitsPerSecond;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public UrdmaOffer build() {
            return new UrdmaOffer(
                    version,
                    features,
                    sackPackets,
                    sackIntervalMicros,
                    fecGroups,
                    payloadBytes,
                    verificationTag,
                    receiveLimit,
                    referenceRate);
        }
    }
}
