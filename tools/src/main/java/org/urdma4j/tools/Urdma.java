package org.urdma4j.tools;

import org.urdma4j.tools.bench.BenchCommand;
import org.urdma4j.tools.copy.CopyCommand;
import org.urdma4j.tools.copy.RawArguments;
import org.urdma4j.tools.copy.ServeCommand;
import org.urdma4j.tools.cpu.CpuCommand;
import org.urdma4j.tools.crypto.CryptoCommand;
import org.urdma4j.tools.demo.DemoCommand;
import org.urdma4j.tools.devices.DevicesCommand;
import org.urdma4j.tools.gateway.GatewayCommand;
import org.urdma4j.tools.interop.InteropCommand;
import org.urdma4j.tools.key.KeyCommand;
import org.urdma4j.tools.lab.LabCommand;
import org.urdma4j.tools.pcap.PcapCommand;
import org.urdma4j.tools.perftest.PerftestCommand;
import org.urdma4j.tools.pingpong.PingpongCommand;
import org.urdma4j.tools.rping.RpingCommand;
import org.urdma4j.tools.rping.UcmatoseCommand;
import org.urdma4j.tools.stat.StatCommand;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.QuietPrinter;
import org.urdma4j.tools.tunnel.TunnelCommand;
import org.urdma4j.tools.wan.WanCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.ScopeType;

import java.io.PrintWriter;

/** The command without a subcommand, and the entry point of the JVM. */
@Command(
        name = "urdma",
        description = "RDMA verbs for long, lossy networks, in user space.",
        subcommands = {
            BenchCommand.class,
            CopyCommand.class,
            CpuCommand.class,
            CryptoCommand.class,
            DemoCommand.class,
            DevicesCommand.class,
            GatewayCommand.class,
            InteropCommand.class,
            KeyCommand.class,
            LabCommand.class,
            PcapCommand.class,
            PerftestCommand.class,
            PingpongCommand.class,
            RpingCommand.class,
            ServeCommand.class,
            StatCommand.class,
            TunnelCommand.class,
            UcmatoseCommand.class,
            WanCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT)
public final class Urdma {
    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

    private Urdma() {}

    /** Returns the command with all its subcommands, ready to be executed. */
    static CommandLine commandLine() {
        return new CommandLine(new Urdma())
                .setParameterExceptionHandler(Failures::wrongCall)
                .setExecutionExceptionHandler(Failures::failed);
    }

    /**
     * Runs a command. Netty's search for leaks, which has a price for each buffer, is for tests and
     * for who asks for it.
     */
    public static void main(String[] args) {
        if (System.getProperty(LEAK_DETECTION) == null) {
            System.setProperty(LEAK_DETECTION, "disabled");
        }
        CommandLine line =
                commandLine()
                        .setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
                        .setOut(new QuietPrinter(new PrintWriter(System.out, true)))
                        .setErr(new QuietPrinter(new PrintWriter(System.err, true)));
        int status = Failures.execute(line, RawArguments.of(args));
        Interrupt.processOver();
        System.exit(status);
    }
}
