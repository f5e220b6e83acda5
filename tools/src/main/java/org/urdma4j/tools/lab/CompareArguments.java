package org.urdma4j.tools.lab;

import org.urdma4j.lab.compare.Comparison;

import picocli.CommandLine.Option;

import java.util.List;
import java.util.Set;

/** The comparison with the simulator as it is written on the command line. */
final class CompareArguments {
    private static final int TIME_S = 4;
    private static final Set<String> OF_BOTH =
            Set.of(
                    "--time",
                    "--urdma-options",
                    "--help",
                    "--compare",
                    "--seed",
                    "--path",
                    "--json");
    private static final List<String> OF_COMPARE = List.of("--seed", "--path");

    @Option(
            names = "--compare",
            paramLabel = "N",
            description = {
                "N random paths in virtual time and over sockets, and how",
                "far the two are apart; --time seconds each, default 4,",
                "after as many that don't count."
            })
    private Integer compare;

    @Option(names = "--seed", paramLabel = "S", description = "Of --compare; default 1.")
    private long seed = 1;

    @Option(names = "--path", paramLabel = "I", description = "Of --compare the I-th path alone.")
    private Integer path;

    @Option(names = "--json", description = "Of --compare and --coexist: one object a line.")
    private boolean json;

    boolean wanted() {
        return compare != null;
    }

    boolean json() {
        return json;
    }

    /**
     * Sees whether the options go together.
     *
     * @param given the names of those that were given
     * @throws IllegalArgumentException if they don't
     */
    void check(List<String> given) {
        for (String option : given) {
            if (wanted() && !OF_BOTH.contains(option)) {
                throw new IllegalArgumentException(option + " doesn't go with --compare");
            }
            if (!wanted() && OF_COMPARE.contains(option)) {
                throw new IllegalArgumentException(option + " needs --compare N");
            }
            if (option.equals("--json") && !wanted() && !given.contains("--coexist")) {
                throw new IllegalArgumentException("--json needs --compare N or --coexist");
            }
        }
    }

    /**
     * Returns what is compared.
     *
     * @param timeS seconds of a run, null if they weren't given
     * @throws IllegalArgumentException if something is out of range
     */
    Comparison comparison(Integer timeS) {
        if (path != null && path < 1) {
            throw new IllegalArgumentException("--path is 1 to the number of paths, " + compare);
        }
        return new Comparison(
                compare, path == null ? 0 : path, seed, timeS == null ? TIME_S : timeS);
    }
}
