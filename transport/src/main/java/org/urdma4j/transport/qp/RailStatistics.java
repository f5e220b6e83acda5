package org.urdma4j.transport.qp;

import java.util.List;

/**
 * What a queue pair knows of one pair of addresses that it sends between.
 *
 * @param local own address
 * @param remote the peer's
 * @param sourcePorts UDP source ports of its paths; empty where the backend has none of its own
 * @param state {@code probing}, {@code active}, {@code suspect}, {@code dead}; or why it is none
 * @param rttNs newest round trip, 0 while unknown
 * @param minRttNs smallest round trip, 0 while unknown
 * @param lossShare of the packets sent, smoothed, 0 to 1
 * @param deliveredBytes that the peer has reported, packets from BTH to ICRC
 * @param containers sent over it
 * @param resentElsewhere packets of it that went again over others
 * @param failovers how often it stopped carrying while others went on
 */
public record RailStatistics(
        String local,
        String remote,
        List<Integer> sourcePorts,
        String state,
        long rttNs,
        long minRttNs,
        double lossShare,
        long deliveredBytes,
        long containers,
        long resentElsewhere,
        long failovers) {}
