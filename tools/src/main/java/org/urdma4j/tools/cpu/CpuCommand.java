package org.urdma4j.tools.cpu;

import org.urdma4j.lab.cpu.MachineLoad;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.transport.port.SystemClock;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code urdma cpu}: what work of any kind takes of all processors. */
@Command(
        name = "cpu",
        description = {
            "Show how busy all processors are, whoever keeps them so.",
            "A thread of the idle class on each sees what others leave: processes,",
            "interrupts, which no process is charged for, and the hypervisor. No processor sleeps"
                    + " meanwhile. Linux only."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:it was shown", "1:this system can't tell", "2:called wrongly"})
public final class CpuCommand implements Callable<Integer> {
    private static final double LEAST_S = 0.1;
    private static final double MOST_S = 86_400;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "How long, 10.",
            defaultValue = "10")
    private double time;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "From one line to the next, 1.",
            defaultValue = "1")
    private double interval;

    @Option(names = "--json", description = "Print one JSON object on a line each time.")
    private boolean json;

    @Spec private CommandSpec spec;

    private PrintWriter out;
    private int processors;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check("--time", time);
        check("--interval", interval);
        out = spec.commandLine().getOut();
        try (MachineLoad load = MachineLoad.watch();
                Interrupt interrupt = new Interrupt()) {
            processors = load.processors();
            show(load, interrupt);
        }
        return ExitCode.OK;
    }

    private void show(MachineLoad load, Interrupt interrupt) {
        long startNs = SystemClock.nowNs();
        long beginNs = startNs;
        long busyBefore = load.busyNs();
        long busyFirst = busyBefore;
        while (!interrupt.happened() && seconds(startNs) < time) {
            try {
                Thread.sleep((long) (1e3 * Math.min(interval, time - seconds(startNs))) + 1);
            } catch (InterruptedException _) {
                break; // Ctrl-C: the sum is still to be shown
            }
            long nowNs = SystemClock.nowNs();
            long busy = load.busyNs();
            line("interval", beginNs - startNs, nowNs - startNs, busy - busyBefore);
            beginNs = nowNs;
            busyBefore = busy;
        }
        line("end", 0, SystemClock.nowNs() - startNs, load.busyNs() - busyFirst);
    }

    private static double seconds(long startNs) {
        return (SystemClock.nowNs() - startNs) / 1e9;
    }

    private void line(String event, long fromNs, long untilNs, long busyNs) {
        double busy = (double) busyNs / (double) (untilNs - fromNs);
        String form =
                json
                        ? "{\"event\":\"%s\",\"data\":{\"from_s\":%.3f,\"until_s\":%.3f,"
                                + "\"busy_processors\":%.4f,\"processors\":%d}}%n"
                        : "%-9s %8.3f to %8.3f s  %6.3f of %d processors busy%n";
        String what = json || !event.equals("end") ? event : "all";
        out.printf(Locale.ROOT, form, what, fromNs / 1e9, untilNs / 1e9, busy, processors);
        out.flush();
    }

    private void check(String option, double seconds) {
        if (!(seconds >= LEAST_S && seconds <= MOST_S)) {
            throw new ArgumentCheck(spec)
                    .wrong("%s is %s, must be 0.1 to 86400".formatted(option, seconds));
        }
    }
}
