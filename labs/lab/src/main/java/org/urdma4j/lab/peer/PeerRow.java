package org.urdma4j.lab.peer;

import org.urdma4j.lab.Spread;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All runs of a peer at an MTU.
 *
 * @param goodputBps bit/s, of the runs that didn't fail
 * @param oursOverPeer goodput of our WRITE over that of the peer, each in the same round
 * @param cpuPerGb seconds of all processors for each 10^9 bytes
 * @param failures what runs said that failed
 */
public record PeerRow(
        int mtu,
        Peer peer,
        Spread goodputBps,
        Spread oursOverPeer,
        Spread cpuPerGb,
        List<String> failures) {
    public PeerRow {
        failures = List.copyOf(failures);
    }

    /** Returns a row for each MTU and peer, in the plan's order. */
    public static List<PeerRow> of(PeerPlan plan, List<PeerResult> results) {
        List<PeerRow> rows = new ArrayList<>();
        for (int mtu : plan.mtus()) {
            for (Peer peer : plan.peers()) {
                List<PeerResult> own =
                        results.stream()
                                .filter(r -> r.turn().mtu() == mtu && r.turn().peer() == peer)
                                .toList();
                rows.add(
                        new PeerRow(
                                mtu,
                                peer,
                                spread(own, PeerResult::goodputBps),
                                spread(own, result -> ours(results, result) / result.goodputBps()),
                                spread(own, PeerResult::cpuPerGb),
                                own.stream()
                                        .map(PeerResult::failure)
                                        .filter(failure -> !failure.isEmpty())
                                        .toList()));
            }
        }
        return rows;
    }

    private static Spread spread(List<PeerResult> results, ToDoubleFunction<PeerResult> figure) {
        return Spread.of(results.stream().mapToDouble(figure).toArray());
    }

    private static double ours(List<PeerResult> results, PeerResult beside) {
        PeerTurn turn = new PeerTurn(beside.turn().round(), beside.turn().mtu(), Peer.WRITE);
        return results.stream()
                .filter(result -> result.turn().equals(turn))
                .mapToDouble(PeerResult::goodputBps)
                .findFirst()
                .orElse(Double.NaN);
    }
}
