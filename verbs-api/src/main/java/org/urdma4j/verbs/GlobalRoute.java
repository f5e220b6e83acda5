package org.urdma4j.verbs;

import java.util.Objects;

/**
 * Where packets go and with which network header: {@code struct ibv_global_route}. On RoCEv2 the
 * fields become those of the IP header.
 *
 * @param dgid the peer's address
 * @param flowLabel 20 bits; on RoCEv2 the UDP source port is derived from it unless it is 0
 * @param sgidIndex which entry of our own GID table is the source, 0 to 255; it also decides
 *     between RoCEv1 and RoCEv2
 * @param hopLimit 0 to 255; the time to live on IPv4
 * @param trafficClass 0 to 255; on RoCEv2 DSCP in the upper six bits and ECN in the lower two
 */
public record GlobalRoute(Gid dgid, int flowLabel, int sgidIndex, int hopLimit, int trafficClass) {
    /** The hop limit that crosses any network: that of Linux's connection manager. */
    public static final int DEFAULT_HOP_LIMIT = 64;

    /** Checks the ranges. */
    public GlobalRoute {
        Objects.requireNonNull(dgid, "dgid");
        Checks.range("flowLabel", flowLabel, 0, 0xf_ffff);
        Checks.range("sgidIndex", sgidIndex, 0, 0xff);
        Checks.range("hopLimit", hopLimit, 0, 0xff);
        Checks.range("trafficClass", trafficClass, 0, 0xff);
    }

    /** A route with hop limit {@value #DEFAULT_HOP_LIMIT}, and 0 as flow label and class. */
    public static GlobalRoute to(Gid dgid, int sgidIndex) {
        return new GlobalRoute(dgid, 0, sgidIndex, DEFAULT_HOP_LIMIT, 0);
    }
}
