package org.urdma4j.gateway.packet;

import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.message.GatewayKey;

import java.util.Objects;
import java.util.Optional;

/**
 * Limits and habits of a gateway. Immutable; start from {@link #builder}.
 *
 * @param reorderBytes what may be held behind holes, in all flows together, 0 or more
 * @param backupBytes what is kept of packets that a host has not acknowledged; the oldest goes
 * @param copyBytes what is kept of packets sent over the long link; 0 is the paper's Sentry
 * @param packets most packets of each kind of pool, 1 to 2^24; bounds what the bookkeeping takes
 * @param maxFlows flows each way, 1 to 2^20; one source has at most an eighth
 * @param reports what gateways tell each other of losses
 * @param longRttNs round trip of the long link until it is measured, in nanoseconds, at least a
 *     microsecond; 0 if nothing is known of it
 * @param rateBps of the long link in bit/s, 0 if it is not known; paces what is released at once
 * @param bootId a number that the gateway didn't have at its last start
 * @param seed of the tables of flows; strangers who know it can make them slow
 * @param fec groups that get parities: {@code off}, {@code K,R} or {@code 2d:R,C}, of at most
 *     {@link #MAX_FEC_MEMBERS} packets; both gateways have it on, or none
 * @param mtu bytes of the longest IP packet that the long link takes, 576 to 65,535; bounds what
 *     parities protect
 * @param key authenticates messages between gateways; empty if they are taken from anyone
 */
