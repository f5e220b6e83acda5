package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.tools.backend.DeviceArguments;
import org.urdma4j.tools.backend.ProtectArguments;
import org.urdma4j.tools.copy.ssh.Exchange;
import org.urdma4j.tools.peer.Addresses;
import org.urdma4j.tools.peer.UdpClientDevice;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.RawArguments;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.UrdmaTuning;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code urdma copy}: files to or from a host that serves them. */
@Command(
        name = "copy",
        description = {
            "Copy files and folders to or from another host.",
            "`urdma serve` runs there, or --ssh starts it for this copy.",
            "A folder is copied into the target; with a slash at its end, what is in it is. What"
                    + " is there already isn't sent again."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is as it should be",
            "1:something isn't; what, is said",
            "2:called wrongly",
            "23:what isn't there is all that --files-from names and isn't copied",
            "130:Ctrl-C; the same command goes on from there"
        })
public final class CopyCommand implements Callable<Integer> {
    private static final int MOST_JOBS = 64;

    /** As rsync has it. */
    private static final int PARTIAL = 23;

    @Parameters(
            arity = "1..*",
            paramLabel = "SRC... DST",
            description =
                    "Either the sources or the target are HOST[:PORT]:PATH, a path in the folder"
                            + " that is served there; with --ssh [USER@]HOST:PATH, any. Beside a file"
                            + " there, - is standard input or output. With --ssh both may be on"
                            + " other hosts: the data go from one to the other.")
    private List<String> paths = List.of();

    @ArgGroup(validate = false, heading = "%nWhat is copied:%n")
    private CopyArguments arguments = new CopyArguments();

    @Option(
            names = "--check",
            paramLabel = "FILE",
            description =
                    "Copy nothing: compare the one folder that is given, the target of a copy on"
                            + " its host, with what --manifest wrote.")
    private Path check;

    @ArgGroup(validate = false, heading = "%nWhat else is kept, as rsync has it:%n")
    private PreserveArguments preserve = new PreserveArguments();

    @ArgGroup(validate = false, heading = "%nWithout a server:%n")
    private SshArguments ssh = new SshArguments();

    @ArgGroup(validate = false, heading = "%nWhen and how fast:%n")
    private ScheduleArguments schedule = new ScheduleArguments();

    @Mixin private SendingArguments sending;

