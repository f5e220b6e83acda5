package org.urdma4j.bench.baseline;

import org.urdma4j.bench.baseline.BaselineOptions.Action;
import org.urdma4j.bench.baseline.JmhProcess.Length;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Records baselines and compares with them; {@code bench/baseline} starts it. */
public final class Baseline {
    private static final int SLOWER = 1;
    private static final int FAILED = 2;

    private final BaselineOptions options;
    private final Path root;
    private final PrintStream out;
    private final PrintStream progress;

    private Baseline(BaselineOptions options, Path root, PrintStream out, PrintStream progress) {
        this.options = options;
        this.root = root;
        this.out = out;
        this.progress = progress;
    }

    /** Runs, and ends the process. Property {@code baseline.root} is the repository's folder. */
    public static void main(String[] args) {
        Path root = Path.of(System.getProperty("baseline.root", "."));
        System.exit(run(List.of(args), root, System.out, System.err));
    }

    /** Returns the exit status: 0, 1 if something got slower, 2 if it can't be told. */
    static int run(List<String> args, Path root, PrintStream out, PrintStream err) {
        if (args.contains("--help") || args.contains("-h")) {
            out.print(BaselineOptions.USAGE);
            return 0;
        }
        try {
            Path file = root.resolve("bench/baseline.json");
            return new Baseline(BaselineOptions.parse(args, file), root, out, err).run();
        } catch (IOException | IllegalArgumentException e) {
            err.println("baseline: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private int run() throws IOException, InterruptedException {
        List<String> methods = BenchmarkSet.methods(options.names(), options.full());
        if (methods.isEmpty()) {
            throw new IOException("no benchmark has such a name: see bench/src/main/java");
        }
        if (options.action() == Action.RECORD) {
            record(methods);
            return 0;
        }
        List<Comparison> all = options.against() == null ? stored(methods) : against(methods);
        String unit = options.against() == null ? "turns" : "ns";
        ComparisonTable.print(all, unit, out);
        return all.stream().anyMatch(row -> row.verdict() == Verdict.SLOWER) ? SLOWER : 0;
    }

    private void record(List<String> methods) throws IOException, InterruptedException {
        BaselineFile kept = options.names().isEmpty() ? null : kept();
        Scores measured =
                new Turns(List.of(here(true)::run), options.rounds(), progress)
                        .run(methods)
                        .getFirst();
        Scores all = new Scores();
        if (kept != null) {
            all.addAll(kept.scores());
        }
        all.replace(measured);
        BaselineFile.here(all).write(options.file());
        out.printf(
                "%d benchmarks recorded, %s has %d.%n",
                measured.benchmarks().size(), options.file(), all.benchmarks().size());
    }

    /** Returns what stays beside some that are measured anew, null if there is nothing. */
    private BaselineFile kept() throws IOException {
        if (Files.notExists(options.file())) {
            return null;
        }
        BaselineFile kept = BaselineFile.read(options.file());
        BaselineFile here = BaselineFile.here(new Scores());
        if (!kept.isOfTheSameMachineAs(here)) {
            throw new IOException(
                    "%s is of %s, this is %s: record all, without names"
                            .formatted(options.file(), kept.machine(), here.machine()));
        }
        return kept;
    }

    private List<Comparison> stored(List<String> methods) throws IOException, InterruptedException {
        BaselineFile file = BaselineFile.read(options.file());
        BaselineFile here = BaselineFile.here(new Scores());
        if (!file.isOfTheSameMachineAs(here)) {
            progress.printf(
                    "baseline: recorded on %s, this is %s: take differences for hints, and compare"
                            + " by --against%n",
                    file.machine(), here.machine());
        }
        Scores wanted = new Scores();
        for (String benchmark : file.scores().benchmarks()) {
            String method = BenchmarkSet.method(benchmark);
            if (BenchmarkSet.takes(method, options.names(), options.full())) {
                file.scores().of(benchmark).forEach(value -> wanted.add(benchmark, value));
            }
        }
        Turns turns = new Turns(List.of(here(true)::run), options.rounds(), progress);
        return new Check(turns, wanted, options.tolerance()).run(methods);
    }

    private List<Comparison> against(List<String> methods)
            throws IOException, InterruptedException {
        progress.printf("baseline: building %s, this takes some minutes%n", options.against());
        try (Revision revision = Revision.build(root, options.against())) {
            JmhProcess earlier = new JmhProcess(revision.classPath(), false, length());
            List<Turns.Side> sides = List.of(earlier::run, here(false)::run);
            Turns turns = new Turns(sides, options.rounds(), progress);
            return new Check(turns, new Scores(), options.tolerance()).run(methods);
        }
    }

    private JmhProcess here(boolean relative) {
        return new JmhProcess(System.getProperty("java.class.path"), relative, length());
    }

    private Length length() {
        return options.full() ? Length.FULL : Length.SHORT;
    }
}
