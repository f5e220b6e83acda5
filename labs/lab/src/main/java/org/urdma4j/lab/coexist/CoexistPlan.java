package org.urdma4j.lab.coexist;

import org.urdma4j.measure.spec.Range;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.verbs.CongestionControlType;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cells that are run, and for how long.
 *
 * @param control congestion control of ours, as {@code bench client --cc} has it
 * @param timeS seconds for which the shares are judged
 * @param omitS seconds before, from when the last flow has begun
 */
public record CoexistPlan(List<CoexistCell> cells, String control, int timeS, int omitS) {
    /** Seconds that who is first has the link alone. */
    public static final int ALONE_S = 3;

    /** Seconds after the rivals have left in which their queue may drain. */
    public static final int DRAIN_S = 3;

    /** Seconds after that in which the queue is looked at. */
    public static final int AFTER_S = 5;

    /** What processes may take to begin. */
    public static final int SLACK_S = 5;

    private static final int MAX_TIME_S = 3600;

    /** What starting and ending the processes takes besides. */
    private static final int OVERHEAD_S = 4;

    /** Checks the ranges and copies the list. */
    public CoexistPlan {
        Range.require(!cells.isEmpty(), "--coexist needs a cell");
        Range.require(cells.stream().distinct().count() == cells.size(), "a cell is given twice");
        Range.require(timeS >= 1 && timeS <= MAX_TIME_S, "--time is 1 to 3600 seconds");
        Range.require(omitS >= 0 && omitS <= MAX_TIME_S, "--omit is 0 to 3600 seconds");
        Range.require(
                controls().anyMatch(control::equals),
                "--cc is %s, not \"%s\""
                        .formatted(controls().collect(Collectors.joining(", ")), control));
        cells = List.copyOf(cells);
    }

    /** All that need neither a rate nor somebody who grants. */
    private static Stream<String> controls() {
        return Stream.of(CongestionControlType.values())
                .filter(type -> type != CongestionControlType.FIXED && !type.grants())
                .map(Tuning::label);
    }

    /** Returns for how long all flows send at the same time, seconds. */
    public int togetherS() {
        return omitS + timeS + SLACK_S;
    }

    /** Returns for how long the rivals of a cell send, seconds. */
    public int rivalsS(CoexistCell cell) {
        return togetherS() + (cell.oursFirst() ? 0 : ALONE_S);
    }

    /** Returns for how long ours sends in a cell, seconds: until the queue has been looked at. */
    public int oursS(CoexistCell cell) {
        return togetherS() + (cell.oursFirst() ? ALONE_S + SLACK_S : 0) + DRAIN_S + AFTER_S;
    }

    /** Returns about how long it takes, in seconds, if no run has to be repeated. */
    public long estimateS() {
        return (long) cells.size() * (ALONE_S + togetherS() + DRAIN_S + AFTER_S + OVERHEAD_S);
    }
}
