package org.urdma4j.report.run;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One run.
 *
 * @param name what tells it from the other runs of the page
 * @param samples its intervals, in the order of time
 * @param json the whole document
 */
record Run(String name, List<Sample> samples, JsonNode json) {
    Run {
        samples = List.copyOf(samples);
    }

    /** Returns a number of the document by its path, NaN if there is none. */
    double number(String... path) {
        JsonNode node = json;
        for (String name : path) {
            node = node.path(name);
        }
        return RunReader.number(node);
    }

    /** Returns the figure of each interval that counts and has one. */
    DoubleStream measured(Metric metric) {
        return samples.stream()
                .filter(sample -> !sample.omitted())
                .mapToDouble(sample -> sample.get(metric))
                .filter(Double::isFinite);
    }

    /** Returns the middle one of {@link #measured}, NaN if there is none. */
    double median(Metric metric) {
        double[] sorted = measured(metric).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }
}
