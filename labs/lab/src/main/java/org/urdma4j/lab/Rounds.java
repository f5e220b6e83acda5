package org.urdma4j.lab;

import java.util.HashSet;
import java.util.List;

/**
 * How often and how long things are run beside each other over a pair of virtual devices.
 *
 * @param mtus of the devices, bytes, 1280 to 9216: everything is run at each
 * @param rounds how often each has its turn, 1 to 100
 * @param timeS seconds that count of a run, 2 to 3600
 * @param omitS seconds before those, 0 to 3600
 */
public record Rounds(List<Integer> mtus, int rounds, int timeS, int omitS) {
    /** A packet of QUIC may be no shorter than 1200 bytes, with its headers 1248 over IPv6. */
    private static final int LEAST_MTU = 1280;

    private static final int MOST_MTU = 9216;
    private static final int MOST_ROUNDS = 100;

    /** {@link org.urdma4j.lab.cpu.CpuTrace} leaves out the last second. */
    private static final int LEAST_S = 2;

    private static final int MOST_S = 3600;

    /** What a run takes besides: processes start, and the path is made. */
    private static final int BESIDES_S = 2;

    /**
     * Checks everything.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public Rounds {
        mtus = List.copyOf(mtus);
        if (mtus.isEmpty() || new HashSet<>(mtus).size() < mtus.size()) {
            throw new IllegalArgumentException("--mtu is a list of different MTUs");
        }
        mtus.forEach(mtu -> checkMtu("--mtu", mtu));
        check("--rounds", rounds, 1, MOST_ROUNDS);
        check("--time", timeS, LEAST_S, MOST_S);
        check("--omit", omitS, 0, MOST_S);
    }

    /**
     * Checks the value of an option.
     *
     * @throws IllegalArgumentException with a message for people if it isn't within the range
     */
    public static void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d, must be %d to %d".formatted(option, value, least, most));
        }
    }

    /**
     * Checks the MTU of a pair of devices.
     *
     * @throws IllegalArgumentException with a message for people if it isn't within the range
     */
    public static void checkMtu(String option, int mtu) {
        check(option, mtu, LEAST_MTU, MOST_MTU);
    }

    /** Returns about how long so many runs take, seconds. */
    public long estimateS(int runs) {
        return (long) runs * (timeS + omitS + BESIDES_S);
    }
}
