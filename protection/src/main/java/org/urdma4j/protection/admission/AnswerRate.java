package org.urdma4j.protection.admission;

import org.urdma4j.verbs.Gid;

import java.util.LinkedHashMap;

/**
 * How often strangers are answered: so many times a second in all, and for each {@link
 * SourceNetwork}, which is then no cost of the others. Of networks that asked long ago nothing is
 * kept.
 */
public final class AnswerRate {
    private static final long WINDOW_NS = 1_000_000_000L;

    private final int all;
    private final int most;
    private final int networks;

    /** The one that was asked for last comes last. */
    private final LinkedHashMap<SourceNetwork, Window> windows = new LinkedHashMap<>();

    private final Window inAll = new Window();

    private static final class Window {
        private long beganNs;
        private int answers;

        boolean hasRoom(int most, long nowNs) {
            if (answers == 0 || nowNs - beganNs >= WINDOW_NS) {
                beganNs = nowNs;
                answers = 0;
            }
            return answers < most;
        }
    }

    /**
     * Creates one.
     *
     * @param all answers within a second
     * @param most of them to one network
     * @param networks of how many the number is kept; one more, and the one is forgotten that asked
     *     the longest time ago
     */
    public AnswerRate(int all, int most, int networks) {
        this.all = all;
        this.most = most;
        this.networks = networks;
    }

    /** Returns whether a stranger may be answered, who is then taken to be. */
    public boolean mayAnswer(Gid to, long nowNs) {
        SourceNetwork network = SourceNetwork.of(to);
        Window known = windows.remove(network);
        Window window = known == null ? new Window() : known;
        windows.putLast(network, window);
        if (windows.size() > networks) {
            windows.pollFirstEntry();
        }
        boolean room = window.hasRoom(most, nowNs) && inAll.hasRoom(all, nowNs);
        if (room) {
            window.answers++;
            inAll.answers++;
        }
        return room;
    }
}
