package org.urdma4j.tools.bench;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Values of options that have names. */
final class FabricNames {
    private FabricNames() {}

    /** Returns the value with that name. */
    static <T> T of(String option, T[] all, Function<T, String> name, String text) {
        return Arrays.stream(all)
                .filter(it -> name.apply(it).equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s has no %s; there are %s"
                                        .formatted(
                                                option,
                                                text,
                                                Arrays.stream(all)
                                                        .map(name)
                                                        .collect(Collectors.joining(", ")))));
    }
}
