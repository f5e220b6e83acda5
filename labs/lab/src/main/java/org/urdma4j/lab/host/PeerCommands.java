package org.urdma4j.lab.host;

import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;

import java.util.ArrayList;
import java.util.List;

/** The command lines of both ends of a peer. */
record PeerCommands(Commands commands, PeerPlan plan, PeerPrograms others) {
    private static final int FLOW = 0;

    Ends of(Peer peer, int mtu) {
        return switch (peer) {
            case WRITE -> ours(peer, "urdma", "write");
            case READ -> ours(peer, "urdma", "read");
            case STANDARD -> ours(peer, "standard", "write");
            case CUBIC, BBR ->
                    new Ends(
                            peer.label(),
                            Commands.iperf3Server(FLOW),
                            Commands.iperf3(plan.timeS(), plan.omitS(), peer.key(), FLOW),
                            false);
            case AERON, QUIC ->
                    new Ends(
                            peer.label(),
                            others.sender(plan, peer, mtu),
                            others.receiver(plan, peer, mtu),
                            true);
        };
    }

    /** Who reads receives: so the client stands at that end. */
    private Ends ours(Peer peer, String profile, String operation) {
        boolean reads = peer == Peer.READ;
        String server = reads ? Commands.SENDER : Commands.RECEIVER;
        List<String> client =
                new ArrayList<>(commands.benchClient(server, plan.timeS(), plan.omitS(), FLOW));
        client.addAll(List.of("--profile", profile, "--op", operation));
        return new Ends(peer.label(), commands.server(FLOW), client, reads);
    }
}
