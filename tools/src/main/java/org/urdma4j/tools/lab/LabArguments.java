package org.urdma4j.tools.lab;

import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.Mix;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.RailArguments;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.List;

/** What is run, as it is written on the command line. */
final class LabArguments {
    /** A comma before a round trip; one within a model of loss isn't. */
    private static final String BETWEEN_CELLS = ",(?=\\s*(?:[0-9.]+[nuµm]?s|0)/)";

    /** With several paths: what can use them. */
    private static final List<String> RAIL_MIXES = List.of("urdma");

    private static final int FULL_TIME_S = 25;
    private static final int FULL_OMIT_S = 5;
    private static final int TIME_S = 10;
    private static final int OMIT_S = 2;

    @Option(
            names = "--cells",
            paramLabel = "CELL,...",
            hideParamSyntax = true,
            split = LabArguments.BETWEEN_CELLS,
            description = {
                "Paths, RTT/LOSS[/RATE[/MTU]]: 80ms/1%%/5G/9000;",
                "LOSS also ge:p,r,h or burst:GOOD,BAD,H;",
                "default 20ms/0,20ms/0.1%%,80ms/0.1%%."
            })
    private List<String> cells = List.of();

    @Option(
            names = "--protocols",
            paramLabel = "P,...",
            hideParamSyntax = true,
            split = ",",
            description = {
                "urdma, urdma-paper (with --paper), standard, tcp-bbr or",
                "another of the kernel's TCP;",
                "urdma+tcp-cubic runs both beside each other;",
                "default urdma,standard,tcp-bbr,tcp-cubic."
            })
    private List<String> protocols = List.of();

    @Option(
            names = "--full",
            description = {
                "RTT 20 and 80 ms, loss 0, 0.1 and 1 %%, at 1 Gbit/s",
                "with MTU 1500 and at 5 Gbit/s with MTU 9000; 25 s",
                "after 5 s that don't count. Takes 82 minutes."
            })
    private boolean full;

    @Option(
            names = "--beside",
            description = {
                "Two flows on a path of 500 Mbit/s, 20 ms, no loss:",
                "urdma beside tcp-cubic; for comparison tcp-bbr and",
                "tcp-cubic beside it; and urdma beside urdma."
            })
    private boolean beside;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Of cells without a rate, 1M to 100G; default 1G.")
    private String rate;

    @Option(
            names = "--mtu",
            paramLabel = "N",
            description = "Of cells without, 1280 to 9216; default 1500 to 1 Gbit/s, 9000 above.")
    private int mtu;

    @Mixin private RailArguments rails;

    @Option(names = "--time", paramLabel = "S", description = "Seconds of a run; default 10.")
    private String time;

    @Option(
            names = "--omit",
            paramLabel = "S",
            description = "Seconds before that, which don't count; default 2.")
    private String omit;

    @Option(names = "--repeat", paramLabel = "N", description = "Runs of each; default 3.")
    private int repeats = 3;

    /**
     * Returns the plan.
     *
     * @throws IllegalArgumentException if something can't be read, or doesn't go together
     */
    LabPlan plan() {
        if (full && beside) {
            throw new IllegalArgumentException("--full and --beside don't go together");
        }
        if (!cells.isEmpty() && (full || beside)) {
            throw new IllegalArgumentException("--cells doesn't go with --full or --beside");
        }
        RailPlan several = rails.plan();
        if (!several.isEmpty() && (!cells.isEmpty() || full || beside || rate != null)) {
            throw new IllegalArgumentException(
                    "--rails is the path: leave --cells, --full, --beside and --rate out");
        }
        List<String> usualCells =
                full ? LabPlan.FULL_CELLS : beside ? LabPlan.BESIDE_CELLS : LabPlan.DEFAULT_CELLS;
        List<String> usualMixes = beside ? LabPlan.BESIDE_MIXES : LabPlan.DEFAULT_MIXES;
        long rateBps = Units.rate(rate == null ? "1G" : rate);
        List<LabCell> paths =
                several.isEmpty()
                        ? or(cells, usualCells).stream()
                                .map(cell -> LabCell.parse(cell, rateBps, mtu))
                                .toList()
                        : List.of(LabCell.of(several, mtu));
        return new LabPlan(
                paths,
                or(protocols, several.isEmpty() ? usualMixes : RAIL_MIXES).stream()
                        .map(Mix::parse)
                        .toList(),
                repeats,
                seconds("--time", time, full ? FULL_TIME_S : TIME_S),
                seconds("--omit", omit, full ? FULL_OMIT_S : OMIT_S));
    }

    /** Returns the seconds of a run, null if they weren't given. */
    Integer timeS() {
        return time == null ? null : seconds("--time", time, 0);
    }

    /** Returns the seconds before a run, null if they weren't given. */
    Integer omitS() {
        return omit == null ? null : seconds("--omit", omit, 0);
    }

    private static List<String> or(List<String> given, List<String> usual) {
        return given.isEmpty() ? usual : given;
    }

    /** As in iperf3 a number alone is seconds; {@code 10s} is understood too. */
    private static int seconds(String option, String text, int usual) {
        if (text == null) {
            return usual;
        }
        String number = text.strip().replaceFirst("\\s*s$", "");
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s is a whole number of seconds, not \"%s\"".formatted(option, text), e);
        }
    }
}
