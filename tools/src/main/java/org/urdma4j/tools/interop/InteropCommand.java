package org.urdma4j.tools.interop;

import org.urdma4j.interop.CaptureFolder;
import org.urdma4j.interop.CaseNames;
import org.urdma4j.interop.HeldGuest;
import org.urdma4j.interop.InteropRun;
import org.urdma4j.interop.play.Backend;
import org.urdma4j.interop.play.Outcome;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.ThisJava;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** {@code urdma interop}: our stack against Linux's rdma_rxe. */
@Command(
        name = "interop",
        description = {
            "Play every operation between this stack and Linux's Soft-RoCE.",
            "In both roles; prints what they agree on. Boots Debian's kernel in qemu, without KVM, in a",
            "network namespace; both are gone at the end, after Ctrl-C too. The first time",
            "some 100 MB of Debian packages are fetched. Needs root, and Debian on amd64."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every case passed",
            "1:one failed, or none could run",
            "2:called wrongly",
            "130:Ctrl-C; the outcomes until then are printed"
        },
        subcommands = {PlayCommand.class, ProgramsCommand.class})
public final class InteropCommand implements Callable<Integer> {
    /** To stop an emulated machine on a busy host. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    @Option(
            names = "--case",
            split = ",",
            paramLabel = "NAME",
            description = "Only cases of such names; * stands for any characters.")
    private List<String> cases = new ArrayList<>();

    @Option(names = "--list", description = "Say which cases there are, and run nothing.")
    private boolean list;

    @Option(names = "--json", description = "Print one JSON object in the end, not a table.")
    private boolean json;

    @Option(names = "--keep", description = "Leave the guest up.")
    private boolean keep;

    @Option(names = "--backports", description = "Boot the kernel of Debian's backports.")
    private boolean backports;

    @Option(
            names = "--seed",
            description =
                    "Decides which packets are lost, doubled or late in such cases; default 1.")
    private long seed = 1;

    @Option(
            names = "--backend",
            description = "What carries our packets: ${COMPLETION-CANDIDATES}; default udp.")
    private Backend backend = Backend.UDP;

    @Option(names = "--captures", paramLabel = "FOLDER", description = "Keep the captures there.")
    private Path captures;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Map<String, String> known = InteropRun.descriptions();
        Predicate<String> wanted;
        try {
            wanted = CaseNames.matching(cases, known.keySet());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (list) {
            known.forEach((name, about) -> {
                if (wanted.test(name)) {
                    out.printf("%-26s %s%n", name, about);
                }
            });
            return ExitCode.OK;
        }
        try (Interrupt interrupt = new Interrupt(HeldGuest::abandon, GRACE)) {
            return run(wanted, out, interrupt);
        }
    }

    private int run(Predicate<String> wanted, PrintWriter out, Interrupt interrupt)
            throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        List<Outcome> outcomes = new ArrayList<>();
        String failure = null;
        try (HeldGuest lab =
                        HeldGuest.open(
                                backports,
                                keep,
                                line -> {
                                    err.println(line);
                                    err.flush();
                                });
                CaptureFolder folder = CaptureFolder.open(captures)) {
            String kernel = lab.script().guest().of("kernel");
            OutcomeTable table = json ? null : new OutcomeTable(out);
            InteropRun run =
                    new InteropRun(
                            lab.script(),
                            ThisJava.command(),
                            folder.path(),
                            seed,
                            backend,
                            outcome -> {
                                outcomes.add(outcome);
                                if (table != null) {
                                    table.add(outcome);
                                }
                            });
            try {
                run.play(wanted, interrupt::happened);
            } catch (IOException e) {
                failure = e.getMessage(); // what was played before counts
            }
            failure = interrupt.happened() ? Interrupt.MESSAGE : failure;
            if (json) {
                InteropJson.print(kernel, outcomes, failure, out);
            }
        } catch (IOException e) {
            if (interrupt.happened()) {
                throw new InterruptedException(); // that is what ended it, whatever it says
            }
            throw e;
        }
        long failed = outcomes.stream().filter(one -> !one.passed()).count();
        if (!json) {
            out.printf("%d passed, %d failed%n", outcomes.size() - failed, failed);
        }
        if (failure != null) {
            err.println("urdma: " + failure);
        }
        if (interrupt.happened()) {
            return Interrupt.STATUS;
        }
        boolean passed = failure == null && failed == 0 && !outcomes.isEmpty();
        return passed ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
