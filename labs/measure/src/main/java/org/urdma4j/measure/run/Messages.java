package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.Sample;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The lines that travel while a run goes on. */
final class Messages {
    static final String START = "start";
    static final String SAMPLE = "sample";
    static final String STOP = "stop";
    static final String BYE = "bye";
    static final String LEFT = "left";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Messages() {}

    static JsonNode start() {
        return ControlConnection.message().put("event", START);
    }

    static JsonNode sample(Sample sample) {
        ObjectNode line = ControlConnection.message().put("event", SAMPLE);
        line.set("sample", JSON.valueToTree(sample));
        return line;
    }

    /**
     * The client wants no more.
     *
     * @param now whether what the server has posted isn't waited for
     * @param output whether the client wants what the server printed
     */
    static JsonNode stop(boolean now, boolean output) {
        return ControlConnection.message().put("event", STOP).put("now", now).put("output", output);
    }

    /** The client has seen the end of its own traffic; the server's may be closed. */
    static JsonNode left() {
        return ControlConnection.message().put("event", LEFT);
    }

    static JsonNode bye(LatencySummary latency, String output) {
        ObjectNode line = ControlConnection.message().put("event", BYE).put("output", output);
        line.set("latency", JSON.valueToTree(latency));
        return line;
    }

    /**
     * Reads part of a line.
     *
     * @return null when it isn't there
     * @throws ControlException if it isn't what it should be
     */
    static <T> T read(JsonNode line, String field, Class<T> type) throws ControlException {
        try {
            return JSON.treeToValue(line.path(field), type);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new ControlException("the other side's %s can't be read".formatted(field), e);
        }
    }
}
