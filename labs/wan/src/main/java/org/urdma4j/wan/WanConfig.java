package org.urdma4j.wan;

import org.urdma4j.gateway.tap.TapAddress;
import org.urdma4j.gateway.tap.TapConfig;
import org.urdma4j.simulation.link.LinkConfig;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What path is wanted.
 *
 * @param from namespace of one end
 * @param to namespace of the other
 * @param there the link from {@code from} to {@code to}
 * @param back the link the other way
 * @param mtu of both devices
 * @param seed of everything random
 * @param capture where to write the packets to, or null
 * @param bare whether the devices are to have no addresses, to be bridged
 * @param gateways one at each end of the link, if there are to be any
 * @param rail tells this path from others between the same namespaces, 0 to 255
 */
public record WanConfig(
        String from,
        String to,
        LinkConfig there,
        LinkConfig back,
        int mtu,
        long seed,
        Path capture,
        boolean bare,
        Optional<WanGateways> gateways,
        int rail) {
    private static final long NS_PER_S = 1_000_000_000;

    /** Beside what the rate explains: bursts, and what the scheduler makes of them. */
    private static final long SPARE_BYTES = 32L << 20;

    private static final long UNLIMITED_BYTES = 512L << 20;
    private static final long LARGEST_RING = 1L << 30;

    private static final int MOST_RAILS = 256;

    public WanConfig {
        TapConfig.requireMtu(mtu);
        if (rail < 0 || rail >= MOST_RAILS) {
            throw new IllegalArgumentException("--rail is 0 to 255, not " + rail);
        }
    }

    /** Returns the name of the device in both namespaces. */
    public String device() {
        return "wan" + rail;
    }

    /** Returns the end in the first namespace. */
    public TapAddress first() {
        return TapAddress.of(rail, 1);
    }

    public TapAddress second() {
        return TapAddress.of(rail, 2);
    }

    /** Returns the two-way propagation delay. */
    public long rttNs() {
        return there.delayNs() + back.delayNs();
    }

    /** Returns the lateness above which a run is void. */
    public long limitNs() {
        return Verdict.limitNs(rttNs());
    }

    /** Returns how late a packet may be made by writing it together with those behind it. */
    public long slackNs() {
        return rttNs() == 0 ? 0 : limitNs() / 2;
    }

    /** Returns the memory for what is on its way on {@code link}: twice what fits, and some. */
    public static long ringBytes(LinkConfig link) {
        if (link.rateBps() == LinkConfig.UNLIMITED) {
            return UNLIMITED_BYTES;
        }
        double onTheWayNs = (double) link.delayNs() + link.jitterNs() + link.reorderNs();
        double flying = link.rateBps() / (double) Byte.SIZE * (onTheWayNs / NS_PER_S);
        return (long)
                Math.min(LARGEST_RING, 2 * (flying + (double) link.queueBytes()) + SPARE_BYTES);
    }
}
