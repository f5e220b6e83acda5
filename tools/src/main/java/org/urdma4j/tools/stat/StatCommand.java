package org.urdma4j.tools.stat;

import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Progress;
import org.urdma4j.tools.terminal.QuietPrinter;
import org.urdma4j.transport.stat.StatFolder;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/** {@code urdma stat}: counters and congestion state of running processes. */
@Command(
        name = "stat",
        description = {
            "Show counters and congestion state of running processes.",
            "For each device and queue pair; on a terminal again and again, as top does."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it was shown",
            "1:the process publishes nothing, or the folder can't be read",
            "2:called wrongly"
        })
public final class StatCommand implements Callable<Integer> {
    private static final double LEAST_SECONDS = 0.1;
    private static final double MOST_SECONDS = 3600;

    @Parameters(arity = "0..1", paramLabel = "PID", description = "Of this process only.")
    private Long pid;

    @Option(names = "--json", description = "Print one JSON object on a line each time.")
    private boolean json;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Time from one to the next, 0.1 to 3600; default 1.")
    private Double interval;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How often; on a terminal until Ctrl-C, else once.")
    private Long count;

    @Option(
            names = "--top",
            paramLabel = "N",
            description =
                    "Queue pairs of each device, and streams of forward, to show, the busiest; 0:"
                            + " all; default 20.",
            defaultValue = "20",
            showDefaultValue = picocli.CommandLine.Help.Visibility.ALWAYS)
    private int top;

    @Option(names = "--folder", paramLabel = "FOLDER", description = "Where the files are.")
    private Path folder;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Path from = folder == null ? StatFolder.trusted() : folder;
        PrintWriter out = spec.commandLine().getOut();
        boolean refresh = !json && Progress.onTerminal();
        boolean once = !refresh && interval == null;
        long most = count != null ? count : once ? 1 : Long.MAX_VALUE;
        Duration wait = Duration.ofMillis((long) (1000 * (interval == null ? 1 : interval)));
        Snapshot before = null;
        try (Interrupt interrupt = new Interrupt()) {
            for (long i = 0; i < most; i++) {
                Snapshot now = Snapshot.take(from, pid);
                if (pid != null && now.devices().isEmpty()) {
                    return ended(before != null, from);
                }
                if (refresh) {
                    out.print(QuietPrinter.CLEAR);
                }
                if (json) {
                    StatJson.print(now, before, out);
                } else {
                    StatText.print(now, before, top, out);
                }
                now.problems().forEach(why -> spec.commandLine().getErr().println("urdma: " + why));
                out.flush();
                if (interrupt.happened()) {
                    break;
                }
                before = now;
                if (i + 1 < most) {
                    Thread.sleep(wait);
                }
            }
        } catch (InterruptedException _) {
            // Ctrl-C: what was to be shown has been shown.
        }
        return ExitCode.OK;
    }

    private Integer ended(boolean seen, Path from) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(
                seen
                        ? "urdma: process %d has ended".formatted(pid)
                        : "urdma: process %d publishes nothing in %s".formatted(pid, from));
        return seen ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void check() {
        ArgumentCheck check = new ArgumentCheck(spec);
        if (interval != null && !(interval >= LEAST_SECONDS && interval <= MOST_SECONDS)) {
            throw check.wrong("--interval is " + interval + ", must be 0.1 to 3600");
        }
        if (count != null) {
            check.range("--count", count, 1, Long.MAX_VALUE);
        }
        check.range("--top", top, 0, Integer.MAX_VALUE);
    }
}
