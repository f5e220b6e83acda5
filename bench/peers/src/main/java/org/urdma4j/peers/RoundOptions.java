package org.urdma4j.peers;

import org.urdma4j.lab.Rounds;

import picocli.CommandLine.Option;

import java.util.List;

/** How often and how long: options of all comparisons. */
final class RoundOptions {
    @Option(
            names = "--mtu",
            split = ",",
            paramLabel = "MTU",
            description = "Of the devices; default ${DEFAULT-VALUE}.")
    private List<Integer> mtus;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Turns of each; default ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "What counts of each run; default ${DEFAULT-VALUE}.")
    private int timeS = 5;

    @Option(
            names = "--omit",
            paramLabel = "SECONDS",
            description = "What doesn't, before: JVMs warm up; default ${DEFAULT-VALUE}.")
    private int omitS;

    RoundOptions(List<Integer> mtus, int omitS) {
        this.mtus = mtus;
        this.omitS = omitS;
    }

    /**
     * Returns them.
     *
     * @throws IllegalArgumentException with a message for people if one is out of range
     */
    Rounds rounds() {
        return new Rounds(mtus, rounds, timeS, omitS);
    }
}
