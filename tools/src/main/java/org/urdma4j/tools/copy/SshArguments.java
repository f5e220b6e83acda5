package org.urdma4j.tools.copy;

import org.urdma4j.tools.copy.ssh.SshCommand;
import org.urdma4j.tools.peer.Addresses;

import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Stack;

/** How the far end is started by ssh. */
final class SshArguments {
    private static final int MOST_PORT = 0xffff;

    @Option(
            names = "--ssh",
            arity = "0..1",
            preprocessor = Attached.class,
            paramLabel = "COMMAND",
            description = {
                "Have ssh start the far end, with a key for this copy alone; neither `urdma serve`"
                        + " nor a key is needed there. Then paths there are those of ssh's user,"
                        + " who may be named: USER@HOST:PATH.",
                "With = another program or its options, as in --ssh='ssh -p 2222 -J jump'."
            })
    private String ssh;

    @Option(
            names = "--remote-command",
            paramLabel = "COMMAND",
            description = "What runs urdma there, for the shell there; default urdma.")
    private String remoteCommand;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description =
                    "With --ssh, the UDP and TCP port of the far end, which must be open; default"
                            + " any that is free.")
    private Integer port;

    @Option(
            names = "--remote-address",
            paramLabel = "ADDR",
            description =
                    "With --ssh, the address of the far end for data; default that of HOST, or the"
                            + " one where ssh came in.")
    private String remoteAddress;

    /** Takes a value only where it stands with the option: the next word is a path. */
    static final class Attached implements IParameterPreprocessor {
        /** For picocli, which makes one. */
        Attached() {}

        @Override
        @SuppressWarnings("JdkObsolete") // picocli's
        public boolean preprocess(
                Stack<String> args, CommandSpec command, ArgSpec arg, Map<String, Object> info) {
            if (!"=".equals(info.get("separator"))) {
                args.push("ssh");
            }
            return false;
        }
    }

    boolean isGiven() {
        return ssh != null;
    }

    /**
     * Checks what can be checked before anything is started.
     *
     * @throws IllegalArgumentException if it can't be
     */
    void check(CopyJob job, boolean keys) {
        if (!isGiven()) {
            if (remoteCommand != null || port != null || remoteAddress != null) {
                throw new IllegalArgumentException(
                        "--remote-command, --port and --remote-address need --ssh");
            }
            if (job.user() != null) {
                throw new IllegalArgumentException(
                        "USER@HOST needs --ssh; a server is HOST[:PORT]:PATH");
            }
            return;
        }
        var _ = SshCommand.parse(ssh);
        if (keys) {
            throw new IllegalArgumentException("give --ssh, which makes a key, or --protect");
        }
        boolean dash = job.remotes().getFirst().destination().startsWith("-");
        if (dash || (job instanceof PushJob push && push.begins("-"))) {
            throw new IllegalArgumentException("a host or user begins with -");
        }
        if (port != null && (port < 1 || port > MOST_PORT)) {
            throw new IllegalArgumentException("--port is %d, must be 1 to 65535".formatted(port));
        }
        if (port != null && job.port() != 0) {
            throw new IllegalArgumentException("give --port or HOST:PORT:PATH, not both");
        }
        if (remoteCommand != null && remoteCommand.isBlank()) {
            throw new IllegalArgumentException("--remote-command is empty");
        }
    }

    SshCommand command() {
        return SshCommand.parse(ssh);
    }

    String remoteCommand() {
        return remoteCommand == null ? "urdma" : remoteCommand;
    }

    /** Returns 0 for any. */
    int port(CopyJob job) {
        return port == null ? job.port() : port;
    }

    /**
     * Returns null for where ssh comes in.
     *
     * @throws IOException if no address is known
     */
    InetAddress remoteAddress() throws IOException {
        return remoteAddress == null ? null : Addresses.ALL.of(remoteAddress).getFirst();
    }
}
