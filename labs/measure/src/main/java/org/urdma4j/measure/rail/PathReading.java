package org.urdma4j.measure.rail;

import org.urdma4j.transport.qp.RailStatistics;

/**
 * What a queue pair knew of a path at the end of some time.
 *
 * @param statistics since the start
 * @param goodputBps delivered meanwhile, packets from BTH to ICRC; NaN if no time passed
 */
public record PathReading(RailStatistics statistics, double goodputBps) {
    private static final String IPV4_MAPPED = "::ffff:";

    /** Returns the own address as people write it. */
    public String local() {
        return plain(statistics.local());
    }

    /** Returns the peer's address as people write it. */
    public String remote() {
        return plain(statistics.remote());
    }

    private static String plain(String gid) {
        boolean ipv4 = gid.startsWith(IPV4_MAPPED) && gid.indexOf('.') > 0;
        return ipv4 ? gid.substring(IPV4_MAPPED.length()) : gid;
    }
}
