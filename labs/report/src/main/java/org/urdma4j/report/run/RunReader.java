package org.urdma4j.report.run;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Takes runs out of JSON documents. What is missing or of the wrong type is void, never an error: a
 * run that failed halfway is shown as far as it went.
 */
final class RunReader {
    private static final double SAME_SECONDS = 1e-6;

    /** More than any figure can be: an exabyte. */
    private static final double MOST = 1e18;

    private RunReader() {}

    static List<Run> read(List<JsonNode> documents) {
        List<Run> runs = new ArrayList<>();
        boolean sizesDiffer = documents.stream().map(RunReader::size).distinct().count() > 1;
        for (JsonNode document : documents) {
            String server = text(document.path("server"));
            String name =
                    name(document)
                            + (server.isEmpty() ? "" : ", " + server)
                            + (sizesDiffer ? ", " + size(document) : "");
            add(runs, name, document);
            if (BothWays.is(document)) {
                add(runs, name + ", reverse", BothWays.reverse(document));
            }
        }
        return runs;
    }

    private static void add(List<Run> runs, String name, JsonNode document) {
        runs.add(new Run(unused(name, runs), samples(document), document));
    }

    /** Returns a number that can be drawn, or NaN. */
    static double number(JsonNode node) {
        double value = node.isNumber() ? node.doubleValue() : Double.NaN;
        return Math.abs(value) <= MOST ? value : Double.NaN;
    }

    /** Returns the text of a string or number, empty if it is neither. */
    static String text(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? node.asString() : "";
    }

    private static String unused(String name, List<Run> runs) {
        String candidate = name;
        int number = 1;
        while (taken(candidate, runs)) {
            number++;
            candidate = name + " (" + number + ")";
        }
        return candidate;
    }

    private static boolean taken(String name, List<Run> runs) {
        return runs.stream().anyMatch(run -> run.name().equals(name));
    }

    private static String name(JsonNode document) {
        JsonNode test = document.path("start").path("test_start");
        String protocol = text(test.path("protocol"));
        return switch (protocol.toLowerCase(Locale.ROOT)) {
            case "urdma" -> "URDMA";
            case "standard" -> "Standard RoCEv2";
            case "tcp" -> ("TCP " + text(test.path("cc"))).strip();
            case "" -> "Run";
            default -> protocol;
        };
    }

    /** Bytes of a message, which tell the runs of a sweep apart. */
    private static String size(JsonNode document) {
        String bytes = text(document.path("start").path("test_start").path("blksize"));
        return bytes.isEmpty() ? "size unknown" : bytes + " B";
    }

    private static List<Sample> samples(JsonNode document) {
        List<Sample> omitted = new ArrayList<>();
        List<Sample> counted = new ArrayList<>();
        for (JsonNode interval : document.path("intervals")) {
            JsonNode sum = interval.path("sum");
            double start = number(sum.path("start"));
            double end = number(sum.path("end"));
            if (end >= start) {
                boolean omit =
                        sum.path("omitted").isBoolean() && sum.path("omitted").booleanValue();
                (omit ? omitted : counted)
                        .add(
                                new Sample(
                                        start,
                                        end,
                                        omit,
                                        values(interval),
                                        PathSample.of(interval)));
            }
        }
        return joined(omitted, counted);
    }

    /** iperf3 begins to count the time anew after the intervals that it omits. */
    private static List<Sample> joined(List<Sample> omitted, List<Sample> counted) {
        double shift = 0;
        if (!omitted.isEmpty()) {
            double begin = counted.isEmpty() ? 0 : counted.getFirst().start();
            boolean anew = counted.isEmpty() || begin < omitted.getLast().end() - SAME_SECONDS;
            shift = anew ? begin - omitted.getLast().end() : 0;
        }
        List<Sample> all = new ArrayList<>();
        for (Sample sample : omitted) {
            all.add(sample.shifted(shift));
        }
        all.addAll(counted);
        return all;
    }

    private static Map<Metric, Double> values(JsonNode interval) {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            double value = number(interval.path(metric.object()).path(metric.key()));
            if (metric == Metric.RETRANSMITTED && Double.isNaN(value)) {
                value = number(interval.path("sum").path("retransmits"));
            }
            if (Double.isFinite(value) && !(metric.zeroIsVoid() && value == 0)) {
                values.put(metric, value);
            }
        }
        return values;
    }
}
