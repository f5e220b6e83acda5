package org.urdma4j.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists of what has a name, as they are written on the command line. */
public final class NamedList {
    private NamedList() {}

    /**
     * Reads a list such as {@code write,cubic}.
     *
     * @param all that can be named
     * @param unknown what is said of another word, with that word and all names
     * @throws IllegalArgumentException if a name isn't known, or stands there twice
     */
    public static <T> List<T> parse(
            String list, T[] all, Function<T, String> name, String unknown) {
        List<T> found = new ArrayList<>();
        for (String word : list.split("\\s*,\\s*", -1)) {
            T one =
                    Stream.of(all)
                            .filter(each -> name.apply(each).equals(word))
                            .findFirst()
                            .orElseThrow(() ->
                                    new IllegalArgumentException(
                                            unknown.formatted(word, names(all, name))));
            if (found.contains(one)) {
                throw new IllegalArgumentException(word + " is named twice");
            }
            found.add(one);
        }
        return found;
    }

    private static <T> String names(T[] all, Function<T, String> name) {
        return Stream.of(all).map(name).collect(Collectors.joining(", "));
    }
}
