package org.urdma4j.copy.serve;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who is served: so many in all, and so many of one peer. Who has long said nothing but that it is
 * there makes room for others. Any thread may call.
 */
final class Places {
    private final int most;
    private final int perPeer;
    private final Duration idle;
    private final Set<Served> taken = new LinkedHashSet<>();

    Places(ServeOptions options) {
        most = options.connections();
        perPeer = options.perPeer();
        idle = options.idle();
    }

    /**
     * Takes a place.
     *
     * @return null, or why there is none, for the client
     */
    synchronized String take(Served one) {
        String group = group(one.peer);
        List<Served> same =
                taken.stream().filter(other -> group(other.peer).equals(group)).toList();
        if (same.size() >= perPeer && !makeRoom(same)) {
            return "the server has %d connections from your address already, and more there may not be: try later, or with fewer --jobs"
                    .formatted(same.size());
        }
        if (taken.size() >= most && !makeRoom(List.copyOf(taken))) {
            return "the server has its %d connections already: try later, or with fewer --jobs"
                    .formatted(most);
        }
        taken.add(one);
        return null;
    }

    /** Puts out who has done nothing for the longest time, if it was long enough. */
    private boolean makeRoom(List<Served> candidates) {
        Served laziest = null;
        for (Served each : candidates) {
            if (laziest == null || each.activity.restingNs() > laziest.activity.restingNs()) {
                laziest = each;
            }
        }
        boolean found = laziest != null && laziest.activity.restingNs() > idle.toNanos();
        if (found) {
            taken.remove(laziest);
            laziest.drop(
                    "dropped: it did nothing for %d s, and another needed its place"
                            .formatted(Duration.ofNanos(laziest.activity.restingNs()).toSeconds()));
        }
        return found;
    }

    /** All addresses of 127/8 are this machine's, and a client takes any of them. */
    private static String group(String peer) {
        return peer.startsWith("127.") ? "127." : peer;
    }

    synchronized void leave(Served one) {
        taken.remove(one);
    }

    synchronized List<Served> all() {
        return List.copyOf(taken);
    }
}
