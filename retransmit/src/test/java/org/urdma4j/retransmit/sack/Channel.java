package org.urdma4j.retransmit.sack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** A sender and a receiver joined by two paths in virtual time. */
final class Channel {
    private record Event(long atNs, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNs, other.atNs);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private record Range(long first, long count) {}

    final SackSender sender;
    final SackReceiver receiver;
    final Map<Long, Integer> sendings = new HashMap<>();
    long now;
    long gapNs = 1000;
    long packets = 10_000;
    int window = 4096;
    int repeatEvery;
    long probes;
    long timeouts;
    long reports;
    long staleReports;
    long resent;
    long placed;
    int largestRing;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final long first;
    private final Path forward;
    private final Path back;
    private long order;
    private long sentForward;
    private long nextSendNs;
    private int partRanges = Integer.MAX_VALUE;

    Channel(SackConfig config, long first, long rttNs, Path forward, Path back) {
        sender = new SackSender(config.maxWindowPackets());
        receiver = new SackReceiver(config);
        this.first = first;
        this.forward = forward;
        this.back = back;
        sender.start(first);
        sender.onRtt(rttNs);
        receiver.start(first);
        receiver.roundTrip(rttNs);
    }

    /** Splits reports into parts of so many ranges. */
    void partRanges(int ranges) {
        partRanges = ranges;
    }

    /** Runs until all is acknowledged, or the time is over; returns whether all is. */
    boolean run(long untilNs) {
        while (sender.cumulative() < first + packets) {
            send();
            long next = Math.min(receiver.nextReportNs(), sender.nextTimerNs());
            if (!events.isEmpty()) {
                next = Math.min(next, events.peek().atNs);
            }
            if (maySend()) {
                next = Math.min(next, nextSendNs);
            }
            if (next > untilNs) {
                return false;
            }
            now = Math.max(now, next);
            while (!events.isEmpty() && events.peek().atNs <= now) {
                events.poll().action.run();
            }
            serve();
        }
        return true;
    }

    private void serve() {
        if (receiver.nextReportNs() <= now) {
            report();
        }
        switch (sender.onTimer(now)) {
            case PROBE -> {
                probes++;
                transmit(sender.next() - 1, true, true);
            }
            case TIMEOUT -> timeouts++;
            case NONE -> {}
        }
    }

    private boolean maySend() {
        boolean more = sender.next() < first + packets && sender.mayGrow();
        return sender.hasLost() || (more && sender.outstanding() < window);
    }

    private void send() {
        if (now < nextSendNs || !maySend()) {
            return;
        }
        nextSendNs = now + gapNs;
        if (sender.hasLost()) {
            transmit(sender.nextLost(), true, false);
        } else {
            transmit(sender.next(), false, sender.next() + 1 == first + packets);
        }
        largestRing = Math.max(largestRing, sender.ringCapacity());
    }

    private void transmit(long psn, boolean again, boolean ask) {
        if (again) {
            sender.onResent(now, psn);
            resent++;
        } else {
            sender.onSent(now, psn * 7);
        }
        sendings.merge(psn, 1, Integer::sum);
        long sentNs = SentRing.floor(now);
        long delay = forward.delayNs(now, sentForward++, psn, again);
        if (delay >= 0) {
            at(now + delay, () -> arrive(psn, again, ask, sentNs));
            if (repeatEvery > 0 && sentForward % repeatEvery == 0) {
                at(now + delay + 10, () -> arrive(psn, again, ask, sentNs));
            }
        }
    }

    private void arrive(long psn, boolean again, boolean ask, long sentNs) {
        switch (receiver.classify(psn)) {
            case NEW -> {
                receiver.onPacket(now, psn, again, sentNs, 4096);
                placed++;
            }
            case DUPLICATE -> receiver.onDuplicate(now, psn, sentNs, 4096);
            case BEYOND -> throw new AssertionError("beyond: " + psn);
        }
        if (ask) {
            receiver.onReportAsked(now);
        }
    }

    private void report() {
        List<Range> ranges = new ArrayList<>();
        receiver.beginReport(now);
        for (long psn = receiver.nextFirst(); psn >= 0; psn = receiver.nextFirst()) {
            ranges.add(new Range(psn, receiver.nextCount()));
        }
        receiver.endReport(now);
        int number = (int) reports++;
        int from = 0;
        do {
            int to = (int) Math.min(ranges.size(), (long) from + partRanges);
            sendPart(number, ranges.subList(from, to));
            from = to;
        } while (from < ranges.size());
    }

    private void sendPart(int number, List<Range> ranges) {
        long cumulative = receiver.cumulative();
        long highest = receiver.highest();
        long newest = receiver.newestSentNs();
        long held = now - receiver.newestArrivedNs();
        long duplicates = receiver.duplicates();
        long delay = back.delayNs(now, order, number, false);
        if (delay < 0) {
            return;
        }
        at(
                now + delay,
                () -> {
                    if (!sender.onReport(now, number, cumulative, highest, newest)) {
                        staleReports++;
                        return;
                    }
                    sender.onRtt(now - newest - held);
                    ranges.forEach(range -> sender.onMissing(range.first, range.count));
                    sender.onDuplicates(duplicates);
                });
    }

    private void at(long atNs, Runnable action) {
        events.add(new Event(atNs, order++, action));
    }
}
