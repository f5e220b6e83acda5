package org.urdma4j.simulation.fabric;

import org.urdma4j.codec.net.Pfc;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

/**
 * Watches a port for pauses that don't end, so that one broken receiver doesn't stop the whole
 * fabric. A queue of which nothing has left for a time, because of pauses, is emptied, and drops
 * what comes until the port has been without pauses for another time, as switches' PFC watchdogs
 * do.
 */
final class PfcWatchdog {
    private final FabricPort port;
    private final VirtualTime time;
    private final long afterNs;
    private final long restoreNs;
    private final long[] stillSinceNs = new long[Pfc.PRIORITIES];
    private final VirtualTimer[] timers = new VirtualTimer[Pfc.PRIORITIES];
    private int storms;

    PfcWatchdog(FabricPort port, VirtualTime time, SwitchConfig config) {
        this.port = port;
        this.time = time;
        this.afterNs = config.watchdogNs();
        this.restoreNs = config.restoreNs();
        for (int i = 0; i < Pfc.PRIORITIES; i++) {
            int priority = i;
            timers[i] = time.timer(() -> check(priority));
        }
    }

    /** Tells whether what is to leave in this priority must be dropped. */
    boolean drops(int priority) {
        return (storms & (1 << priority)) != 0;
    }

    /** Something has left, so that the priority doesn't stand still. */
    void onLeave(int priority) {
        stillSinceNs[priority] = time.nowNs();
    }

    /** Looks at a priority of which something waits, or whose pause has changed. */
    void look(int priority) {
        if (!timers[priority].isScheduled() && port.isBlocked(priority)) {
            stillSinceNs[priority] = time.nowNs();
            timers[priority].schedule(time.nowNs() + afterNs);
        }
    }

    private void check(int priority) {
        long nowNs = time.nowNs();
        if (drops(priority)) {
            if (port.pauses().isPaused(priority, nowNs)) {
                timers[priority].schedule(nowNs + restoreNs);
            } else {
                storms &= ~(1 << priority);
            }
        } else if (port.isBlocked(priority)) {
            long dueNs = stillSinceNs[priority] + afterNs;
            if (dueNs - nowNs > 0) {
                timers[priority].schedule(dueNs);
            } else {
                storm(priority);
            }
        }
    }

    private void storm(int priority) {
        storms |= 1 << priority;
        timers[priority].schedule(time.nowNs() + restoreNs);
        port.counters().storms++;
        port.counters().droppedByWatchdog += port.clear(priority);
    }
}
