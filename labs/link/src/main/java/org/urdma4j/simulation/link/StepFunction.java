package org.urdma4j.simulation.link;

import java.util.List;

/** A value that changes at set times, asked for times that do not run backwards. */
final class StepFunction {
    private final long[] atNs;
    private final long[] values;
    private long value;
    private int next;

    /**
     * @param initial the value before the first step
     * @param steps in the order of time
     * @param originNs the time from which the steps count
     */
    StepFunction(long initial, List<Step> steps, long originNs) {
        this.value = initial;
        this.atNs = steps.stream().mapToLong(step -> originNs + step.atNs()).toArray();
        this.values = steps.stream().mapToLong(Step::value).toArray();
    }

    /** Sets the value from now on; steps that were to come are forgotten. */
    void set(long newValue) {
        value = newValue;
        next = atNs.length;
    }

    long at(long timeNs) {
        while (next < atNs.length && timeNs - atNs[next] >= 0) {
            value = values[next++];
        }
        return value;
    }
}
