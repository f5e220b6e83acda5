package org.urdma4j.tools.bench;

import org.urdma4j.measure.spec.PaperMode;
import org.urdma4j.measure.spec.PaperMode.Mechanism;
import org.urdma4j.measure.spec.SackTrigger;

import picocli.CommandLine.Option;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What of URDMA is to be as in its paper, as it is written on the command line. */
final class PaperArguments {
    private static final String ALL = "all";

    @Option(
            names = "--paper",
            arity = "0..1",
            split = ",",
            fallbackValue = ALL,
            paramLabel = "WHAT",
            description = {
                "URDMA's mechanisms as in its paper, all or some: rtt (a round trip is measured",
                "before the start-up: two packets), cycle (probes each 5 to 10 round trips), decrease",
                "(loss over the threshold lowers the rate in proportion), floor (--reference-floor",
                "hard), fec (--fec paper), sack (--sack 64,1ms). An option given by itself holds."
            })
    private List<String> paper = List.of();

    @Option(
            names = "--sack",
            paramLabel = "N,T",
            description = {
                "TC-SACK as in the paper: a receiver of URDMA reports after N packets or the time T,",
                "and when asked. Default: 64,1ms, also at a message's end and for a hole."
            })
    private String sack;

    /**
     * Returns it.
     *
     * @param reference whether there is a reference rate, which alone can be a floor
     * @throws IllegalArgumentException if something can't be read
     */
    PaperMode mode(boolean reference) {
        Set<Mechanism> chosen = EnumSet.noneOf(Mechanism.class);
        for (String name : paper) {
            if (name.equals(ALL)) {
                chosen.addAll(EnumSet.allOf(Mechanism.class));
            } else {
                chosen.add(TrafficArguments.named(Mechanism.class, "--paper", name));
            }
        }
        if (chosen.contains(Mechanism.FLOOR) && !reference) {
            if (!paper.contains(ALL)) {
                throw new IllegalArgumentException("--paper floor needs --reference-rate");
            }
            chosen.remove(Mechanism.FLOOR);
        }
        return new PaperMode(chosen, sack == null ? null : SackTrigger.parse(sack));
    }
}
