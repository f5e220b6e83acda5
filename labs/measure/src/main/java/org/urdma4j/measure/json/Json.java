package org.urdma4j.measure.json;

import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;

/** How results become text for programs: records by their components, names in snake case. */
public final class Json {
    private static final ObjectWriter WRITER =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build()
                    .writer();

    private Json() {}

    /** Returns what writes more than fits into a text, or in another shape. */
    public static ObjectWriter writer() {
        return WRITER;
    }

    public static String text(Object value) {
        return WRITER.writeValueAsString(value);
    }

    /** Prints a value as a line, which leaves at once. */
    public static void print(Object value, PrintWriter out) {
        out.println(text(value));
        out.flush();
    }
}
