package org.urdma4j.lab.latency;

import org.urdma4j.lab.Rounds;
import org.urdma4j.simulation.units.Units;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What is run.
 *
 * @param busyPollsUs how long event loops of both ends look on before they sleep, µs, 0 to a
 *     second: everything is run with each
 * @param size of a request, bytes, 8 to 1024
 */
public record LatencyPlan(
        List<Asker> askers, List<Integer> busyPollsUs, int size, Rounds schedule) {
    /** The number of a request of the echo. */
    private static final int LEAST_SIZE = 8;

    private static final int NS_PER_US = 1000;

    /** One packet at any MTU. */
    private static final int MOST_SIZE = 1024;

    private static final int MOST_BUSY_POLL_US = 1_000_000;

    /**
     * Checks everything.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public LatencyPlan {
        askers = List.copyOf(askers);
        busyPollsUs = List.copyOf(busyPollsUs);
        if (busyPollsUs.isEmpty() || new HashSet<>(busyPollsUs).size() < busyPollsUs.size()) {
            throw new IllegalArgumentException("--busy-poll is a list of different times");
        }
        busyPollsUs.forEach(us -> Rounds.check("--busy-poll", us, 0, MOST_BUSY_POLL_US));
        Rounds.check("--size", size, LEAST_SIZE, MOST_SIZE);
    }

    /**
     * Reads times of busy polling such as {@code 0,50us}, in µs.
     *
     * @throws IllegalArgumentException if that is no list of times
     */
    public static List<Integer> busyPollsUs(String list) {
        List<Integer> times = new ArrayList<>();
        for (String word : list.split("\\s*,\\s*", -1)) {
            try {
                times.add(Math.toIntExact(Units.timeNs(word) / NS_PER_US));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new IllegalArgumentException("--busy-poll: " + e.getMessage(), e);
            }
        }
        return times;
    }

    /**
     * Returns all runs: every asker once, then all again, so that drift hits all alike. Those that
     * are compared follow each other.
     */
    public List<LatencyTurn> turns() {
        List<LatencyTurn> turns = new ArrayList<>();
        for (int round = 1; round <= schedule.rounds(); round++) {
            for (int mtu : schedule.mtus()) {
                for (int busyPollUs : busyPollsUs) {
                    for (Asker asker : askers) {
                        turns.add(new LatencyTurn(round, mtu, busyPollUs, asker));
                    }
                }
            }
        }
        return turns;
    }

    /** Returns about how long it takes, seconds. */
    public long estimateS() {
        return schedule.estimateS(turns().size());
    }
}
