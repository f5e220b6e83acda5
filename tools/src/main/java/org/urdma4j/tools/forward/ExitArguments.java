package org.urdma4j.tools.forward;

import org.urdma4j.forward.exit.AllowRule;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.tools.peer.ListenAddress;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;

/** What an exit does, as the command has it. Not thread-safe. */
final class ExitArguments {
    @Option(
            names = "--exit",
            description = "Be the exit: take streams, and connect to their targets.")
    private boolean exit;

    @Option(
            names = "--listen",
            paramLabel = "ADDR[:PORT]",
            description = {
                "Address of this machine and port, UDP and with --protect TCP; default 127.0.0.1:4794.",
                "Another machine reaches an address beyond loopback only."
            })
    private String listen;

    @Option(
            names = "--allow",
            paramLabel = "ADDR[/BITS]:PORT[-PORT]",
            description = {
                "Connect to these addresses and ports, and no others; may be given again. IPv6 in"
                        + " brackets. Names are looked up once, and what they stand for is"
                        + " compared.",
                "A network doesn't cover this machine's loopback or link-local addresses unless it"
                        + " lies within them."
            })
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--insecure",
            description = {
                "Take streams without keys from whoever asks: beyond loopback from other machines,"
                        + " on loopback from all users of this one. Otherwise that takes its own"
                        + " user and root alone."
            })
    private boolean insecure;

    @Option(
            names = "--max-per-peer",
            paramLabel = "N",
            description = "Streams of one address, 1 to 65536; default as --max-streams.")
    private Integer perPeer;

    boolean isExit() {
        return exit;
    }

    boolean isInsecure() {
        return insecure;
    }

    /**
     * Checks what can be checked without a network.
     *
     * @throws IllegalArgumentException if an option is wrong or misses
     */
    void check() {
        if (exit && allow.isEmpty()) {
            throw new IllegalArgumentException(
                    "an exit needs --allow ADDR:PORT, and connects to nothing else");
        } else if (!exit && (listen != null || !allow.isEmpty() || insecure || perPeer != null)) {
            throw new IllegalArgumentException(
                    "--listen, --allow, --insecure and --max-per-peer are an exit's: give --exit");
        }
    }

    ListenAddress where() {
        return ListenAddress.parse(listen == null ? "127.0.0.1" : listen, ForwardDevice.PORT);
    }

    ExitOptions options(int streams) {
        List<AllowRule> rules = allow.stream().map(AllowRule::parse).toList();
        return ExitOptions.DEFAULT
                .allowed(rules)
                .streams(streams, perPeer == null ? streams : perPeer);
    }
}
