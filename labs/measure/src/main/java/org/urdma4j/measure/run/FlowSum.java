package org.urdma4j.measure.run;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Flows that went on at the same time, between this host and several others, taken together. Rates
 * are sums of rates, each by its own end's clock.
 *
 * @param flows at least one
 */
public record FlowSum(List<FlowInterval> flows) {
    public FlowSum {
        flows = List.copyOf(flows);
    }

    /** Returns the sum over all that counts of each run. */
    public static FlowSum total(List<RunRecord> records, boolean reverse) {
        return new FlowSum(
                records.stream().map(record -> FlowInterval.total(record, reverse)).toList());
    }

    public FlowInterval first() {
        return flows.getFirst();
    }

    public double goodputBps() {
        return sum(FlowInterval::goodputBps);
    }

    public double sentBps() {
        return sum(flow -> FlowInterval.bitsPerSecond(flow.sentBytes(), flow.sentSeconds()));
    }

    public long receivedBytes() {
        return count(FlowInterval::receivedBytes);
    }

    public long sentBytes() {
        return count(FlowInterval::sentBytes);
    }

    public double sum(ToDoubleFunction<FlowInterval> figure) {
        return flows.stream().mapToDouble(figure).sum();
    }

    public long count(ToLongFunction<FlowInterval> figure) {
        return flows.stream().mapToLong(figure).sum();
    }

    /** Returns the longest of the times of all. */
    public double longest(ToDoubleFunction<FlowInterval> seconds) {
        return flows.stream().mapToDouble(seconds).max().orElse(0);
    }
}
