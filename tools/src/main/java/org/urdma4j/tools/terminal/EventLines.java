package org.urdma4j.tools.terminal;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;

/** What happens, for programs: one object a line, {@code {"event": …, "data": …}}. */
public final class EventLines {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private final PrintWriter out;

    private record Line(String event, Object data) {}

    /** Prints there. */
    public EventLines(PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints a line at once.
     *
     * @param data a record, its names in snake case
     */
    public void print(String event, Object data) {
        out.println(JSON.writeValueAsString(new Line(event, data)));
        out.flush();
    }
}
