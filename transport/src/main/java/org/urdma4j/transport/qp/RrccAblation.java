package org.urdma4j.transport.qp;

import org.urdma4j.congestion.RrccRule;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Has queue pairs go without some of RRCC's rules, so that what each is worth can be measured. No
 * application can ask for it.
 */
public final class RrccAblation {
    private static final ScopedValue<Set<RrccRule>> WITHOUT = ScopedValue.newInstance();

    private RrccAblation() {}

    /** Returns the names of all rules, such as {@code give-way}. */
    public static List<String> rules() {
        return Arrays.stream(RrccRule.values()).map(RrccAblation::label).toList();
    }

    /**
     * Returns what a rule says.
     *
     * @throws IllegalArgumentException if no rule has that name
     */
    public static String text(String rule) {
        return parse(rule).text();
    }

    /**
     * Does something in which queue pairs that this thread connects go without some rules.
     *
     * @param rules their names
     * @throws IllegalArgumentException if no rule has one of them
     */
    public static <T> T without(Set<String> rules, Supplier<T> work) {
        Set<RrccRule> parsed = EnumSet.noneOf(RrccRule.class);
        rules.forEach(rule -> parsed.add(parse(rule)));
        return ScopedValue.where(WITHOUT, parsed).call(work::get);
    }

    static Set<RrccRule> without() {
        return WITHOUT.orElse(Set.of());
    }

    private static RrccRule parse(String rule) {
        return Arrays.stream(RrccRule.values())
                .filter(it -> label(it).equals(rule))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "a rule is one of %s, not \"%s\""
                                        .formatted(String.join(", ", rules()), rule)));
    }

    private static String label(RrccRule rule) {
        return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
