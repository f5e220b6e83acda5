package org.urdma4j.measure.sim;

import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.units.Units;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A flow over the same bottleneck that isn't what is measured.
 *
 * @param tcp CUBIC or BBR; null for frames at a constant rate
 * @param rateBps that rate in bit/s on the wire; of TCP 0
 * @param startNs when it starts
 */
public record Beside(Profile tcp, long rateBps, long startNs) {
    private static final String FORM =
            "\"%s\" is no traffic beside; write it like cubic:2, bbr:1@5s or udp:10G";

    /** Returns what it is called: as on the command line. */
    public String name() {
        return tcp == null ? "udp" : tcp.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads {@code cubic:2}, {@code bbr:1@5s} or {@code udp:10G}, or several with commas between:
     * how many TCP flows, or at which rate frames leave, and from when on.
     *
     * @throws IllegalArgumentException with what is wrong
     */
    public static List<Beside> parse(String text) {
        List<Beside> all = new ArrayList<>();
        Arrays.stream(text.split(",", -1)).forEach(part -> add(part, all));
        return List.copyOf(all);
    }

    private static void add(String part, List<Beside> all) {
        String[] when = part.split("@", -1);
        String[] what = when[0].split(":", -1);
        Range.require(when.length <= 2 && what.length == 2, FORM.formatted(part));
        long startNs = when.length == 1 ? 0 : Units.timeNs(when[1]);
        if (what[0].equals("udp")) {
            long rate = Units.rate(what[1]);
            Range.require(rate >= SimOptions.MIN_RATE, part + ": its rate must be 1M at least");
            all.add(new Beside(null, rate, startNs));
            return;
        }
        Profile tcp =
                Arrays.stream(Profile.values())
                        .filter(it -> it.isTcp() && it.name().equalsIgnoreCase(what[0]))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(FORM.formatted(part)));
        Range.require(what[1].matches("[1-9][0-9]?"), part + ": flows are 1 to 99");
        for (int i = Integer.parseInt(what[1]); i > 0; i--) {
            all.add(new Beside(tcp, 0, startNs));
        }
    }
}
