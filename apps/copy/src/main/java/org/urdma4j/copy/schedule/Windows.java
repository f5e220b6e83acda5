package org.urdma4j.copy.schedule;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Times of the day in which data may move, every day. Immutable. */
public final class Windows {
    /** All the time. */
    public static final Windows ALWAYS = new Windows(List.of(), ZoneOffset.UTC);

    private static final int DAYS = 3;
    private static final int MOST = 100;
    private static final String MIDNIGHT = "24:00";

    private final List<Window> windows; // none for always
    private final ZoneId zone;

    /**
     * @param to not within; midnight is the day's end
     */
    private record Window(LocalTime from, LocalTime to) {
        boolean has(LocalTime time) {
            return from.isBefore(to)
                    ? !time.isBefore(from) && time.isBefore(to)
                    : !time.isBefore(from) || time.isBefore(to);
        }
    }

    private Windows(List<Window> windows, ZoneId zone) {
        this.windows = windows;
        this.zone = zone;
    }

    /**
     * Reads {@code 01:00-05:00[,22:30-24:00…][@ZONE]}; seconds may be given, and one that ends
     * before it begins goes on over midnight.
     *
     * @param here the zone, if none is given
     * @throws IllegalArgumentException if it can't be read
     */
    public static Windows parse(String text, ZoneId here) {
        int at = text.indexOf('@');
        ZoneId zone = at < 0 ? here : zone(text.substring(at + 1));
        String[] parts = (at < 0 ? text : text.substring(0, at)).split(",", -1);
        if (parts.length > MOST) {
            throw new IllegalArgumentException("there are more than %d windows".formatted(MOST));
        }
        List<Window> windows = new ArrayList<>();
        for (String part : parts) {
            String[] ends = part.strip().split("-", -1);
            if (ends.length != 2) {
                throw new IllegalArgumentException(
                        "\"%s\" is no window; write it like 01:00-05:00".formatted(part));
            }
            Window window = new Window(time(ends[0]), time(ends[1]));
            boolean day = ends[1].strip().equals(MIDNIGHT);
            if (window.from.equals(window.to) && !day) {
                throw new IllegalArgumentException("window %s is empty".formatted(part.strip()));
            }
            windows.add(window);
        }
        return new Windows(List.copyOf(windows), zone);
    }

    /**
     * Reads a zone, such as {@code Europe/Berlin} or {@code +02:00}.
     *
     * @throws IllegalArgumentException if there is none of the name
     */
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "there is no time zone \"%s\"; write it like Europe/Berlin or UTC"
                            .formatted(name),
                    e);
        }
    }

    private static LocalTime time(String text) {
        try {
            return text.strip().equals(MIDNIGHT)
                    ? LocalTime.MIDNIGHT
                    : LocalTime.parse(text.strip());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"%s\" is no time of the day; write it like 01:00".formatted(text.strip()), e);
        }
    }

    /** Returns whether data may move. */
    public boolean isOpen(Instant when) {
        LocalTime time = when.atZone(zone).toLocalTime();
        return windows.isEmpty() || windows.stream().anyMatch(each -> each.has(time));
    }

    /** Returns from when on data may move: now, or later. */
    public Instant opens(Instant now) {
        return isOpen(now) ? now : changes(now);
    }

    /** Returns until when data may move; {@link Instant#MAX} if there is no end. */
    public Instant closes(Instant now) {
        return isOpen(now) ? changes(now) : now;
    }

    /** Overlapping windows, and such as follow each other, are one. */
    private Instant changes(Instant now) {
        boolean open = isOpen(now);
        LocalDate today = now.atZone(zone).toLocalDate();
        return windows.stream()
                .flatMap(each -> List.of(each.from, each.to).stream())
                .flatMap(time -> today.datesUntil(today.plusDays(DAYS)).map(d -> d.atTime(time)))
                .map(local -> local.atZone(zone).toInstant())
                .filter(each -> each.isAfter(now) && isOpen(each) != open)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }
}
