package org.urdma4j.copy.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How fast a copy is to go that is to arrive by a deadline: at the least rate that does it, which
 * leaves most to everybody else.
 *
 * @param bitsPerSecond 0 for as fast as it can
 * @param arrives when all will be there; {@link Instant#MAX} for not within eight weeks
 */
public record Pace(long bitsPerSecond, Instant arrives) {
    /** So far it looks. */
    public static final Duration HORIZON = Duration.ofDays(56);

    /** Of the time to the deadline, for what a plan doesn't know. */
    private static final int RESERVE = 20;

    /**
     * A time with one rate to expect.
     *
     * @param bps infinite if nothing is known
     */
    private record Stretch(double seconds, double bps) {}

    /**
     * Returns until when a plan counts: a twentieth of the time in which data may move is kept in
     * hand.
     *
     * @param from when the copy was asked for
     */
    public static Instant aim(Instant from, Instant deadline, Windows windows) {
        PathHistory none = new PathHistory();
        double all = total(stretches(from, deadline, windows, none));
        double left = all - all / RESERVE;
        Instant at = windows.opens(from);
        while (at.isBefore(deadline)) {
            Instant end = earlier(deadline, end(at, windows));
            double has = seconds(at, end);
            if (has >= left) {
                return at.plusMillis((long) (left * 1000));
            }
            left -= has;
            at = windows.opens(end);
        }
        return deadline;
    }

    private static double total(List<Stretch> stretches) {
        return stretches.stream().mapToDouble(Stretch::seconds).sum();
    }

    /**
     * Plans what is left.
     *
     * @param bytes that are left
     * @param aim by when all is to be there
     */
    public static Pace of(
            long bytes, Instant now, Instant aim, Windows windows, PathHistory history) {
        double bits = bytes * (double) Byte.SIZE;
        List<Stretch> stretches = stretches(now, aim, windows, history);
        stretches.sort(Comparator.comparingDouble(Stretch::bps));
        double before = 0;
        double seconds = total(stretches);
        for (Stretch each : stretches) { // slower ones give all that they have
            double rate = (bits - before) / seconds;
            if (rate <= each.bps) {
                return new Pace(Math.max(1, (long) Math.ceil(rate)), aim);
            }
            before += each.seconds * each.bps;
            seconds -= each.seconds;
        }
        return new Pace(0, arrival(bits, now, windows, history));
    }

    private static List<Stretch> stretches(
            Instant now, Instant until, Windows windows, PathHistory history) {
        List<Stretch> all = new ArrayList<>();
        Instant at = windows.opens(now);
        while (at.isBefore(until)) {
            Instant end = earlier(until, end(at, windows));
            all.add(new Stretch(seconds(at, end), expected(at, history)));
            at = end.isBefore(until) ? windows.opens(end) : until;
        }
        return all;
    }

    private static Instant arrival(double bits, Instant now, Windows windows, PathHistory history) {
        double left = bits;
        Instant at = windows.opens(now);
        Instant horizon = now.plus(HORIZON);
        while (at.isBefore(horizon)) {
            Instant end = end(at, windows);
            double rate = expected(at, history);
            double needs = left / rate;
            double has = seconds(at, end);
            if (needs <= has) {
                return at.plusMillis((long) (needs * 1000));
            }
            left -= has * rate;
            at = windows.opens(end);
        }
        return Instant.MAX;
    }

    /** Returns the end of the hour, or of the window. */
    private static Instant end(Instant at, Windows windows) {
        return earlier(
                at.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS), windows.closes(at));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1000.0;
    }

    private static double expected(Instant at, PathHistory history) {
        return history.expected(at).stream()
                .asDoubleStream()
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
