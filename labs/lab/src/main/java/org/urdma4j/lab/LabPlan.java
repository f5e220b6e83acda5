package org.urdma4j.lab;

import org.urdma4j.measure.spec.Range;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is run.
 *
 * @param timeS seconds that each run is measured
 * @param omitS seconds before, which don't count
 */
public record LabPlan(List<LabCell> cells, List<Mix> mixes, int repeats, int timeS, int omitS) {
    /** RTT and loss of what runs unless something else is asked for; within ten minutes. */
    public static final List<String> DEFAULT_CELLS = List.of("20ms/0", "20ms/0.1%", "80ms/0.1%");

    /** The cells of the project's goals. */
    public static final List<String> FULL_CELLS =
            List.of(
                    "20ms/0/1G/1500",
                    "20ms/0.1%/1G/1500",
                    "20ms/1%/1G/1500",
                    "80ms/0/1G/1500",
                    "80ms/0.1%/1G/1500",
                    "80ms/1%/1G/1500",
                    "20ms/0/5G/9000",
                    "20ms/0.1%/5G/9000",
                    "20ms/1%/5G/9000",
                    "80ms/0/5G/9000",
                    "80ms/0.1%/5G/9000",
                    "80ms/1%/5G/9000");

    /** One flow beside another: the path. */
    public static final List<String> BESIDE_CELLS = List.of("20ms/0/500M/1500");

    /** One flow beside another: ours, and what the kernel's do for comparison. */
    public static final List<String> BESIDE_MIXES =
            List.of("urdma+tcp-cubic", "tcp-bbr+tcp-cubic", "tcp-cubic+tcp-cubic", "urdma+urdma");

    /** Every protocol of the paper's comparison. */
    public static final List<String> DEFAULT_MIXES =
            List.of("urdma", "standard", "tcp-bbr", "tcp-cubic");

    private static final int MAX_REPEATS = 100;
    private static final int MAX_TIME_S = 3600;

    /** What starting and ending a run takes besides. */
    private static final int OVERHEAD_S = 4;

    public LabPlan {
        Range.require(!cells.isEmpty(), "the lab needs a cell");
        Range.require(!mixes.isEmpty(), "the lab needs a protocol");
        Range.require(
                mixes.stream().distinct().count() == mixes.size(), "a protocol is given twice");
        Range.require(cells.stream().distinct().count() == cells.size(), "a cell is given twice");
        Range.require(repeats >= 1 && repeats <= MAX_REPEATS, "--repeat is 1 to 100");
        Range.require(timeS >= 1 && timeS <= MAX_TIME_S, "--time is 1 to 3600 seconds");
        Range.require(omitS >= 0 && omitS <= MAX_TIME_S, "--omit is 0 to 3600 seconds");
        cells = List.copyOf(cells);
        mixes = List.copyOf(mixes);
    }

    /**
     * Returns all runs. Within a repeat the protocols take turns, so that drift of the machine hits
     * all of them, and in every repeat another one begins.
     */
    public List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (LabCell cell : cells) {
            for (int repeat = 0; repeat < repeats; repeat++) {
                List<Mix> order = new ArrayList<>(mixes);
                Collections.rotate(order, -repeat);
                for (Mix mix : order) {
                    trials.add(new Trial(cell, mix, repeat));
                }
            }
        }
        return trials;
    }

    /** Returns about how long it takes, in seconds, if no run has to be repeated. */
    public long estimateS() {
        return (long) cells.size() * mixes.size() * repeats * (omitS + timeS + OVERHEAD_S);
    }
}
