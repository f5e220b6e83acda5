package org.urdma4j.lab;

import tools.jackson.databind.JsonNode;

import java.io.IOException;

/** Reads what {@code urdma wan --json} prints at its end. */
public final class PathJson {
    private static final double US_PER_MS = 1000;

    private PathJson() {}

    /**
     * Returns whether the path was what it should have been.
     *
     * @param text all that it printed; its summary is the last line
     * @throws IOException if it has printed none
     */
    public static PathResult parse(String text) throws IOException {
        String lines = text.strip();
        JsonNode line = FlowJson.tree(lines.substring(lines.lastIndexOf('\n') + 1));
        JsonNode end = line.path("data");
        if (!line.path("event").asString("").equals("end") || !end.path("void").isBoolean()) {
            throw new IOException("urdma wan ended without its summary");
        }
        String reason = end.path("reason").asString("");
        return new PathResult(
                US_PER_MS * end.path("late_ms_p99").asDouble(Double.NaN),
                end.get("void").asBoolean() && reason.isEmpty() ? "void" : reason);
    }
}
