package org.urdma4j.forward.exit;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * How many streams there are, of all peers and of each, and how many of them aren't open yet: a
 * half at most, and half of those of one peer. Channels that are kept until they ask for a stream
 * aren't among them: there may be as many as streams that aren't open yet. Thread-safe.
 */
final class StreamLimits {
    private static final int OPENING_PART = 2;
    private static final int LEAST_OPENING = 16;

    private final Count all;
    private final Count opening;
    private final Count kept;

    StreamLimits(int most, int mostOfPeer) {
        int mostOpening = Math.max(most / OPENING_PART, LEAST_OPENING);
        all = new Count(most, mostOfPeer);
        opening = new Count(mostOpening, mostOpening / 2);
        kept = new Count(mostOpening, mostOpening / 2);
    }

    /** Of one kind. */
    private static final class Count {
        private final int most;
        private final int mostOfPeer;
        private final Map<InetAddress, Integer> ofPeers = new HashMap<>();
        private int sum;

        Count(int most, int mostOfPeer) {
            this.most = most;
            this.mostOfPeer = mostOfPeer;
        }

        /** Returns why there can't be another; null if there can. */
        String refusal(InetAddress peer, String what) {
            int own = ofPeers.getOrDefault(peer, 0);
            return sum >= most
                    ? "there are %d %s already".formatted(sum, what)
                    : own >= mostOfPeer ? "that peer has %d %s already".formatted(own, what) : null;
        }

        void add(InetAddress peer) {
            ofPeers.merge(peer, 1, Integer::sum);
            sum++;
        }

        void remove(InetAddress peer) {
            ofPeers.computeIfPresent(peer, (_, n) -> n == 1 ? null : n - 1);
            sum--;
        }
    }

    /** Returns whether there can be another that is kept; it is counted then. */
    synchronized boolean keep(InetAddress peer) {
        boolean may = kept.refusal(peer, "") == null;
        if (may) {
            kept.add(peer);
        }
        return may;
    }

    /** One that was kept isn't any more. */
    synchronized void drop(InetAddress peer) {
        kept.remove(peer);
    }

    /** Returns why there can't be another; null if it was counted, as one that isn't open yet. */
    synchronized String enter(InetAddress peer) {
        String refusal = all.refusal(peer, "streams");
        if (refusal == null) {
            refusal = opening.refusal(peer, "streams that aren't open yet");
        }
        if (refusal == null) {
            all.add(peer);
            opening.add(peer);
        }
        return refusal;
    }

    /** One is open now, or won't be. */
    synchronized void decided(InetAddress peer) {
        opening.remove(peer);
    }

    /** One has ended, after {@link #decided}. */
    synchronized void leave(InetAddress peer) {
        all.remove(peer);
    }
}