public record GatewayConfig(
        long reorderBytes,
        long backupBytes,
        long copyBytes,
        int packets,
        int maxFlows,
        LossReports reports,
        long longRttNs,
        long rateBps,
        int bootId,
        long seed,
        FecMode fec,
        int mtu,
        Optional<GatewayKey> key) {
    /**
     * What the long link is taken to carry in a round trip if nothing else is said; the paper's.
     */
    public static final long DEFAULT_BDP_BYTES = 1 << 20;

    /** What the largest pool of those that {@link Builder#bdp} sizes is, in what it is given. */
    public static final int POOL_BDPS = 4;

    /** Packets kept until a host has acknowledged them. */
    public static final long DEFAULT_BACKUP_BYTES = 16 << 20;

    /** Flows each way. */
    public static final int DEFAULT_MAX_FLOWS = 65_536;

    /** Most packets of a group with parities. */
    public static final int MAX_FEC_MEMBERS = 512;

    /** What the long link takes if nothing else is said: a jumbo frame's packet. */
    public static final int DEFAULT_MTU = 9000;

    private static final int LEAST_MTU = 576;
    private static final int MAX_MTU = 65_535;
    private static final int MAX_PACKETS = 1 << 24;
    private static final int MAX_FLOWS = 1 << 20;
    private static final long LEAST_RTT_NS = 1000;

    public GatewayConfig {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(reports, "reports");
        require(reorderBytes >= 0, "reorderBytes");
        require(backupBytes >= 0, "backupBytes");
        require(copyBytes >= 0, "copyBytes");
        require(packets >= 1 && packets <= MAX_PACKETS, "packets");
        require(maxFlows >= 1 && maxFlows <= MAX_FLOWS, "maxFlows");
        require(longRttNs == 0 || longRttNs >= LEAST_RTT_NS, "longRttNs");
        require(rateBps >= 0, "rateBps");
        require(mtu >= LEAST_MTU && mtu <= MAX_MTU, "mtu");
        require(isFec(fec), "fec");
    }

    private static boolean isFec(FecMode fec) {
        return fec.kind() == FecMode.Kind.OFF
                || (fec.kind() == FecMode.Kind.FIXED && fec.k() * fec.r() <= MAX_FEC_MEMBERS);
    }

    private static void require(boolean valid, String name) {
        if (!valid) {
            throw new IllegalArgumentException(name + " is out of range, see GatewayConfig");
        }
    }

    /**
     * Starts from the defaults: pools for {@link #DEFAULT_BDP_BYTES}, NACKs and a filter where a
     * copy is missing, nothing known of the link, no key.
     *
     * @param bootId a number that the gateway didn't have at its last start
     */
    public static Builder builder(int bootId) {
        return new Builder(bootId).bdp(DEFAULT_BDP_BYTES);
    }

    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private static final int REORDER_BDPS = 3;
        private static final int LEAST_PACKET = 512;
        private static final int FEWEST_PACKETS = 1 << 10;
        private static final int MOST_PACKETS = 1 << 22;

        private int bootId;
        private long bdpBytes;
        private long reorderBytes;
        private long backupBytes = DEFAULT_BACKUP_BYTES;
        private long copyBytes;
        private int packets;
        private int maxFlows = DEFAULT_MAX_FLOWS;
        private LossReports reports = LossReports.HOLES;
        private long longRttNs;
        private long rateBps;
        private long seed;
        private FecMode fec = FecMode.OFF;
        private int mtu = DEFAULT_MTU;
        private Optional<GatewayKey> key = Optional.empty();

        private Builder(int bootId) {
            this.bootId = bootId;
            this.seed = bootId;
        }

        private Builder(GatewayConfig from) {
            bootId = from.bootId;
            reorderBytes = from.reorderBytes;
            backupBytes = from.backupBytes;
            copyBytes = from.copyBytes;
            packets = from.packets;
            maxFlows = from.maxFlows;
            reports = from.reports;
            longRttNs = from.longRttNs;
            rateBps = from.rateBps;
            seed = from.seed;
            fec = from.fec;
            mtu = from.mtu;
            key = from.key;
        }

        /**
         * Sizes the pools by what the long link carries in a round trip: three times that held
         * behind holes, since what fills one may be lost, too, and four times in copies.
         */
        public Builder bdp(long bytes) {
            bdpBytes = bytes;
            return reorderBytes(REORDER_BDPS * bytes).copyBytes(POOL_BDPS * bytes);
        }

        public Builder reorderBytes(long bytes) {
            reorderBytes = bytes;
            return this;
        }

        /** Sets what is kept of packets that a host has not acknowledged, in bytes. */
        public Builder backupBytes(long bytes) {
            backupBytes = bytes;
            return this;
        }

        /** Sets what is kept of packets sent over the long link, in bytes. */
        public Builder copyBytes(long bytes) {
            copyBytes = bytes;
            return this;
        }

        /** Sets the sizes of all three pools, in bytes. */
        public Builder pools(long reorder, long backup, long copies) {
            return reorderBytes(reorder).backupBytes(backup).copyBytes(copies);
        }

        /** Sets the most packets of each kind of pool, 0 for as many as fit its bytes. */
        public Builder packets(int most) {
            packets = most;
            return this;
        }

        /** Sets the most flows each way, 1 to 2^20. */
        public Builder maxFlows(int most) {
            maxFlows = most;
            return this;
        }

        /** Sets what gateways tell each other of losses; the same at both. */
        public Builder reports(LossReports what) {
            reports = what;
            return this;
        }

        /** Sets the round trip of the long link until it is measured, in ns; 0 if not known. */
        public Builder longRttNs(long ns) {
            longRttNs = ns;
            return this;
        }

        /** Sets the rate of the long link in bit/s, 0 if it is not known. */
        public Builder rateBps(long bitsPerSecond) {
            rateBps = bitsPerSecond;
            return this;
        }

        /** Sets a number that the gateway didn't have at its last start. */
        public Builder bootId(int id) {
            bootId = id;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Sets the groups that get parities, {@link FecMode#OFF} for none. */
        public Builder fec(FecMode groups) {
            fec = groups;
            return this;
        }

        /** Sets the bytes of the longest IP packet that the long link takes, 576 to 65,535. */
        public Builder mtu(int bytes) {
            mtu = bytes;
            return this;
        }

        /** Has messages authenticated. */
        public Builder key(GatewayKey secret) {
            key = Optional.of(secret);
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public GatewayConfig build() {
            return new GatewayConfig(
                    reorderBytes,
                    backupBytes,
                    copyBytes,
                    packets == 0
                            ? packetsFor(
                                    Math.max(
                                            POOL_BDPS * bdpBytes,
                                            Math.max(reorderBytes, copyBytes)))
                            : packets,
                    maxFlows,
                    reports,
                    longRttNs,
                    rateBps,
                    bootId,
                    seed,
                    fec,
                    mtu,
                    key);
        }

        private static int packetsFor(long bytes) {
            return Math.clamp(bytes / LEAST_PACKET, FEWEST_PACKETS, MOST_PACKETS);
        }
    }
}
