package org.urdma4j.lab.peer;

import org.urdma4j.lab.Rounds;

import java.util.ArrayList;
import java.util.List;

/**
 * What is run.
 *
 * @param mtus of the devices, bytes
 * @param rounds how often each peer has its turn
 * @param timeS seconds that count
 * @param omitS seconds before those
 */
public record PeerPlan(List<Peer> peers, List<Integer> mtus, int rounds, int timeS, int omitS) {
    /**
     * Checks everything.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public PeerPlan {
        peers = List.copyOf(peers);
        mtus = List.copyOf(mtus);
        if (peers.isEmpty()) {
            throw new IllegalArgumentException("there is no peer to run");
        }
        var _ = new Rounds(mtus, rounds, timeS, omitS);
    }

    private Rounds schedule() {
        return new Rounds(mtus, rounds, timeS, omitS);
    }

    /** Returns the same without some peers. */
    public PeerPlan without(List<Peer> skipped) {
        List<Peer> left = new ArrayList<>(peers);
        left.removeAll(skipped);
        return new PeerPlan(left, mtus, rounds, timeS, omitS);
    }

    /** Returns all runs: every peer once, then all again, so that drift hits all alike. */
    public List<PeerTurn> turns() {
        List<PeerTurn> turns = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (int mtu : mtus) {
                for (Peer peer : peers) {
                    turns.add(new PeerTurn(round, mtu, peer));
                }
            }
        }
        return turns;
    }

    public long estimateS() {
        return schedule().estimateS(turns().size());
    }
}
