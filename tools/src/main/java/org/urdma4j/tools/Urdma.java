package org.urdma4j.tools;

import org.urdma4j.tools.bench.BenchCommand;
import org.urdma4j.tools.copy.CopyCommand;
import org.urdma4j.tools.copy.ServeCommand;
import org.urdma4j.tools.cpu.CpuCommand;
import org.urdma4j.tools.crypto.CryptoCommand;
import org.urdma4j.tools.demo.DemoCommand;
import org.urdma4j.tools.devices.DevicesCommand;
import org.urdma4j.tools.forward.ForwardCommand;
import org.urdma4j.tools.gateway.GatewayCommand;
import org.urdma4j.tools.interop.InteropCommand;
import org.urdma4j.tools.key.KeyCommand;
import org.urdma4j.tools.lab.LabCommand;
import org.urdma4j.tools.pcap.PcapCommand;
import org.urdma4j.tools.perftest.PerftestCommand;
import org.urdma4j.tools.pingpong.PingpongCommand;
import org.urdma4j.tools.rping.MckeyCommand;
import org.urdma4j.tools.rping.RpingCommand;
import org.urdma4j.tools.rping.UcmatoseCommand;
import org.urdma4j.tools.stat.StatCommand;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.PathArgument;
import org.urdma4j.tools.terminal.QuietPrinter;
import org.urdma4j.tools.terminal.RawArguments;
import org.urdma4j.tools.terminal.StandardOutput;
import org.urdma4j.tools.tunnel.TunnelCommand;
import org.urdma4j.tools.wan.WanCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The command without a subcommand, and the entry point of the JVM. */
@Command(
        name = "urdma",
        description = "RDMA verbs for long, lossy networks, in user space.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT)
public final class Urdma {
    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

    /**
     * Six bytes in hexadecimal; Netty looks for a network card's, and warns where there is none.
     */
    private static final String MACHINE_ID = "io.netty.machineId";

    private static final List<Class<?>> COMMANDS =
            List.of(
                    BenchCommand.class,
                    CopyCommand.class,
                    CpuCommand.class,
                    CryptoCommand.class,
                    DemoCommand.class,
                    DevicesCommand.class,
                    ForwardCommand.class,
                    GatewayCommand.class,
                    InteropCommand.class,
                    KeyCommand.class,
                    LabCommand.class,
                    MckeyCommand.class,
                    PcapCommand.class,
                    PerftestCommand.class,
                    PingpongCommand.class,
                    RpingCommand.class,
                    ServeCommand.class,
                    StatCommand.class,
                    TunnelCommand.class,
                    UcmatoseCommand.class,
                    WanCommand.class);

    private Urdma() {}

    /**
     * Returns the command ready to be executed, with the one of its subcommands that the arguments
     * begin with, or with all if they begin otherwise: reading the options of all takes longer than
     * many a command.
     */
    public static CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Urdma());
        List<Class<?>> called =
                COMMANDS.stream()
                        .filter(it -> args.length > 0 && name(it).equals(args[0]))
                        .toList();
        (called.isEmpty() ? COMMANDS : called).forEach(line::addSubcommand);
        return line.setExpandAtFiles(false) // an argument with an @ means itself
                .setExecutionStrategy(Urdma::execute)
                .registerConverter(Path.class, new PathArgument())
                .setParameterExceptionHandler(Failures::wrongCall)
                .setExecutionExceptionHandler(Failures::failed);
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** Refuses an option that is given twice, as picocli does unless it is one of a group. */
    private static int execute(ParseResult parsed) {
        for (ParseResult each = parsed; each != null; each = each.subcommand()) {
            for (OptionSpec option : each.matchedOptions()) {
                if (!option.isMultiValue() && option.originalStringValues().size() > 1) {
                    throw new OverwrittenOptionException(
                            each.commandSpec().commandLine(),
                            option,
                            "option '%s' (%s) should be specified only once"
                                    .formatted(option.longestName(), option.paramLabel()));
                }
            }
        }
        return new RunLast().execute(parsed);
    }

    /**
     * Runs a command. Netty's search for leaks, which has a price for each buffer, is for tests and
     * for who asks for it.
     */
    public static void main(String[] args) {
        if (System.getProperty(LEAK_DETECTION) == null) {
            System.setProperty(LEAK_DETECTION, "disabled");
        }
        if (System.getProperty(MACHINE_ID) == null) {
            System.setProperty(MACHINE_ID, randomMachineId());
        }
        // digits and points of all output are read by programs, whatever the user's language
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        int status = run(StandardOutput.ofProcess(), RawArguments.of(args));
        Interrupt.processOver();
        System.exit(status);
    }

    private static String randomMachineId() {
        byte[] id = new byte[6];
        new SecureRandom().nextBytes(id);
        return HexFormat.ofDelimiter(":").formatHex(id);
    }

    /** Runs a command, and returns the status to exit with. */
    static int run(StandardOutput output, String... args) {
        CommandLine line =
                commandLine(args)
                        .setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
                        .setOut(new QuietPrinter(output.out()))
                        .setErr(new QuietPrinter(output.err()));
        return output.finish(Failures.execute(line, args));
    }
}
