package org.urdma4j.interop;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Patterns of case names, with {@code *} for any characters and {@code ?} for one. */
public final class CaseNames {
    private CaseNames() {}

    /**
     * Returns what accepts the names that one of the patterns matches; without patterns, all.
     *
     * @throws IllegalArgumentException if a pattern matches none of the known names
     */
    public static Predicate<String> matching(List<String> globs, Set<String> known) {
        List<Pattern> patterns = globs.stream().map(CaseNames::pattern).toList();
        for (int i = 0; i < patterns.size(); i++) {
            if (known.stream().noneMatch(patterns.get(i).asMatchPredicate())) {
                throw new IllegalArgumentException(
                        "no case is named \"%s\"; --list lists them".formatted(globs.get(i)));
            }
        }
        return name ->
                patterns.isEmpty()
                        || patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            regex.append(
                    switch (c) {
                        case '*' -> ".*";
                        case '?' -> ".";
                        default -> Pattern.quote(String.valueOf(c));
                    });
        }
        return Pattern.compile(regex.toString());
    }
}
