package org.urdma4j.peers.where;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How many samples each part of the work has.
 *
 * @param counts by part; parts without any are missing
 */
record Samples(Map<Part, Long> counts) {
    Samples {
        counts = Map.copyOf(counts);
    }

    /**
     * Reads what async-profiler writes as {@code collapsed}: a line for each stack, its frames from
     * the outermost on parted by semicolons, then a blank and how often it was met.
     *
     * @throws IOException if a line isn't so
     */
    static Samples parse(List<String> lines) throws IOException {
        Map<Part, Long> counts = new EnumMap<>(Part.class);
        for (String line : lines) {
            int end = line.lastIndexOf(' ');
            if (end < 0) {
                throw new IOException("this is no stack of async-profiler: " + line);
            }
            Part part = StackJudge.judge(List.of(line.substring(0, end).split(";", -1)));
            counts.merge(part, count(line, end), Long::sum);
        }
        return new Samples(counts);
    }

    private static long count(String line, int end) throws IOException {
        try {
            return Long.parseLong(line.substring(end + 1));
        } catch (NumberFormatException e) {
            throw new IOException("this is no stack of async-profiler: " + line, e);
        }
    }

    long of(Part part) {
        return counts.getOrDefault(part, 0L);
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
