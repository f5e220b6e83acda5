package org.urdma4j.copy.schedule;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What rate a path had for a copy at each hour of the week, in UTC. One thread at a time. */
public final class PathHistory {
    /** Hours of a week, Monday's first one first. */
    public static final int HOURS = 168;

    private static final int DAY = 24;

    /** A new reading counts for a quarter. */
    private static final int WEIGHT = 4;

    private static final long MOST = 1L << 50;

    private final long[] bitsPerSecond = new long[HOURS]; // 0 for unknown

    /**
     * Reads what {@link #lines} has written; lines that can't be read count as unknown.
     *
     * @param lines of a file that others may have changed
     */
    public static PathHistory of(List<String> lines) {
        PathHistory history = new PathHistory();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            try {
                int hour = Integer.parseInt(words[0]);
                long rate = Long.parseLong(words[1]);
                if (hour >= 0 && hour < HOURS && rate > 0 && rate <= MOST) {
                    history.bitsPerSecond[hour] = rate;
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException _) {
                // no reading
            }
        }
        return history;
    }

    /** Returns what is known, a line an hour: its number, and the rate in bit/s. */
    public List<String> lines() {
        return IntStream.range(0, HOURS)
                .filter(hour -> bitsPerSecond[hour] > 0)
                .mapToObj(hour -> hour + " " + bitsPerSecond[hour])
                .toList();
    }

    private static int hour(Instant when) {
        ZonedDateTime utc = when.atZone(ZoneOffset.UTC);
        return (utc.getDayOfWeek().getValue() - DayOfWeek.MONDAY.getValue()) * DAY + utc.getHour();
    }

    /**
     * Takes a reading.
     *
     * @param rate bit/s that the copy had
     * @param held whether it was allowed no more: then the path may have more, never less
     */
    public void record(Instant when, long rate, boolean held) {
        int hour = hour(when);
        long old = bitsPerSecond[hour];
        long reading = Math.clamp(rate, 1, MOST);
        if (held) {
            bitsPerSecond[hour] = old == 0 ? 0 : Math.max(old, reading);
        } else {
            bitsPerSecond[hour] = old == 0 ? reading : Math.max(1, old + (reading - old) / WEIGHT);
        }
    }

    /** Returns what is known of an hour of the week, 0 for nothing. */
    public long at(int hour) {
        return bitsPerSecond[hour];
    }

    /**
     * Returns what to expect at a time: the rate of that hour of the week, else the mean of that
     * hour on other days, else that of all; empty if nothing is known.
     */
    public OptionalLong expected(Instant when) {
        int hour = hour(when);
        if (bitsPerSecond[hour] > 0) {
            return OptionalLong.of(bitsPerSecond[hour]);
        }
        OptionalLong days = mean(IntStream.range(0, HOURS).filter(h -> h % DAY == hour % DAY));
        return days.isPresent() ? days : mean(IntStream.range(0, HOURS));
    }

    private OptionalLong mean(IntStream hours) {
        long[] known = hours.mapToLong(h -> bitsPerSecond[h]).filter(rate -> rate > 0).toArray();
        return known.length == 0
                ? OptionalLong.empty()
                : OptionalLong.of(LongStream.of(known).sum() / known.length);
    }
}
