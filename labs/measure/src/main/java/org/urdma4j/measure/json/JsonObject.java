package org.urdma4j.measure.json;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object for programs whose names or units aren't those of the record that it is made of: names
 * in order, each with its value once.
 */
public final class JsonObject {
    private static final double NS_PER_MS = 1e6;

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Creates one without names. */
    public JsonObject() {}

    /** Adds a value, which may be null: it isn't known. */
    public JsonObject put(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /** Adds a number; null if it isn't finite. */
    public JsonObject put(String name, double value) {
        return put(name, Double.isFinite(value) ? (Object) value : null);
    }

    public JsonObject put(String name, long value) {
        return put(name, (Object) value);
    }

    /** Adds a time in milliseconds; null if it isn't finite. */
    public JsonObject putMs(String name, double ns) {
        return put(name, ns / NS_PER_MS);
    }

    /** Adds a time in milliseconds. */
    public JsonObject putMs(String name, long ns) {
        return put(name, ns / NS_PER_MS);
    }

    /** Adds a text; null if it is empty. */
    public JsonObject putText(String name, String text) {
        return put(name, text.isEmpty() ? null : (Object) text);
    }

    public JsonObject putFinite(String name, double value) {
        return Double.isFinite(value) ? put(name, value) : this;
    }

    /** Adds a value unless it is null. */
    public JsonObject putKnown(String name, Object value) {
        return value == null ? this : put(name, value);
    }

    public JsonObject putAll(JsonObject other) {
        values.putAll(other.values);
        return this;
    }

    @JsonValue
    public Map<String, Object> values() {
        return Collections.unmodifiableMap(values);
    }
}
