package org.urdma4j.tools.interop.play;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * {@code urdma interop play}: plays cases where the guest can be reached, and prints an {@link
 * Outcome} a line. For {@code urdma interop}, which starts it in the guest's network.
 */
@Command(
        name = "play",
        hidden = true,
        description = "Plays cases in the network of a guest that runs.")
public final class PlayCommand implements Runnable {
    @Option(names = "--address", required = true, paramLabel = "IPV4", description = "Ours.")
    private InetAddress address;

    @Option(names = "--address6", required = true, paramLabel = "IPV6", description = "Ours.")
    private InetAddress address6;

    @Option(names = "--guest", required = true, paramLabel = "IPV4", description = "The guest's.")
    private InetAddress guest;

    @Option(names = "--port", required = true, paramLabel = "PORT", description = "Of rxe-peer.")
    private int port;

    @Option(names = "--case", required = true, split = ",", description = "Which, by name.")
    private List<String> names;

    @Spec private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PlayNet net = new PlayNet(address, address6, new InetSocketAddress(guest, port));
        try (Player player =
                new Player(
                        net,
                        outcome -> {
                            out.println(outcome.line());
                            out.flush();
                        })) {
            player.play(Cases.variants(names::contains));
        }
    }
}
