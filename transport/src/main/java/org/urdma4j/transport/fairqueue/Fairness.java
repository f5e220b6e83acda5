package org.urdma4j.transport.fairqueue;

import java.util.ArrayList;
import java.util.List;

/**
 * Who has had more than its part. Congestion control of queue pairs gives each the same, after a
 * while, and can't give one more than another: whoever is behind although it could send more is
 * therefore left some room to find, by those who are ahead. Room that isn't found is used again, so
 * that nobody waits for one whose peer or way is slow.
 */
final class Fairness {
    /** By so many turns of weight 1 may one be ahead of others, since turns aren't even. */
    private static final long LEAD = 2;

    /**
     * Among more, what all together may have in flight is what decides whose turn it is, and to
     * look at all would take too long.
     */
    private static final int MOST = 64;

    private final SharedPath path;
    private final Headroom headroom = new Headroom();
    private final List<SfqEntry> active = new ArrayList<>();
    private final WeightCensus weights = new WeightCensus();

    Fairness(SharedPath path) {
        this.path = path;
    }

    /** Returns how many have something in flight, or wait for their turn. */
    int active() {
        return active.size();
    }

    void setActive(SfqEntry entry, boolean now) {
        if (now) {
            entry.place = active.size();
            active.add(entry);
            weights.add(entry.weight);
        } else {
            SfqEntry last = active.removeLast();
            if (last != entry) {
                active.set(entry.place, last);
                last.place = entry.place;
            }
            entry.place = SfqEntry.NOWHERE;
            weights.remove(entry.weight);
        }
    }

    /** Returns the least weight of those that are active. */
    int lightest() {
        return weights.lightest();
    }

    void onSent(long bytes) {
        headroom.onSent(bytes);
    }

    /** Returns by how much of virtual time the turn's queue pair may be ahead, or behind. */
    static long lead(SfqEntry entry) {
        return LEAD * SfqEntry.BYTE * entry.length;
    }

    /**
     * Returns whether nothing is heard of what it has sent. Who waits for a timeout is waited for
     * by nobody, and what else it would send had nowhere to go.
     */
    boolean isSilent(SfqEntry entry, long nowNs) {
        return entry.inFlight > 0 && nowNs - entry.heardNs >= path.patienceNs();
    }

    /** Returns whether others are to leave it room. */
    boolean isHungry(SfqEntry entry, long nowNs) {
        return entry.couldSendMore() && !isSilent(entry, nowNs);
    }

    /** Returns whether the turn may begin, as far as others are concerned. */
    boolean mayGo(SfqEntry entry, long nowNs) {
        if (!isAhead(entry, nowNs)) {
            if (entry.ahead) {
                entry.ahead = false;
                headroom.onCaughtUp();
            }
            return true;
        }
        entry.ahead = true;
        if (!path.isFound() || headroom.isThere(path.sendRate(), path.roundNs(), nowNs)) {
            return true;
        }
        path.onHeldBack();
        return false;
    }

    /** Returns whether they are few enough for some to hold back for others. */
    boolean looks() {
        return active.size() <= MOST;
    }

    private boolean isAhead(SfqEntry entry, long nowNs) {
        if (!looks()) {
            return false;
        }
        long least = entry.start - lead(entry);
        for (int i = 0; i < active.size(); i++) {
            SfqEntry other = active.get(i);
            if (other.start - least < 0 && !other.waits && isHungry(other, nowNs)) {
                return true;
            }
        }
        return false;
    }
}
