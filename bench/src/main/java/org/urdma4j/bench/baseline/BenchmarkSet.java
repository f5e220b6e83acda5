package org.urdma4j.bench.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;

/** The benchmarks that are looked after. */
final class BenchmarkSet {
    /** What others' libraries take is their affair. */
    private static final Pattern THEIRS =
            Pattern.compile("DoorbellBenchmark\\.jctools|DeadlineBenchmark\\.wheel");

    /** Those of two threads hang on which processors these get. */
    private static final Pattern UNSTEADY = Pattern.compile("RingBenchmark\\.two");

    /** Of benchmarks that are ours and others' by a parameter: ours. JMH lets the rest be. */
    static final List<String> OURS = List.of("-p", "kind=OURS");

    private static final String PACKAGE = "org.urdma4j.";

    private BenchmarkSet() {}

    /**
     * Returns names of methods on the class path, new ones included.
     *
     * @param names expressions, of which one must be found in a name; all, if there are none
     * @param full also those whose times aren't steady
     */
    static List<String> methods(List<Pattern> names, boolean full) {
        return BenchmarkList.defaultList()
                .getAll(
                        OutputFormatFactory.createFormatInstance(
                                new PrintStream(OutputStream.nullOutputStream(), false, UTF_8),
                                VerboseMode.SILENT),
                        List.of())
                .stream()
                .map(BenchmarkListEntry::getUsername)
                .distinct()
                .sorted()
                .filter(name -> takes(name, names, full))
                .toList();
    }

    /** Whether a method is one of those that {@link #methods} looks for. */
    static boolean takes(String method, List<Pattern> names, boolean full) {
        return !THEIRS.matcher(method).find()
                && (full || !UNSTEADY.matcher(method).find())
                && (names.isEmpty() || names.stream().anyMatch(p -> p.matcher(method).find()));
    }

    /** Returns what a benchmark is called in tables: its method, less what all have in common. */
    static String shortened(String method) {
        return method.startsWith(PACKAGE) ? method.substring(PACKAGE.length()) : method;
    }

    /** Returns the method of a benchmark that has a short name and perhaps parameters. */
    static String method(String benchmark) {
        return PACKAGE + benchmark.split(" ", 2)[0];
    }
}
