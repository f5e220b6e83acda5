package org.urdma4j.peers;

import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.PeerPrograms;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;
import org.urdma4j.peers.end.EndSpec;
import org.urdma4j.peers.end.JavaCommand;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of {@link PeerEnd}.
 *
 * @param folder for files of the ends, best in memory
 */
record PeerEnds(Path folder) implements PeerPrograms {
    @Override
    public List<String> sender(PeerPlan plan, Peer peer, int mtu) {
        return command(plan, peer, mtu, PeerEnd.SEND);
    }

    @Override
    public List<String> receiver(PeerPlan plan, Peer peer, int mtu) {
        return command(plan, peer, mtu, PeerEnd.RECEIVE);
    }

    private List<String> command(PeerPlan plan, Peer peer, int mtu, String end) {
        EndSpec spec =
                new EndSpec(
                        new InetSocketAddress(Commands.SENDER, Commands.FIRST_PORT),
                        new InetSocketAddress(Commands.RECEIVER, Commands.FIRST_PORT),
                        mtu,
                        plan.omitS(),
                        plan.timeS(),
                        EndSpec.ENDLESS,
                        folder);
        List<String> words = new ArrayList<>(List.of(peer.key(), end));
        words.addAll(spec.words());
        return JavaCommand.of(PeerEnd.class, words);
    }
}
