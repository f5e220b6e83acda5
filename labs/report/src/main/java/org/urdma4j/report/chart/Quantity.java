package org.urdma4j.report.chart;

import java.util.List;

/** What a figure counts, and so the units that it is shown in. */
public enum Quantity {
    /** Bits per second. */
    RATE,
    /** Bytes. */
    SIZE,
    /** Milliseconds. */
    TIME,
    /** Packets per second. */
    FREQUENCY,
    /** Things. */
    COUNT,
    /** Percent. */
    PERCENT;

    private static final List<Unit> RATES =
            List.of(
                    new Unit("Gbit/s", 1e9),
                    new Unit("Mbit/s", 1e6),
                    new Unit("kbit/s", 1e3),
                    new Unit("bit/s", 1));

    private static final List<Unit> SIZES =
            List.of(
                    new Unit("GB", 1e9),
                    new Unit("MB", 1e6),
                    new Unit("kB", 1e3),
                    new Unit("B", 1));

    private static final List<Unit> TIMES =
            List.of(new Unit("s", 1e3), new Unit("ms", 1), new Unit("µs", 1e-3));

    /**
     * A unit.
     *
     * @param size in that of the JSON document
     */
    public record Unit(String name, double size) {
        /** Returns a value with its unit, {@code -} if it is void. */
        public String show(double value) {
            String number = Numbers.brief(value / size);
            return name.isEmpty() || !Double.isFinite(value) ? number : number + " " + name;
        }
    }

    /**
     * Returns the largest unit of which {@code most} has one at least, else the smallest; for zero
     * the one of the document.
     */
    public Unit unit(double most) {
        for (Unit unit : units()) {
            if (most == 0 ? unit.size() == 1 : Math.abs(most) >= unit.size()) {
                return unit;
            }
        }
        return units().getLast();
    }

    public String show(double value) {
        return unit(value).show(value);
    }

    /** As {@link #show(double)}, of a count. */
    public String show(long count) {
        return show((double) count);
    }

    private List<Unit> units() {
        return switch (this) {
            case RATE -> RATES;
            case SIZE -> SIZES;
            case TIME -> TIMES;
            case FREQUENCY -> List.of(new Unit("packets/s", 1));
            case COUNT -> List.of(new Unit("", 1));
            case PERCENT -> List.of(new Unit("%", 1));
        };
    }
}
