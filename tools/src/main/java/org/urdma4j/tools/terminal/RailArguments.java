package org.urdma4j.tools.terminal;

import org.urdma4j.measure.rail.RailPlan;

import picocli.CommandLine.Option;

import java.util.List;

/** Several paths between the same hosts as they are written on the command line. */
public final class RailArguments {
    @Option(
            names = "--rails",
            paramLabel = "RATE/RTT/LOSS+...",
            description = {
                "Several paths between addresses of the two hosts, such as",
                "10G/20ms/0.1%%+10G/80ms/0, in place of one."
            })
    private String rails;

    @Option(
            names = "--kill",
            paramLabel = "RAIL@TIME",
            description = "From then on a rail, counted from 0, loses everything both ways.")
    private List<String> kills = List.of();

    @Option(
            names = "--revive",
            paramLabel = "RAIL@TIME",
            description = "From then on a rail that was killed carries again.")
    private List<String> revivals = List.of();

    /**
     * Returns the rails.
     *
     * @throws IllegalArgumentException if something can't be read, or doesn't go together
     */
    public RailPlan plan() {
        return RailPlan.parse(rails, kills, revivals);
    }
}