    @Mixin private DeviceArguments device;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description =
                    "Connections, 1 to 64; default 2. Files, and parts of long ones, are"
                            + " shared out among them.")
    private int jobs = 2;

    @Option(
            names = "--bwlimit",
            paramLabel = "RATE",
            description =
                    "Of all connections together, bit/s as in 200M; default: no limit. At a"
                            + " terminal keys change it: + a quarter more, - a fifth less, 0 none.")
    private String limit;

    @Option(
            names = "--bwlimit-file",
            paramLabel = "FILE",
            description = {
                "The same, read from a file now and at each SIGUSR1, so that it can be changed;"
                        + " none for no limit."
            })
    private Path limitFile;

    @Option(
            names = {"-B", "--bind"},
            paramLabel = "ADDR",
            description = "Address of this machine to use.")
    private String bind;

    @Mixin private Addresses addresses;

    @Option(
            names = {"-J", "--json"},
            description = "Print a JSON object a line: progress each second, then the end.")
    private boolean json;

    @ArgGroup(validate = false, heading = "%nSealed packets:%n")
    private ProtectArguments protect = new ProtectArguments();

    @Spec private CommandSpec spec;

    private final Exchange.Send sent;

    /** A user's. */
    public CopyCommand() {
        this(null);
    }

    /** One that another machine asks for, to which this one's files are to be sent. */
    CopyCommand(Exchange.Send sent) {
        this.sent = sent;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (check != null) {
            return checkFolder();
        }
        if (schedule.asksHistory()) {
            return printHistory();
        }
        CopyJob job;
        CopyOptions options;
        RateLimit rate;
        Schedule planned;
        try {
            if (paths.size() < 2) {
                throw new IllegalArgumentException("SRC and DST: one is missing");
            }
            boolean between = ssh.isGiven() && CopyJob.isBetween(paths);
            job = between ? CopyJob.between(paths) : CopyJob.parse(paths);
            options = arguments.options().with(preserve.preserve());
            addresses.check();
            sending.check();
            protect.check(spec.commandLine().getErr());
            ssh.check(job, protect.isGiven());
            device.checkNone(
                    ssh.isGiven(), "--ssh, which makes a key, and run `urdma serve` there");
            device.checkNone(protect.isGiven(), "--protect");
            device.checkNone(sending.isGiven(), SendingArguments.ALL);
            device.checkPort(job.port());
            if (job instanceof StreamJob) {
                checkStream(job);
                preserve.checkStream();
            } else if (job instanceof TreeJob tree && arguments.isListed()) {
                job = tree.ofContent();
            }
            if (jobs < 1 || jobs > MOST_JOBS) {
                throw new IllegalArgumentException(
                        "--jobs is %d, must be 1 to %d".formatted(jobs, MOST_JOBS));
            }
            if (between) {
                checkBetween();
            }
            rate = new RateLimit(limit(), SystemClock::nowNs);
            String host = job.remotes().getFirst().host();
            planned = schedule.schedule(host, Instant.now(), HistoryFile.zone());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        options = arguments.withList(options);
        PrintWriter err = spec.commandLine().getErr();
        boolean prints = job instanceof StreamJob && !job.isPush();
        CopyOutput output = new CopyOutput(prints ? err : spec.commandLine().getOut(), err, json);
        if (limitFile != null) {
            rate.set(RateFile.read(limitFile));
            RateFile.watch(limitFile, rate, output::note);
        }
        if (job instanceof PushJob push && push.sources().getFirst().isRemote()) {
            if (sent == null) {
                return between(push, options, output);
            }
            job = ThirdPartyCopy.here(push, sent, System.getenv("HOME"));
        }
        return run(job, options, rate, planned, output);
    }

    private int printHistory() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (String host : paths) {
            List<String> lines =
                    HistoryFile.table(
                            HistoryFile.read(host), ZonedDateTime.now(HistoryFile.zone()));
            out.println(lines.isEmpty() ? host + ": nothing is known yet" : host + ":");
            lines.forEach(out::println);
        }
        return ExitCode.OK;
    }

    private void checkBetween() {
        arguments.checkBetween();
        if (sending.hasPaths()) {
            throw new IllegalArgumentException("between two hosts there is no --rails and --paths");
        }
        if (schedule.isGiven() && sent == null) {
            throw new IllegalArgumentException(
                    "between two hosts there is no --window, --deadline and --reference-rate");
        }
        if (limitFile != null) {
            throw new IllegalArgumentException("between two hosts there is no --bwlimit-file");
        }
    }

    private int between(PushJob job, CopyOptions options, CopyOutput output)
            throws IOException, InterruptedException {
        List<String> all = spec.commandLine().getParseResult().originalArgs();
        List<ByteString> written =
                all.subList(all.indexOf(spec.name()) + 1, all.size()).stream()
                        .map(each -> ByteString.of(RawArguments.bytes(each)))
                        .toList();
        try (Interrupt interrupt = new Interrupt()) {
            try {
                return ThirdPartyCopy.run(
                        ssh, job, options.dryRun(), written, output::say, output::line);
            } catch (IOException | InterruptedException | RuntimeException e) {
                output.stop(interrupt.happened() ? Interrupt.MESSAGE : reason(e));
                throw e;
            }
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private int checkFolder() throws IOException {
        if (paths.size() != 1 || Location.parse(paths.getFirst()).isRemote()) {
            throw new ParameterException(
                    spec.commandLine(), "--check takes one folder of this machine");
        }
        return ManifestCheck.run(
                        check,
                        RawArguments.bytes(paths.getFirst()),
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                ? ExitCode.OK
                : ExitCode.SOFTWARE;
    }

    private void checkStream(CopyJob job) {
        arguments.checkStream();
        if (schedule.isGiven()) {
            throw new IllegalArgumentException(
                    "- has no --window, --deadline and --reference-rate");
        }
        if (json && !job.isPush()) {
            throw new IllegalArgumentException("give - as the target or --json, not both");
        }
    }

    private long limit() {
        if (limit != null && limitFile != null) {
            throw new IllegalArgumentException("give --bwlimit or --bwlimit-file, not both");
        }
        try {
            return limit == null ? 0 : RateFile.parse(limit);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--bwlimit: " + e.getMessage(), e);
        }
    }

    private int run(
            CopyJob asked, CopyOptions options, RateLimit rate, Schedule planned, CopyOutput output)
            throws IOException, InterruptedException {
        protect.expect(asked.host());
        try (Interrupt interrupt = new Interrupt()) {
            try {
                while (true) {
                    planned.await(output::note);
                    try (Turn turn = new Turn(planned, rate, output::note)) {
                        try {
                            return once(asked, options, rate, turn, output);
                        } catch (IOException | InterruptedException | RuntimeException e) {
                            if (!turn.hasEnded() || interrupt.happened()) {
                                throw e;
                            }
                            output.rest();
                        }
                    }
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                output.stop(interrupt.happened() ? Interrupt.MESSAGE : reason(e));
                throw e;
            }
        }
    }

    private int once(
            CopyJob asked, CopyOptions options, RateLimit rate, Turn turn, CopyOutput output)
            throws IOException, InterruptedException {
        PassListener details = output.details(options);
        Path file = arguments.manifest();
        Manifest manifest = file == null ? null : new Manifest(file, details);
        Tally tally = new Tally(manifest == null ? details : manifest);
        try (OtherEnd other = otherEnd(asked, options, output);
                Running running = connect(other, options, tally, manifest, rate, turn, output)) {
            output.begin(tally, rate);
            turn.begins(tally);
            if (turn.isPlanned()) {
                turn.plan(running.work.left());
            }
            RateKeys keys = new RateKeys(rate, output::rate, output::note);
            try (TerminalKeys _ = output.isLive() ? TerminalKeys.open(keys::press) : null) {
                long right = running.work.run();
                output.end(options, right);
            }
        }
        if (tally.failed() == 0) {
            return ExitCode.OK;
        }
        boolean partial = arguments.isListed() && tally.missing() == tally.failed();
        return partial ? PARTIAL : ExitCode.SOFTWARE;
    }

    private OtherEnd otherEnd(CopyJob job, CopyOptions options, CopyOutput output)
            throws IOException, InterruptedException {
        if (sent != null) {
            return ThirdPartyCopy.target((PushJob) job, sent, bind, addresses);
        }
        if (ssh.isGiven()) {
            boolean readOnly = options.dryRun() || !job.isPush();
            return OtherEnd.bySsh(
                    ssh,
                    job,
                    readOnly,
                    sending.words(),
                    bind,
                    sending.paths(),
                    addresses,
                    output::say);
        }
        int port = job.port() == 0 ? CopyDevice.PORT : job.port();
        return OtherEnd.to(
                new RemoteHost(
                        job.host(),
                        port,
                        addresses,
                        device.client(
                                bind,
                                new UdpClientDevice(
                                        "copy",
                                        bind,
                                        sending.paths(),
                                        protect.protection(),
                                        new SecureRandom()))),
                job);
    }

    /** What is done over connections. */
    private interface Work {
        /** Returns how many files were found right at the end, if that is asked for. */
        long run() throws IOException, InterruptedException;

        /** Finds out how many bytes it has to move. */
        default long left() throws IOException, InterruptedException {
            return 0;
        }
    }

    /** A tree's. */
    private record TreeWork(
            TreeJob job, CopyClient client, CopyOptions options, Tally tally, Manifest manifest)
            implements Work {
        @Override
        public long run() throws IOException, InterruptedException {
            return job.run(client, options, tally, manifest);
        }

        @Override
        public long left() throws IOException, InterruptedException {
            Tally found = new Tally(new PassListener() {});
            job.run(client, options.planned(), found, null);
            return found.wantedBytes() - found.resumedBytes();
        }
    }

    /** A copy with its connections. */
    private record Running(Closeable connections, Work work) implements Closeable {
        @Override
        public void close() throws IOException {
            connections.close();
        }
    }

    private Running connect(
            OtherEnd other,
            CopyOptions options,
            Tally tally,
            Manifest manifest,
            RateLimit rate,
            Turn turn,
            CopyOutput output)
            throws IOException {
        UrdmaTuning tuning =
                sending.tuning().toBuilder().referenceRate(turn.referenceOf(jobs), false).build();
        return switch (other.job()) {
            case StreamJob job -> {
                RemoteFiles files = new RemoteFiles(other.connect(tuning, output::note), rate);
                yield new Running(
                        files,
                        () -> {
                            job.run(files, options.force(), tally);
                            return 0;
                        });
            }
            case TreeJob job -> {
                CopyClient client =
                        new CopyClient(() -> other.connect(tuning, output::note), jobs, rate);
                boolean kept = false;
                try {
                    preserve.tell(client, job, output::note);
                    kept = true;
                } finally {
                    if (!kept) {
                        client.close();
                    }
                }
                yield new Running(client, new TreeWork(job, client, options, tally, manifest));
            }
        };
    }
}
