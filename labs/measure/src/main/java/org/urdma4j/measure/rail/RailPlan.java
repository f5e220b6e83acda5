package org.urdma4j.measure.rail;

import org.urdma4j.verbs.UrdmaPaths;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The rails between two hosts.
 *
 * @param rails none for the one path there is otherwise
 * @param events in the order of time
 */
public record RailPlan(List<Rail> rails, List<RailEvent> events) {
    public static final RailPlan NONE = new RailPlan(List.of(), List.of());

    /** Checks that events are about rails that there are. */
    public RailPlan {
        rails = List.copyOf(rails);
        events = events.stream().sorted(Comparator.comparingLong(RailEvent::atNs)).toList();
        if (rails.size() > UrdmaPaths.MOST_RAILS) {
            throw new IllegalArgumentException(
                    "--rails has %d rails; a queue pair has %d at most"
                            .formatted(rails.size(), UrdmaPaths.MOST_RAILS));
        }
        for (RailEvent event : events) {
            if (event.rail() >= rails.size()) {
                throw new IllegalArgumentException(
                        "%s %d: there is no such rail, the last of %d is %d"
                                .formatted(
                                        option(event.kills()),
                                        event.rail(),
                                        rails.size(),
                                        rails.size() - 1));
            }
        }
    }

    private static String option(boolean kills) {
        return kills ? "--kill" : "--revive";
    }

    /**
     * Reads what the options say.
     *
     * @param rails null if there are none
     * @param kills each like {@code 1@5s}
     * @param revivals likewise
     * @throws IllegalArgumentException if something can't be read, or doesn't go together
     */
    public static RailPlan parse(String rails, List<String> kills, List<String> revivals) {
        if (rails == null) {
            if (!kills.isEmpty() || !revivals.isEmpty()) {
                throw new IllegalArgumentException(option(!kills.isEmpty()) + " needs --rails");
            }
            return NONE;
        }
        List<RailEvent> events = new ArrayList<>();
        kills.forEach(text -> events.add(RailEvent.parse(true, text)));
        revivals.forEach(text -> events.add(RailEvent.parse(false, text)));
        return new RailPlan(Stream.of(rails.split("\\+", -1)).map(Rail::parse).toList(), events);
    }

    /** Returns whether there is but the one path that isn't called a rail. */
    public boolean isEmpty() {
        return rails.isEmpty();
    }

    /** Returns the same with other rails, one for each. */
    public RailPlan withEach(UnaryOperator<Rail> change) {
        return new RailPlan(rails.stream().map(change).toList(), events);
    }

    /** Returns the rates of all rails together, bit/s. */
    public long rateBps() {
        return rails.stream().mapToLong(Rail::rateBps).sum();
    }

    /** Returns the longest round trip. */
    public long rttNs() {
        return rails.stream().mapToLong(Rail::rttNs).max().orElse(0);
    }

    /** Returns what selective repeat can carry over all of them while none is dead, bit/s. */
    public double boundBps(int payloadBytes) {
        return rails.stream().mapToDouble(rail -> rail.boundBps(payloadBytes)).sum();
    }
}
