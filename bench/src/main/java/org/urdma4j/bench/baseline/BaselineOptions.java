package org.urdma4j.bench.baseline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What is to be done.
 *
 * @param names of benchmarks, all if there are none
 * @param rounds how often each runs, in turns
 * @param tolerance by how much a benchmark may slow: 0.1 is a tenth
 * @param against revision to compare with, null for what is stored
 */
record BaselineOptions(
        Action action,
        List<Pattern> names,
        boolean full,
        int rounds,
        double tolerance,
        String against,
        Path file) {
    static final String USAGE =
            """
            Usage: bench/baseline record [NAME...] [--full] [--rounds N] [--file FILE]
                   bench/baseline check  [NAME...] [--full] [--rounds N] [--file FILE]
                                         [--against REV] [--tolerance PERCENT]
                   bench/baseline peers   [--help | OPTION...]
                   bench/baseline latency [--help | OPTION...]
            Says which JMH benchmarks got slower. Exit status 1 if one did, 2 if it can't tell.

              record            measure, and store the times in turns of a fixed load
              check             measure, and compare with those stored
              peers             other transports beside ours, over a veth pair: see its --help
              latency           round trips of ours beside a bare UDP echo: see its --help
              NAME              expression: only benchmarks with this in their names
              --full            more and longer runs, and those between two threads
              --rounds N        processes for each benchmark, in turns (3; with --full 7)
              --tolerance P     percent that a benchmark may slow (10)
              --against REV     compare with this revision, built aside and run in turns
              --file FILE       instead of bench/baseline.json
            """;

    private static final int MOST_ROUNDS = 100;
    private static final int MOST_PERCENT = 1000;
    private static final double PERCENT = 100;

    /** What to do. */
    enum Action {
        RECORD,
        CHECK
    }

    /**
     * Reads a command line.
     *
     * @param file where baselines are unless it names another
     * @throws IllegalArgumentException with a message for people
     */
    static BaselineOptions parse(List<String> args, Path file) {
        Reader reader = new Reader(args.iterator());
        reader.file = file;
        reader.read();
        if (reader.action == Action.RECORD && reader.against != null) {
            throw new IllegalArgumentException("--against is for check: nothing is stored of it");
        }
        int rounds = reader.rounds == 0 ? reader.full ? 7 : 3 : reader.rounds;
        return new BaselineOptions(
                reader.action,
                List.copyOf(reader.names),
                reader.full,
                rounds,
                reader.percent / PERCENT,
                reader.against,
                reader.file);
    }

    private static final class Reader {
        private final Iterator<String> args;
        private final List<Pattern> names = new ArrayList<>();
        private Action action;
        private boolean full;
        private int rounds;
        private double percent = 10;
        private String against;
        private Path file;

        Reader(Iterator<String> args) {
            this.args = args;
        }

        private void read() {
            action =
                    switch (args.hasNext() ? args.next() : "") {
                        case "record" -> Action.RECORD;
                        case "check" -> Action.CHECK;
                        default ->
                                throw new IllegalArgumentException(
                                        "say record, check, peers or latency first, or --help");
                    };
            while (args.hasNext()) {
                String arg = args.next();
                switch (arg) {
                    case "--full" -> full = true;
                    case "--rounds" -> rounds = whole(arg, 1, MOST_ROUNDS);
                    case "--tolerance" -> percent = number(arg, 0, MOST_PERCENT);
                    case "--against" -> against = value(arg);
                    case "--file" -> file = Path.of(value(arg));
                    default -> names.add(name(arg));
                }
            }
        }

        private String value(String option) {
            if (!args.hasNext()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            return args.next();
        }

        private int whole(String option, int least, int most) {
            double number = number(option, least, most);
            if (number != Math.rint(number)) {
                throw new IllegalArgumentException(option + " must be a whole number");
            }
            return (int) number;
        }

        private double number(String option, int least, int most) {
            String text = value(option);
            try {
                double number = Double.parseDouble(text);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // told below
            }
            throw new IllegalArgumentException(
                    "%s must be a number from %d to %d, not %s"
                            .formatted(option, least, most, text));
        }

        private static Pattern name(String arg) {
            if (arg.startsWith("-")) {
                throw new IllegalArgumentException("there is no option " + arg + ": see --help");
            }
            try {
                return Pattern.compile(arg);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "%s is no regular expression: %s".formatted(arg, e.getDescription()), e);
            }
        }
    }
}
