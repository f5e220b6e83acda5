package org.urdma4j.leafspine.grant;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Schedules one port: senders take turns, a quantum each, at a share of the port's rate, as long as
 * what is out stays within its limits. All totals count from the beginning, so that a message lost
 * or doubled does no harm.
 */
public final class GrantScheduler {
    /** Sends a grant. */
    @FunctionalInterface
    public interface Granter {
        /** Tells a sender the bytes that it may have sent since the beginning. */
        void grant(int sender, long totalBytes);
    }

    private static final class Sender {
        final int key;
        long demand;
        long granted;
        long arrived;
        long returned;
        long heardPs;
        boolean silent;

        Sender(int key) {
            this.key = key;
        }

        /** Returns what is out, below zero if what was called lost has arrived. */
        long out() {
            return granted - arrived - returned;
        }

        void heard(long nowPs) {
            heardPs = nowPs;
            silent = false;
        }

        long counted() {
            return Math.max(0, out());
        }
    }

    private final GrantConfig config;
    private final EventQueue events;
    private final Granter granter;
    private final double psPerByte;
    private final Map<Integer, Sender> byKey = new HashMap<>();
    private final List<Sender> senders = new ArrayList<>();
    private final Event turn = Event.of(this::grant);
    private final Event reclaim = Event.of(this::reclaim);
    private int next;
    private long nextPs;
    private long out;
    private long grantedBytes;
    private long reclaimedBytes;

    /**
     * @param psPerByte of the port
     */
    public GrantScheduler(
            GrantConfig config, EventQueue events, double psPerByte, Granter granter) {
        this.config = config;
        this.events = events;
        this.psPerByte = psPerByte / config.share();
        this.granter = granter;
    }

    /** A sender would like to have sent so much since the beginning. */
    public void onDemand(int key, long totalBytes) {
        Sender sender = sender(key);
        sender.heard(events.nowPs());
        if (totalBytes > sender.demand) {
            sender.demand = totalBytes;
        } else {
            repeat(key);
        }
        wake();
    }

    /** A sender has heard of no grant for long: the last one may have been lost. */
    public void repeat(int key) {
        Sender sender = sender(key);
        if (sender.granted > sender.arrived) {
            granter.grant(key, sender.granted);
        }
    }

    /**
     * Bytes have arrived.
     *
     * @param bytes on the wire
     */
    public void onArrived(int key, long bytes) {
        Sender sender = sender(key);
        sender.heard(events.nowPs());
        long before = sender.counted();
        sender.arrived += bytes;
        sender.granted = Math.max(sender.granted, sender.arrived);
        out += sender.counted() - before;
        wake();
    }

    /**
     * Bytes will never arrive.
     *
     * @param totalBytes since the beginning
     */
    public void onReturned(int key, long totalBytes) {
        Sender sender = sender(key);
        if (totalBytes > sender.returned) {
            long before = sender.counted();
            sender.returned = totalBytes;
            out += sender.counted() - before;
            wake();
        }
    }

    private Sender sender(int key) {
        return byKey.computeIfAbsent(
                key,
                _ -> {
                    Sender made = new Sender(key);
                    made.granted = config.unaskedBytes();
                    made.heardPs = events.nowPs();
                    out += made.out();
                    senders.add(made);
                    return made;
                });
    }

    private void wake() {
        if (!turn.isScheduled()) {
            events.schedule(turn, Math.max(nextPs, events.nowPs()));
        }
    }

    private void grant() {
        long nowPs = events.nowPs();
        if (nowPs < nextPs) {
            events.schedule(turn, nextPs);
            return;
        }
        Sender sender = chosen();
        if (sender == null) {
            return;
        }
        long bytes = Math.min(config.quantumBytes(), sender.demand - sender.granted);
        long before = sender.counted();
        sender.granted += bytes;
        out += sender.counted() - before;
        grantedBytes += bytes;
        nextPs = Math.max(nextPs, nowPs) + Math.round(bytes * psPerByte);
        granter.grant(sender.key, sender.granted);
        events.schedule(turn, nextPs);
        if (!reclaim.isScheduled()) {
            events.schedule(reclaim, nowPs + config.reclaimPs());
        }
    }

    private Sender chosen() {
        if (out >= config.portBytes()) {
            return null;
        }
        for (int i = 0; i < senders.size(); i++) {
            Sender sender = senders.get((next + i) % senders.size());
            boolean wants = sender.demand > sender.granted && !sender.silent;
            if (wants && sender.out() < config.senderBytes()) {
                next = (next + i + 1) % senders.size();
                return sender;
            }
        }
        return null;
    }

    /** What was granted to senders that have gone silent is given to others. */
    private void reclaim() {
        long nowPs = events.nowPs();
        boolean waiting = false;
        for (Sender sender : senders) {
            long unused = sender.out();
            if (unused <= 0) {
                continue;
            }
            if (nowPs - sender.heardPs >= config.reclaimPs()) {
                sender.granted -= unused;
                sender.silent = true;
                out -= unused;
                reclaimedBytes += unused;
            } else {
                waiting = true;
            }
        }
        if (waiting) {
            events.schedule(reclaim, nowPs + config.reclaimPs());
        }
        wake();
    }

    /** Returns the bytes out: granted, and neither arrived nor taken back. */
    public long outBytes() {
        return out;
    }

    public long grantedBytes() {
        return grantedBytes;
    }

    public long reclaimedBytes() {
        return reclaimedBytes;
    }
}
