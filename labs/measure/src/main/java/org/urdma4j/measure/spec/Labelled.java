package org.urdma4j.measure.spec;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A constant with a name for the command line and for JSON: lower case, with hyphens. */
public interface Labelled {
    String name();

    /** Returns the name that people and programs read and write. */
    @JsonValue
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds a constant by its label.
     *
     * @param option where the text was given, for the message
     * @throws IllegalArgumentException if there is none; the message lists those that are
     */
    static <E extends Enum<E> & Labelled> E find(Class<E> type, String option, String text) {
        for (E value : type.getEnumConstants()) {
            if (value.label().equals(text)) {
                return value;
            }
        }
        String known =
                Stream.of(type.getEnumConstants())
                        .map(Labelled::label)
                        .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                "%s is one of %s, not \"%s\"".formatted(option, known, text));
    }
}
