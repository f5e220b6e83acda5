package org.urdma4j.tools.copy;

import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.copy.schedule.Pace;
import org.urdma4j.copy.schedule.PathHistory;
import org.urdma4j.copy.schedule.Windows;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** When a copy's data move, and at what rate. Any thread. */
final class Schedule {
    private static final Duration STEP = Duration.ofMinutes(1);

    private static final long MOST = 1L << 50;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE HH:mm:ss", Locale.ROOT);

    private final String host;
    private final Windows windows;
    private final Instant aim; // null without a deadline
    private final Instant deadline;
    private final ReferenceRate reference; // null for none
    private final ZoneId zone;
    private volatile long referenceBps = Long.MAX_VALUE;
    private boolean asked;
    private long askedNs;
    private String trouble; // of who says the rate, null for none

    /**
     * @param host that the path leads to
     * @param deadline or null
     * @param reference or null
     * @param zone for who reads
     */
    Schedule(
            String host,
            Windows windows,
            Instant now,
            Instant deadline,
            ReferenceRate reference,
            ZoneId zone) {
        this.host = host;
        this.windows = windows;
        this.deadline = deadline;
        this.reference = reference;
        this.zone = zone;
        aim = deadline == null ? null : Pace.aim(now, deadline, windows);
    }

    String host() {
        return host;
    }

    boolean hasDeadline() {
        return deadline != null;
    }

    /** Returns what each of some connections begins at, in bit/s; 0 to find out. */
    long referenceOf(int connections) {
        return referenceBps == Long.MAX_VALUE ? 0 : Math.min(referenceBps, MOST) / connections;
    }

    private synchronized void askFirst() throws IOException, InterruptedException {
        if (reference != null && !asked) {
            referenceBps = reference.now();
            askedNs = SystemClock.nowNs();
            asked = true;
        }
    }

    /**
     * Asks for the reference rate again, if that is due.
     *
     * @param told why it stays what it was
     * @return whether data may move
     */
    synchronized boolean ask(Consumer<String> told) throws InterruptedException {
        long nowNs = SystemClock.nowNs();
        if (reference != null && nowNs - askedNs >= again().toNanos()) {
            askedNs = nowNs;
            try {
                referenceBps = reference.now();
                trouble = null;
            } catch (IOException e) {
                if (!e.getMessage().equals(trouble)) {
                    trouble = e.getMessage();
                    told.accept(trouble + "; goes on as before");
                }
            }
        }
        return referenceBps > 0;
    }

    /** Returns how often to look at it all. */
    Duration again() {
        return reference == null ? STEP : reference.again();
    }

    boolean isOpen(Instant now) {
        return windows.isOpen(now);
    }

    Instant closes(Instant now) {
        return windows.closes(now);
    }

    /**
     * Waits until data may move.
     *
     * @throws IOException with a line for the user, if nothing says the rate the first time
     */
    void await(Consumer<String> told) throws IOException, InterruptedException {
        boolean said = false;
        while (true) {
            Instant now = Instant.now();
            Instant opens = windows.opens(now);
            boolean open = !opens.isAfter(now);
            if (open) {
                askFirst();
                if (ask(told)) {
                    return;
                }
            }
            if (!said) {
                told.accept(
                        open
                                ? "the reference rate is 0: waits until it is more"
                                : "waits for the window at " + text(opens));
                said = true;
            }
            Instant next = open ? now.plus(again()) : opens;
            TimeUnit.MILLISECONDS.sleep( // a machine may sleep, too, and clocks are set
                    Math.min(Duration.between(now, next).toMillis() + 1, STEP.toMillis()));
        }
    }

    /**
     * Says at which rate to go on.
     *
     * @param bytes that are left
     * @return null without a deadline
     */
    Pace pace(long bytes, Instant now, PathHistory history) {
        return aim == null ? null : Pace.of(bytes, now, aim, windows, history);
    }

    boolean isLate(Pace pace) {
        return pace.arrives().isAfter(deadline);
    }

    /** Gives a limit what holds now. */
    void apply(Pace pace, RateLimit rate) {
        long paced =
                pace == null || pace.bitsPerSecond() == 0 ? Long.MAX_VALUE : pace.bitsPerSecond();
        long least = Math.min(paced, referenceBps);
        rate.plan(least == Long.MAX_VALUE ? 0 : Math.max(RateKeys.LEAST, least));
    }

    /** Returns what to tell of a plan. */
    String told(Pace pace, long bytes) {
        String left = Amounts.bytes(bytes) + " are left: ";
        if (pace.bitsPerSecond() > 0 && pace.bitsPerSecond() < RateKeys.LEAST) {
            return left
                    + "%s, the least, and they are there before %s"
                            .formatted(Amounts.rate((double) RateKeys.LEAST), text(aim));
        }
        if (pace.bitsPerSecond() > 0) {
            return left
                    + "%s until %s"
                            .formatted(Amounts.rate((double) pace.bitsPerSecond()), text(aim));
        }
        String when =
                pace.arrives().equals(Instant.MAX)
                        ? "within eight weeks"
                        : "before " + text(pace.arrives());
        return left
                + "by what the path had they aren't there %s, so not by %s; goes as fast as it can"
                        .formatted(when, text(deadline));
    }

    private String text(Instant when) {
        return TIME.format(when.atZone(zone));
    }
}
