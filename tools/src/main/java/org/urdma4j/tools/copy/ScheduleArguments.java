package org.urdma4j.tools.copy;

import org.urdma4j.copy.schedule.Pace;
import org.urdma4j.copy.schedule.Windows;

import picocli.CommandLine.Option;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** When data move and at what rate, as it is written on the command line. */
final class ScheduleArguments {
    @Option(
            names = "--window",
            paramLabel = "FROM-TO[,...][@ZONE]",
            description =
                    "Copy at these times of the day alone, such as 22:00-24:00,01:00-05:00 or"
                            + " 01:00-05:00@Europe/Berlin, and wait between them without a"
                            + " connection.")
    private String window;

    @Option(
            names = "--deadline",
            paramLabel = "TIME[@ZONE]",
            description =
                    "Go at the least rate by which all is there in time, as far as --history knows"
                            + " the path, and say early if it won't be: 06:00, 2026-12-24T06:00.")
    private String deadline;

    @Option(
            names = "--reference-rate",
            paramLabel = "RATE|file:F|https:URL",
            description = {
                "A rate that is planned for this copy, bit/s as in 200M: connections begin at it"
                        + " and together send no more. From a file it is taken each second, from a"
                        + " controller each minute; 0 has the copy wait, none takes all."
            })
    private String reference;

    @Option(
            names = "--history",
            description =
                    "Copy nothing: show what rate copies to or from a HOST had at each hour, which"
                            + " is kept in the user's cache folder.")
    private boolean history;

    boolean asksHistory() {
        return history;
    }

    boolean isGiven() {
        return window != null || deadline != null || reference != null;
    }

    /**
     * Returns what is asked for.
     *
     * @param host that the path leads to
     * @throws IllegalArgumentException if it can't be read
     */
    Schedule schedule(String host, Instant now, ZoneId here) {
        Windows windows = Windows.ALWAYS;
        if (window != null) {
            try {
                windows = Windows.parse(window, here);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--window: " + e.getMessage(), e);
            }
        }
        Instant end = deadline == null ? null : deadline(deadline, now, here);
        if (end != null && !end.isAfter(now)) {
            throw new IllegalArgumentException("--deadline %s is over".formatted(deadline));
        }
        if (end != null && end.isAfter(now.plus(Pace.HORIZON))) {
            throw new IllegalArgumentException(
                    "--deadline %s is more than eight weeks from now".formatted(deadline));
        }
        return new Schedule(
                host,
                windows,
                now,
                end,
                reference == null ? null : ReferenceRate.parse(reference),
                here);
    }

    private static Instant deadline(String text, Instant now, ZoneId here) {
        int at = text.indexOf('@');
        String time = at < 0 ? text : text.substring(0, at);
        try {
            ZoneId zone = at < 0 ? here : Windows.zone(text.substring(at + 1));
            if (time.indexOf('T') < 0) {
                ZonedDateTime today = now.atZone(zone).with(LocalTime.parse(time));
                return (today.toInstant().isAfter(now) ? today : today.plusDays(1)).toInstant();
            }
            int seconds = time.indexOf('T') + 1;
            boolean offset = time.endsWith("Z") || time.substring(seconds).matches(".*[+-].*");
            return offset
                    ? OffsetDateTime.parse(time).toInstant()
                    : LocalDateTime.parse(time).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "--deadline: \"%s\" is no time; write it like 06:00 or 2026-12-24T06:00"
                            .formatted(time),
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--deadline: " + e.getMessage(), e);
        }
    }
}
