package org.urdma4j.bench.baseline;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A stored baseline: a benchmark's times in turns of the calibration, and where they are from.
 *
 * @param processor model of the processor: the parts of the calibration weigh otherwise on others
 * @param java version of the JVM
 */
record BaselineFile(String processor, String java, Scores scores) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double DIGITS = 1e-4;

    /** Returns this machine's, with what it came to. */
    static BaselineFile here(Scores scores) throws IOException {
        return new BaselineFile(processorHere(), Runtime.version().toString(), scores);
    }

    /**
     * Reads one.
     *
     * @throws IOException if there is none, or it is none; the message says which
     */
    static BaselineFile read(Path file) throws IOException {
        try {
            JsonNode root = JSON.readTree(Files.readString(file));
            Scores scores = new Scores();
            for (var benchmark : root.path("scores").properties()) {
                for (JsonNode value : benchmark.getValue()) {
                    if (!(value.asDouble(0) > 0)) {
                        throw new IOException(
                                "%s: %s has a time that is none"
                                        .formatted(file, benchmark.getKey()));
                    }
                    scores.add(benchmark.getKey(), value.asDouble());
                }
            }
            if (scores.benchmarks().isEmpty()) {
                throw new IOException(file + " has no scores: record a baseline first");
            }
            return new BaselineFile(
                    root.path("processor").asString(""), root.path("java").asString(""), scores);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no " + file + ": record a baseline first", e);
        } catch (JacksonException e) {
            throw new IOException(file + " is no baseline: record one anew", e);
        }
    }

    void write(Path file) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("processor", processor);
        root.put("java", java);
        ObjectNode all = root.putObject("scores");
        for (String benchmark : scores.benchmarks()) {
            ArrayNode values = all.putArray(benchmark);
            scores.of(benchmark).forEach(value -> values.add(rounded(value)));
        }
        Files.writeString(
                file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n");
    }

    /** Whether times of the other are worth comparing with those of this. */
    boolean isOfTheSameMachineAs(BaselineFile other) {
        return processor.equals(other.processor) && java.equals(other.java);
    }

    String machine() {
        return processor + ", Java " + java;
    }

    private static double rounded(double value) {
        double unit = Math.pow(10, Math.floor(Math.log10(value))) * DIGITS;
        return Double.parseDouble("%.4g".formatted(Math.round(value / unit) * unit));
    }

    private static String processorHere() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (Files.isReadable(info)) {
            for (String line : Files.readAllLines(info)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        }
        return System.getProperty("os.arch");
    }
}
