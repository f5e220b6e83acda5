package org.urdma4j.measure.spec;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as JSON, for the control connection. A run to no group doesn't speak of one, so that ends
 * which know of none understand it.
 */
public final class SpecJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build();

    private static final String MULTICAST = "multicast";

    private SpecJson() {}

    /** Returns {@code spec} as an object. */
    public static JsonNode write(RunSpec spec) {
        ObjectNode node = JSON.valueToTree(spec);
        return spec.toGroup() ? node : node.without(MULTICAST);
    }

    /**
     * Reads a run.
     *
     * @throws IllegalArgumentException if it is none, or asks for what is out of range; the message
     *     is one line that says what
     */
    public static RunSpec read(JsonNode node) {
        try {
            ObjectNode all =
                    node.isObject() ? ((ObjectNode) node).deepCopy() : JSON.createObjectNode();
            if (!all.has(MULTICAST)) {
                all.put(MULTICAST, "");
            }
            return JSON.treeToValue(all, RunSpec.class);
        } catch (JacksonException e) {
            String message =
                    e.getCause() instanceof IllegalArgumentException cause
                            ? cause.getMessage()
                            : e.getOriginalMessage();
            throw new IllegalArgumentException(
                    "not a run: " + message.lines().findFirst().orElse(""), e);
        }
    }
}
