package org.urdma4j.lab.peer;

import java.util.ArrayList;
import java.util.HashSet;
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
    /** A packet of QUIC may be no shorter than 1200 bytes, with its headers 1248 over IPv6. */
    private static final int LEAST_MTU = 1280;

    private static final int MOST_MTU = 9216;
    private static final int MOST_ROUNDS = 100;

    /** {@link org.urdma4j.lab.cpu.CpuTrace} leaves out the last second. */
    private static final int LEAST_S = 2;

    private static final int MOST_S = 3600;

    /** What a run takes besides: processes start, and the path is made. */
    private static final int BESIDES_S = 2;

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
        if (mtus.isEmpty() || new HashSet<>(mtus).size() < mtus.size()) {
            throw new IllegalArgumentException("--mtu is a list of different MTUs");
        }
        mtus.forEach(mtu -> check("--mtu", mtu, LEAST_MTU, MOST_MTU));
        check("--rounds", rounds, 1, MOST_ROUNDS);
        check("--time", timeS, LEAST_S, MOST_S);
        check("--omit", omitS, 0, MOST_S);
    }

    private static void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d, must be %d to %d".formatted(option, value, least, most));
        }
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

    /** Returns about how long it takes. */
    public long estimateS() {
        return (long) turns().size() * (timeS + omitS + BESIDES_S);
    }
}
