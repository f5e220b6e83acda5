package org.urdma4j.lab;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;

/** Reads what {@code urdma bench client --json} or {@code iperf3 --json} printed. */
public final class FlowJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final double US_PER_MS = 1000;
    private static final int LONGEST_QUOTE = 200;

    private FlowJson() {}

    /**
     * Returns the figures of a run.
     *
     * @throws IOException if the run says that it failed, or the text is not that of a run
     */
    public static FlowResult parse(FlowKind kind, String text) throws IOException {
        JsonNode end = end(kind.name(), text);
        double receivedBps = receivedBps(kind.name(), text, end);
        if (!end.has("urdma")) {
            return ofIperf3(kind, end, receivedBps);
        }
        JsonNode urdma = end.path("urdma");
        return new FlowResult(
                kind,
                receivedBps,
                end.path("sum_sent").path("retransmits").asLong(0),
                urdma.path("rtt_ms").asDouble(0),
                urdma.path("min_rtt_ms").asDouble(0),
                urdma.path("cpu_seconds_per_gigabyte_local").asDouble(0),
                urdma.path("cpu_seconds_per_gigabyte_remote").asDouble(0),
                urdma.path("socket_drops").asLong(0));
    }

    /**
     * Returns what arrived in a run, bit/s.
     *
     * @param name of the flow, for messages
     * @throws IOException if the run says that it failed, or the text is not that of a run
     */
    public static double receivedBps(String name, String text) throws IOException {
        return receivedBps(name, text, end(name, text));
    }

    private static double receivedBps(String name, String text, JsonNode end) throws IOException {
        JsonNode received = end.path("sum_received").path("bits_per_second");
        if (!received.isNumber()) {
            throw new IOException(name + ": no end.sum_received.bits_per_second in " + quote(text));
        }
        return received.asDouble();
    }

    /**
     * Returns what a run says of its whole length.
     *
     * @param name of the flow, for messages
     * @throws IOException if the run says that it failed, or the text is not that of a run
     */
    public static JsonNode end(String name, String text) throws IOException {
        JsonNode run = tree(text);
        if (run.has("error")) {
            throw new IOException(name + ": " + run.get("error").asString());
        }
        return run.path("end");
    }

    /** What iperf3 says itself: percents of a processor, and the round trip in microseconds. */
    private static FlowResult ofIperf3(FlowKind kind, JsonNode end, double receivedBps) {
        JsonNode sent = end.path("sum_sent");
        JsonNode sender = end.path("streams").path(0).path("sender");
        JsonNode cpu = end.path("cpu_utilization_percent");
        double gigabytes = end.path("sum_received").path("bytes").asDouble(0) / 1e9;
        double secondsPerPercent =
                gigabytes == 0 ? 0 : sent.path("seconds").asDouble(0) / 100 / gigabytes;
        return new FlowResult(
                kind,
                receivedBps,
                sent.path("retransmits").asLong(0),
                sender.path("mean_rtt").asDouble(0) / US_PER_MS,
                sender.path("min_rtt").asDouble(0) / US_PER_MS,
                cpu.path("host_total").asDouble(0) * secondsPerPercent,
                cpu.path("remote_total").asDouble(0) * secondsPerPercent,
                0);
    }

    /**
     * Returns a document as it is.
     *
     * @throws IOException if it is no JSON object
     */
    public static JsonNode tree(String text) throws IOException {
        try {
            JsonNode node = JSON.readTree(text);
            if (node.isObject()) {
                return node;
            }
        } catch (JacksonException _) {
            // the same message as for JSON that is no object
        }
        throw new IOException("this is no JSON object: " + quote(text));
    }

    private static String quote(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.isEmpty()) {
            return "(nothing)";
        }
        return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "...";
    }
}
