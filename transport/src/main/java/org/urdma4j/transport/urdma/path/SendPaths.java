package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.transport.urdma.report.PathControl;
import org.urdma4j.transport.urdma.report.PathSelector;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.UrdmaPaths;

import java.nio.ByteBuffer;

/**
 * Where the next container goes, and what its packets are numbered with. A container is as many
 * bytes in a row as go over one path: one batch as a rule, so that several paths cost no more
 * system calls than one.
 */
public final class SendPaths implements PathSelector {
    private static final double RECENT_BYTES = 1 << 26;

    private final PathTable table;
    private final RailPolicy policy;
    private final long containerBytes;
    private final boolean coupled;
    private Path current;
    private long containerLeft;
    private boolean begun;
    private Rail repaired;
    private long nextNs;
    private long capBitsPerSecond;
    private long turns;

    SendPaths(PathTable table, UrdmaPaths settings, Backlog backlog) {
        this.table = table;
        containerBytes = settings.containerBytes();
        coupled = settings.coupled();
        policy =
                switch (settings.policy()) {
                    case EARLIEST -> new EarliestRail(containerBytes, backlog);
                    case ROUND_ROBIN -> new TurnOfRails();
                    case WEIGHTED -> new WeightedRails();
                };
    }

    /** Begins on the first path. */
    void start() {
        current = table.paths.getFirst();
        containerLeft = 0;
        repaired = null;
    }

    @Override
    public long choose(boolean repairs, long nowNs) {
        if (containerLeft > 0 && !repairs && current.isUsable()) {
            long budget = current.rail.control().budget(nowNs);
            if (budget > 0) {
                return Math.min(budget, containerLeft);
            }
        }
        containerLeft = 0;
        Rail avoided = repairs ? repaired : null;
        repaired = null;
        long budget = pick(avoided, nowNs);
        if (budget == 0 && avoided != null) {
            budget = pick(null, nowNs);
        }
        if (budget == 0 && !current.isUsable()) {
            current = lastResort();
            budget = current.isUsable() ? 0 : current.rail.control().budget(nowNs);
        }
        if (repairs) { // no container: what follows them goes where it arrives first
            return budget;
        }
        containerLeft = containerBytes;
        begun = false;
        return Math.min(budget, containerLeft);
    }

    /** Turns to the rail that is best now; returns what may leave over it, 0 for nothing. */
    private long pick(Rail avoided, long nowNs) {
        policy.begin();
        nextNs = Path.NEVER;
        for (int i = 0; i < table.rails.size(); i++) {
            Rail rail = table.rails.get(i);
            if (rail == avoided || !isUsable(rail)) {
                continue;
            }
            long budget = rail.control().budget(nowNs);
            long openNs = budget > 0 ? nowNs : rail.control().nextSendNs(nowNs);
            if (budget <= 0) {
                nextNs = Math.min(nextNs, openNs);
            }
            policy.offer(rail, budget, openNs, nowNs);
        }
        Rail best = policy.choose(nowNs);
        if (best == null) {
            return 0;
        }
        Path path = best.next(nowNs);
        if (path == null) {
            return 0;
        }
        current = path;
        return policy.budget();
    }

    private static boolean isUsable(Rail rail) {
        for (int i = 0; i < rail.paths.size(); i++) {
            if (rail.paths.get(i).isUsable()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the path to try when all have failed: the one that gave the last sign of life. */
    private Path lastResort() {
        Path best = table.paths.getFirst();
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            if (path.isUsable()) {
                return path;
            }
            if (path.state != PathState.PROBING && path.signNs() - best.signNs() > 0) {
                best = path;
            }
        }
        return best;
    }

    @Override
    public PathControl lane() {
        return current.rail.lane;
    }

    @Override
    public Route route() {
        return current.route;
    }

    @Override
    public void onSent(long bytes) {
        Rail rail = current.rail;
        rail.sentBytes += bytes;
        containerLeft -= bytes;
        if (!begun) {
            begun = true;
            rail.containers++;
            rail.turn = ++turns;
        }
        rail.recentBytes += bytes;
        if (rail.recentBytes > RECENT_BYTES) {
            for (int i = 0; i < table.rails.size(); i++) {
                Rail each = table.rails.get(i);
                each.recentBytes /= 2;
            }
        }
    }

    @Override
    public long inFlightBytes() {
        long bytes = 0;
        for (int i = 0; i < table.rails.size(); i++) {
            bytes += table.rails.get(i).control().inFlightBytes();
        }
        return bytes;
    }

    /** The packets of a group of forward error correction go over this rail. */
    public void onGroup() {
        repaired = current.rail;
    }

    /** Writes the path word of a packet with a sequence number. */
    public void stamp(ByteBuffer b, int at, boolean answer, long psn, long nowNs) {
        PathWord.write(b, at, current.id, current.runs.next());
        table.onTraffic(nowNs);
        current.sent(answer ? SentRuns.ANSWERS : SentRuns.REQUESTS, psn, nowNs);
    }

    /** Writes the path word of a repair packet. */
    public void stampRepair(ByteBuffer b, int at, long nowNs) {
        PathWord.write(b, at, current.id, current.runs.next());
        current.sent(SentRuns.NEITHER, 0, nowNs);
    }

    @Override
    public long nextSendNs(long nowNs) {
        return nextNs;
    }

    @Override
    public void onNothingToSend(long nowNs) {
        containerLeft = 0; // what comes later goes where it arrives first by then
        for (int i = 0; i < table.rails.size(); i++) {
            Rail rail = table.rails.get(i);
            if (isUsable(rail)) {
                rail.control().onApplicationLimited(nowNs);
            }
        }
    }

    @Override
    public void onTimeout(long nowNs) {
        for (int i = 0; i < table.rails.size(); i++) {
            Rail rail = table.rails.get(i);
            if (rail.sentBytes > 0 && !rail.isProgressing(nowNs)) {
                rail.control().onTimeout(nowNs);
            }
        }
    }

    @Override
    public void cap(long bitsPerSecond) {
        capBitsPerSecond = bitsPerSecond;
        shareCap();
    }

    /** Rails have come or gone: those that carry have equal parts of the bound, and of a share. */
    void shareCap() {
        int active = Math.max(1, table.active());
        for (int i = 0; i < table.rails.size(); i++) {
            Rail rail = table.rails.get(i);
            rail.control().cap(Math.ceilDiv(capBitsPerSecond, active));
            rail.control().share(coupled ? 1.0 / active : 1);
        }
    }
}
