package org.urdma4j.measure.spec;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run as JSON, for the control connection. */
public final class SpecJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build();

    private SpecJson() {}

    /** Returns {@code spec} as an object. */
    public static JsonNode write(RunSpec spec) {
        return JSON.valueToTree(spec);
    }

    /**
     * Reads a run.
     *
     * @throws IllegalArgumentException if it is none, or asks for what is out of range; the message
     *     is one line that says what
     */
    public static RunSpec read(JsonNode node) {
        try {
            return JSON.treeToValue(node, RunSpec.class);
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
