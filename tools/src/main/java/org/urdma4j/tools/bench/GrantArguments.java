package org.urdma4j.tools.bench;

import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.CongestionControlType;

import picocli.CommandLine.Option;

/** What this end's port takes of all who send to it, as it is written on the command line. */
final class GrantArguments {
    @Option(
            names = "--grants",
            paramLabel = "RATE",
            description = {
                "With grants: what this end's port takes, bit/s as in 1G; default: the speed of",
                "its link."
            })
    private String grants;

    /**
     * Sees whether it goes with how fast senders send.
     *
     * @throws IllegalArgumentException if not
     */
    void check(CongestionControlType cc) {
        if (rate() > 0 && !cc.grants()) {
            throw new IllegalArgumentException("--grants needs --cc rrcc+grants or grants");
        }
    }

    /**
     * Returns the rate in bit/s, 0 if it wasn't given.
     *
     * @throws IllegalArgumentException if it is none
     */
    long rate() {
        if (grants == null) {
            return 0;
        }
        long rate;
        try {
            rate = Units.rate(grants);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--grants: " + e.getMessage(), e);
        }
        if (rate < 1 || rate > Tuning.MAX_RATE) {
            throw new IllegalArgumentException("--grants must be 1 bit/s to 4T");
        }
        return rate;
    }
}
