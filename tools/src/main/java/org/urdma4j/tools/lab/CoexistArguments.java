package org.urdma4j.tools.lab;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.simulation.units.Units;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Flows of ours beside TCP as they are written on the command line. */
final class CoexistArguments {
    private static final int TIME_S = 20;
    private static final int OMIT_S = 5;
    private static final List<String> OWN =
            List.of("--rivals", "--queues", "--rates", "--rtts", "--first", "--cc");
    private static final Set<String> OF_BOTH =
            Set.of(
                    "--coexist",
                    "--time",
                    "--omit",
                    "--urdma-options",
                    "--report",
                    "--csv",
                    "--json",
                    "--help");

    @Option(
            names = "--coexist",
            arity = "0..1",
            fallbackValue = "cubic,bbr",
            paramLabel = "TCP,...",
            hideParamSyntax = true,
            description = {
                "One flow of ours beside flows of the kernel's TCP (cubic,bbr),",
                "every combination of the options below; shares as multiples of",
                "the fair one, the link's use, the queue, and the queue after the",
                "rivals have left. --time is then 20, --omit 5 from the last start."
            })
    private String coexist;

    @Option(
            names = "--rivals",
            paramLabel = "K,...",
            description = "Of --coexist: flows of TCP at a time; default 1.")
    private String rivals = "1";

    @Option(
            names = "--queues",
            paramLabel = "Q,...",
            description = "Of --coexist: drop-tail, in BDP; default 0.25,1,5.")
    private String queues = "0.25,1,5";

    @Option(
            names = "--rates",
            paramLabel = "R,...",
            description = "Of --coexist: of the link; default 100M.")
    private String rates = "100M";

    @Option(names = "--rtts", paramLabel = "T,...", description = "Of --coexist; default 20ms.")
    private String rtts = "20ms";

    @Option(
            names = "--first",
            paramLabel = "WHO,...",
            description = "Of --coexist: ours, rival or both; 3 s alone; default rival.")
    private String first = "rival";

    @Option(
            names = "--cc",
            paramLabel = "NAME",
            description = "Of --coexist: how ours sends; default rrcc.")
    private String control = "rrcc";

    boolean wanted() {
        return coexist != null;
    }

    /**
     * Sees whether the options go together.
     *
     * @param given the names of those that were given
     * @throws IllegalArgumentException if they don't
     */
    void check(List<String> given) {
        for (String option : given) {
            if (wanted() && !OF_BOTH.contains(option) && !OWN.contains(option)) {
                throw new IllegalArgumentException(option + " doesn't go with --coexist");
            }
            if (!wanted() && OWN.contains(option)) {
                throw new IllegalArgumentException(option + " needs --coexist");
            }
        }
    }

    /**
     * Returns the plan.
     *
     * @param timeS seconds that are judged, null if they weren't given
     * @param omitS seconds before, null if they weren't given
     * @throws IllegalArgumentException if something can't be read or is out of range
     */
    CoexistPlan plan(Integer timeS, Integer omitS) {
        List<CoexistCell> cells = new ArrayList<>();
        for (String rate : words(rates)) {
            for (String rtt : words(rtts)) {
                for (String tcp : words(coexist)) {
                    for (String queue : words(queues)) {
                        for (String count : words(rivals)) {
                            for (String who : words(first)) {
                                cells.add(
                                        new CoexistCell(
                                                tcp,
                                                whole(count),
                                                Units.rate(rate),
                                                Units.timeNs(rtt),
                                                number(queue),
                                                oursFirst(who)));
                            }
                        }
                    }
                }
            }
        }
        return new CoexistPlan(
                cells, control, timeS == null ? TIME_S : timeS, omitS == null ? OMIT_S : omitS);
    }

    private static List<String> words(String list) {
        return List.of(list.split("\\s*,\\s*", -1));
    }

    private static int whole(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--rivals are whole numbers of flows, not \"%s\"".formatted(text), e);
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--queues are numbers of BDP such as 0.25, not \"%s\"".formatted(text), e);
        }
    }

    private static boolean oursFirst(String who) {
        return switch (who) {
            case "ours" -> true;
            case "rival" -> false;
            default ->
                    throw new IllegalArgumentException(
                            "--first is ours, rival or ours,rival, not \"%s\"".formatted(who));
        };
    }
}
