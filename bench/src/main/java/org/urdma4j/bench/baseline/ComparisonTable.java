package org.urdma4j.bench.baseline;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Comparisons for people. */
final class ComparisonTable {
    private static final String NAME = "benchmark";

    private ComparisonTable() {}

    /**
     * Prints a line for each benchmark: the median and range of the values on both sides, how many
     * times as long it takes, and the verdict; then what got slower.
     *
     * @param unit of the values
     */
    static void print(List<Comparison> all, String unit, PrintStream out) {
        int width =
                all.stream()
                        .mapToInt(row -> row.benchmark().length())
                        .reduce(NAME.length(), Math::max);
        String format = "%-" + width + "s  %26s  %26s  %9s  %s%n";
        out.printf(format, NAME, "before, " + unit, "now, " + unit, "now/before", "");
        for (Comparison row : all) {
            out.printf(
                    format,
                    row.benchmark(),
                    values(row.before()),
                    values(row.now()),
                    Double.isNaN(row.ratio()) ? "" : "%.3f".formatted(row.ratio()),
                    row.verdict().name().toLowerCase(Locale.ROOT));
        }
        List<String> slower =
                all.stream()
                        .filter(row -> row.verdict() == Verdict.SLOWER)
                        .map(row -> "%s (%.2f x)".formatted(row.benchmark(), row.ratio()))
                        .toList();
        out.println();
        out.println(
                slower.isEmpty()
                        ? "Nothing got slower."
                        : "Slower: " + String.join(", ", slower) + ".");
    }

    private static String values(List<Double> values) {
        return values.isEmpty()
                ? "-"
                : "%s (%s-%s)"
                        .formatted(
                                digits(Scores.median(values)),
                                digits(values.stream().reduce(Math::min).orElseThrow()),
                                digits(values.stream().reduce(Math::max).orElseThrow()));
    }

    private static String digits(double value) {
        return String.format(
                Locale.ROOT, value < 1 ? "%.5f" : value < 100 ? "%.3f" : "%.1f", value);
    }
}
