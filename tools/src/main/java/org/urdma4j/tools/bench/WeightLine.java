package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.spec.Weights;

import java.util.List;
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
                .stream().map(weight -> line(weight, weights, flow)).flatMap(List::stream).toList();
    }

    private static List<String> line(int weight, Weights weights, FlowInterval flow) {
        List<Long> received = flow.receivedStreams();
        long[] bytes =
                IntStream.range(0, received.size())
                        .filter(i -> weights.of(i) == weight)
                        .mapToLong(received::get)
                        .toArray();
        if (bytes.length == 0) { // fewer queue pairs than weights
            return List.of();
        }
        double mean = IntStream.range(0, bytes.length).mapToLong(i -> bytes[i]).average().orElse(0);
        return List.of(
                "weight %d: %d queue pair%s, %s each"
                        .formatted(
                                weight,
                                bytes.length,
                                bytes.length == 1 ? "" : "s",
                                Quantities.rate(
                                        FlowInterval.bitsPerSecond(
                                                Math.round(mean), flow.receivedSeconds()))));
    }
}
