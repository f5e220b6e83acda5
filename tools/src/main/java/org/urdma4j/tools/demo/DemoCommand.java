package org.urdma4j.tools.demo;

import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.Progress;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** {@code urdma demo}: the file over both paths, a table, and whether it worked. */
@Command(
        name = "demo",
        description = {
            "Move a file by RDMA between two devices on this machine.",
            "They are on 127.0.0.1 and 127.0.0.2 and use RDMA WRITE with immediate over RoCEv2: on",
            "a clean path, then on a long and lossy one, each with the Standard profile (go-back-N)",
            "and with URDMA (selective retransmission, RRCC)."
        },
        showDefaultValues = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every byte arrived each time",
            "1:it did not, or the devices could not be opened",
            "2:called wrongly",
            "130:Ctrl-C; the files that it made are gone"
        })
public final class DemoCommand implements Callable<Integer> {
    /** So that most of what is hot is compiled: more would take longer than what is shown. */
    private static final int WARM_UP_ROUNDS = 4;

    private static final long MIB = 1 << 20;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The file to move; without one, a random file of --size bytes.")
    private Path file;

    @Option(names = "--size", paramLabel = "BYTES", description = "Size of the random file.")
    private String size = "16M";

    @Option(names = "--loss", description = "Loss of the second path: 0.1%%, or ge:p,r,h,g.")
    private String loss = "0.1%";

    @Option(names = "--delay", description = "Delay of the second path, each way.")
    private String delay = "10ms";

    @Option(names = "--port", description = "UDP port of both devices.")
    private int port = 4791;

    @Option(names = "--seed", description = "Decides which packets are lost.")
    private long seed = 1;

    @ArgGroup(validate = false, heading = "%nSealed packets; with URDMA alone:%n")
    private ProtectArguments protect = new ProtectArguments();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        new ArgumentCheck(spec).port("--port", port);
        try {
            protect.check(spec.commandLine().getErr());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        DemoPath lossy = lossyPath();
        try (Interrupt _ = new Interrupt()) {
            Path folder = Files.createTempDirectory("urdma-demo");
            try {
                Path source = file != null ? readable(file) : randomFile(folder.resolve("source"));
                return run(source, folder, List.of(DemoPath.CLEAN, lossy))
                        ? ExitCode.OK
                        : ExitCode.SOFTWARE;
            } finally {
                delete(folder);
            }
        }
    }

    private DemoPath lossyPath() {
        try {
            return new DemoPath(
                    "%s loss, %s each way".formatted(loss, delay),
                    Units.timeNs(delay),
                    LossSpec.parse(loss));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private boolean run(Path source, Path folder, List<DemoPath> paths)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        String expected = Checksum.sha256(source);
        DemoTable table = new DemoTable(source, Files.size(source), expected);
        DemoRun run = new DemoRun(source, port, new SplittableRandom(seed), protect.protection());
        Set<String> arrived = new HashSet<>();
        int rounds = WARM_UP_ROUNDS;
        for (DemoPath path : paths) {
            for (DemoProfile profile : profiles()) {
                Path target = folder.resolve("target");
                String name = path.name() + ", " + profile.label();
                DemoResult result;
                try (Progress progress = Progress.of(name, Files.size(source), " MiB", MIB)) {
                    result = run.move(path, profile, target, rounds, progress::at);
                }
                String actual = Checksum.sha256(target);
                table.add(result, actual);
                arrived.add(actual);
            }
            rounds = 1; // the code is compiled by now; the connections are new
        }
        table.print(out);
        return arrived.equals(Set.of(expected));
    }

    /** The Standard profile can't be sealed. */
    private List<DemoProfile> profiles() {
        return protect.isGiven() ? List.of(DemoProfile.URDMA) : List.of(DemoProfile.values());
    }

    private Path randomFile(Path path) throws IOException {
        long bytes;
        try {
            bytes = Units.bytes(size);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (bytes < 1) {
            throw new ParameterException(spec.commandLine(), "--size must be at least 1 byte");
        }
        SplittableRandom random = new SplittableRandom(seed);
        byte[] block = new byte[1 << 16];
        try (var out = Files.newOutputStream(path)) {
            for (long left = bytes; left > 0; left -= block.length) {
                random.nextBytes(block);
                out.write(block, 0, (int) Math.min(left, block.length));
            }
        }
        return path;
    }

    private Path readable(Path path) throws IOException {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new DemoException(path + " is not a file that can be read");
        }
        if (Files.size(path) == 0) {
            throw new DemoException(path + " is empty: there is nothing to move");
        }
        return path;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path path : files.toList()) {
                Files.delete(path);
            }
        }
        Files.delete(folder);
    }
}
