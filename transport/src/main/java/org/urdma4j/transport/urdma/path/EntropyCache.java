package org.urdma4j.transport.urdma.path;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Which source port of a rail comes next (REPS, section 3): one that brought a container through
 * without loss or mark is used again, as often as it did; otherwise the next in turn. One on which
 * something was lost or marked rests for a round trip. Routers choose a link by the port, so this
 * finds links that are free without knowing any.
 */
final class EntropyCache {
    private static final int KEPT = 8;

    private final ArrayDeque<Path> good = new ArrayDeque<>(KEPT);
    private int turn;

    /** Returns a path that may carry, null if there is none. */
    Path next(List<Path> paths, long nowNs) {
        while (!good.isEmpty()) {
            Path path = good.pollFirst();
            if (path.isUsable() && path.restsUntilNs <= nowNs) {
                return path;
            }
        }
        Path resting = null;
        for (int i = 0; i < paths.size(); i++) {
            turn = turn + 1 < paths.size() ? turn + 1 : 0;
            Path path = paths.get(turn);
            if (path.isUsable()) {
                if (path.restsUntilNs <= nowNs) {
                    return path;
                }
                resting = path;
            }
        }
        return resting;
    }

    /** A report told of a path: whether what it carried came through without loss and marks. */
    void onOutcome(Path path, boolean clean, long restUntilNs) {
        if (!clean) {
            path.restsUntilNs = restUntilNs;
        } else if (good.size() < KEPT) {
            good.addLast(path);
        }
    }
}
