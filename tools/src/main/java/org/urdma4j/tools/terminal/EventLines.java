package org.urdma4j.tools.terminal;

import org.urdma4j.measure.json.Json;

import java.io.PrintWriter;

/** What happens, for programs: one object a line, {@code {"event": …, "data": …}}. */
public final class EventLines {
    private final PrintWriter out;

    private record Line(String event, Object data) {}

    public EventLines(PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints a line at once.
     *
     * @param data a record or an object, its names in snake case
     */
    public void print(String event, Object data) {
        Json.print(new Line(event, data), out);
    }
}
