package org.urdma4j.tools.forward;

import org.urdma4j.forward.dial.AllowList;
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
                        + " brackets; unix:/PATH for a UNIX socket. Names are looked up once, and"
                        + " what they stand for is compared.",
                "A network doesn't cover this machine's loopback or link-local addresses unless it"
                        + " lies within them."
            })
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--allow-listen",
            paramLabel = "ADDR[/BITS]:PORT[-PORT]",
            description =
                    "Listen for entries with --reverse at these addresses of this machine and ports,"
                            + " and at no others; otherwise as --allow.")
    private List<String> allowListen = new ArrayList<>();

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
        boolean nothing = allow.isEmpty() && allowListen.isEmpty();
        if (exit && nothing) {
            throw new IllegalArgumentException(
                    "an exit needs --allow ADDR:PORT or --allow-listen ADDR:PORT, and does nothing"
                            + " else");
        } else if (!exit && (listen != null || !nothing || insecure || perPeer != null)) {
            throw new IllegalArgumentException(
                    "--listen, --allow, --allow-listen, --insecure and --max-per-peer are an exit's:"
                            + " give --exit");
        }
    }

    /** Returns what was given, or null. */
    String listen() {
        return listen;
    }

    /**
     * @param usual the port if none is given
     */
    ListenAddress where(int usual) {
        return ListenAddress.parse(listen == null ? "127.0.0.1" : listen, usual);
    }

    ExitOptions options(int streams) {
        return ExitOptions.DEFAULT
                .allowed(AllowList.parse("--allow", allow))
                .listens(AllowList.parse("--allow-listen", allowListen))
                .streams(streams, perPeer == null ? streams : perPeer);
    }
}
