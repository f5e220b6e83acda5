package org.urdma4j.measure.control;

import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.SpecJson;
import org.urdma4j.measure.traffic.EndFacts;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The line each way that sets a run up. The client's begins with the name and version of this
 * protocol; a server of another version says so, and nothing else of the line is read.
 *
 * <p>Who takes long to open its end says {@code opening} every second, in a line of its own. Both
 * sides say that they know such signs; without that they are kept from the other, which would take
 * them for what it waits for.
 */
public final class Handshake {
    /** What the lines are called. */
    public static final String NAME = "urdma-bench";

    /** The version of the control protocol; raised when ends of before and after can't talk. */
    public static final int VERSION = 1;

    private static final String SIGNS = "signs";
    private static final String EVENT = "event";
    private static final String OPENING = "opening";
    private static final String ALIVE = "alive";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Handshake() {}

    /**
     * What a client asks for.
     *
     * @param offer of its traffic end
     * @param signs whether it knows signs of life of a server that opens its end
     */
    public record Request(RunSpec spec, JsonNode offer, boolean signs) {}

    /**
     * What a server answers.
     *
     * @param offer of its traffic end
     * @param software its version
     * @param signs whether it knows signs of life of a client that opens its end
     */
    public record Answer(JsonNode offer, EndFacts facts, String software, boolean signs) {}

    public static JsonNode request(RunSpec spec, JsonNode offer, String software) {
        ObjectNode line = head(software).put(EVENT, "run").put(SIGNS, true);
        line.set("spec", SpecJson.write(spec));
        line.set("offer", offer);
        return line;
    }

    public static JsonNode answer(JsonNode offer, EndFacts facts, String software) {
        ObjectNode line = head(software).put(EVENT, "ready").put(SIGNS, true);
        line.set("offer", offer);
        line.set("facts", JSON.valueToTree(facts));
        return line;
    }

    /** Returns the line that refuses, or reports what broke. */
    public static JsonNode error(String message, String software) {
        return head(software).put(EVENT, "error").put("message", message);
    }

    /** Returns the sign of life of who opens its end; it is as good as a first line. */
    public static JsonNode opening(String software) {
        return head(software).put(EVENT, OPENING);
    }

    /** Returns the sign of life of a run that goes on. */
    public static JsonNode alive() {
        return JSON.createObjectNode().put(EVENT, ALIVE);
    }

    /**
     * Returns whether a first line only says that the client opens its end.
     *
     * @throws ControlException if it is of another program or version
     */
    public static boolean isFirstOpening(JsonNode line) throws ControlException {
        if (!isOpening(line)) {
            return false;
        }
        checkVersion(line, "client", "server");
        return true;
    }

    static boolean isOpening(JsonNode line) {
        return line.path(EVENT).asString("").equals(OPENING);
    }

    static boolean isAlive(JsonNode line) {
        return line.path(EVENT).asString("").equals(ALIVE);
    }

    private static ObjectNode head(String software) {
        return JSON.createObjectNode()
                .put("bench", NAME)
                .put("version", VERSION)
                .put("software", software);
    }

    /**
     * Reads the client's line.
     *
     * @throws ControlException if it is of another program or version
     * @throws IllegalArgumentException if it asks for what can't be
     */
    public static Request readRequest(JsonNode line) throws ControlException {
        checkVersion(line, "client", "server");
        if (!line.path(EVENT).asString("").equals("run") || !line.path("offer").isObject()) {
            throw new ControlException("a run was expected on the control connection");
        }
        return new Request(SpecJson.read(line.path("spec")), line.get("offer"), signs(line));
    }

    /**
     * Reads the server's line.
     *
     * @throws ControlException if it refuses, or is of another program or version
     */
    public static Answer readAnswer(JsonNode line) throws ControlException {
        checkVersion(line, "server", "client");
        if (line.path(EVENT).asString("").equals("error")) {
            throw new ControlException("the server refused: " + line.path("message").asString(""));
        }
        try {
            EndFacts facts = JSON.treeToValue(line.path("facts"), EndFacts.class);
            if (facts != null && line.path("offer").isObject()) {
                return new Answer(
                        line.get("offer"),
                        facts,
                        line.path("software").asString("unknown"),
                        signs(line));
            }
        } catch (JacksonException _) {
            // the same message as for an answer without facts
        }
        throw new ControlException("the server's answer can't be understood");
    }

    private static boolean signs(JsonNode line) {
        return line.path(SIGNS).asBoolean(false);
    }

    private static void checkVersion(JsonNode line, String other, String own)
            throws ControlException {
        if (!line.path("bench").asString("").equals(NAME)) {
            throw new ControlException("that is no line of urdma bench");
        }
        int version = line.path("version").asInt(0);
        if (version != VERSION) {
            throw new ControlException(
                    ("version mismatch: the %s (urdma4j %s) speaks version %d of the control"
                                    + " protocol, this %s version %d; use the same urdma4j on both"
                                    + " sides")
                            .formatted(
                                    other,
                                    line.path("software").asString("unknown"),
                                    version,
                                    own,
                                    VERSION));
        }
    }
}
