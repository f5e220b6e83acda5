package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.spec.Weights;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What queue pairs of different weights came to. */
final class WeightLine {
    private WeightLine() {}

    /** Returns what the head of a run says of weights, empty where all are alike. */
    static String head(Weights weights) {
        if (weights.equal()) {
            return "";
        }
        return weights.each().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(",", "; weights ", ""));
    }

    /** Returns a line for each weight, least first; none where all are alike. */
    static List<String> of(Weights weights, FlowInterval flow) {
        if (weights.equal()) {
            return List.of();
        }
        return new TreeSet<>(weights.each())
                .stream().map(weight -> line(weight, weights, flow)).toList();
    }

    private static String line(int weight, Weights weights, FlowInterval flow) {
        List<Long> received = flow.receivedStreams();
        LongSummaryStatistics bytes =
                IntStream.range(0, received.size())
                        .filter(i -> weights.of(i) == weight)
                        .mapToLong(received::get)
                        .summaryStatistics();
        double each =
                FlowInterval.bitsPerSecond(Math.round(bytes.getAverage()), flow.receivedSeconds());
        return "weight %d: %d queue pair%s, %s each"
                .formatted(
                        weight,
                        bytes.getCount(),
                        bytes.getCount() == 1 ? "" : "s",
                        Quantities.rate(each));
    }
}
