package org.urdma4j.lab;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;

/** Reads what {@code urdma bench client --json} printed. */
public final class FlowJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int LONGEST_QUOTE = 200;

    private FlowJson() {}

    /**
     * Returns the figures of a run.
     *
     * @throws IOException if the run says that it failed, or the text is not that of a run
     */
    public static FlowResult parse(FlowKind kind, String text) throws IOException {
        JsonNode run = tree(text);
        if (run.has("error")) {
            throw new IOException(kind.name() + ": " + run.get("error").asString());
        }
        JsonNode end = run.path("end");
        JsonNode received = end.path("sum_received").path("bits_per_second");
        if (!received.isNumber()) {
            throw new IOException(
                    kind.name() + ": no end.sum_received.bits_per_second in " + quote(text));
        }
        JsonNode urdma = end.path("urdma");
        return new FlowResult(
                kind,
                received.asDouble(),
                end.path("sum_sent").path("retransmits").asLong(0),
                urdma.path("rtt_ms").asDouble(0),
                urdma.path("min_rtt_ms").asDouble(0),
                urdma.path("cpu_seconds_per_gigabyte_local").asDouble(0),
                urdma.path("cpu_seconds_per_gigabyte_remote").asDouble(0),
                urdma.path("socket_drops").asLong(0));
    }

    static JsonNode tree(String text) throws IOException {
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
