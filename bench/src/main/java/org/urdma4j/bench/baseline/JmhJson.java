package org.urdma4j.bench.baseline;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Reads what JMH writes with {@code -rf json}. */
final class JmhJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private JmhJson() {}

    /**
     * Reads a file of results.
     *
     * @param relative whether to divide by the {@link Calibration}, which must be in it then
     * @return of each process the iteration that was disturbed least, in nanoseconds or in turns of
     *     the calibration
     * @throws IOException if there is no such file, or it isn't what was asked for
     */
    static Scores read(Path file, boolean relative) throws IOException {
        Scores scores = new Scores();
        try {
            for (JsonNode run : JSON.readTree(file)) {
                add(run, relative, scores);
            }
        } catch (JacksonException e) {
            throw new IOException("%s is no JSON of JMH".formatted(file), e);
        }
        return scores;
    }

    private static void add(JsonNode run, boolean relative, Scores scores) throws IOException {
        String name = name(run);
        JsonNode primary = run.path("primaryMetric");
        if (!run.path("mode").asString("").equals("avgt")
                || !primary.path("scoreUnit").asString("").equals("ns/op")) {
            throw new IOException(
                    name + " isn't in nanoseconds an operation: give it Mode.AverageTime");
        }
        JsonNode forks = primary.path("rawData");
        JsonNode calibration =
                run.path("secondaryMetrics").path(Calibration.METRIC).path("rawData");
        if (forks.isEmpty() || (relative && calibration.size() != forks.size())) {
            throw new IOException(name + " has no times, or none of the calibration");
        }
        for (int i = 0; i < forks.size(); i++) {
            double ns = least(forks.get(i));
            scores.add(name, relative ? ns / least(calibration.get(i)) : ns);
        }
    }

    private static double least(JsonNode iterations) {
        double least = Double.POSITIVE_INFINITY;
        for (JsonNode iteration : iterations) {
            least = Math.min(least, iteration.asDouble());
        }
        return least;
    }

    private static String name(JsonNode run) {
        String method = run.path("benchmark").asString("");
        StringBuilder all = new StringBuilder(BenchmarkSet.shortened(method));
        Map<String, String> sorted = new TreeMap<>();
        run.path("params")
                .properties()
                .forEach(param -> sorted.put(param.getKey(), param.getValue().asString()));
        sorted.forEach((key, value) -> all.append(' ').append(key).append('=').append(value));
        return all.toString();
    }
}
