package org.urdma4j.peers;

import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.PeerPrograms;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;
import org.urdma4j.peers.end.EndSpec;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of {@link PeerEnd}, with the flags that users of these libraries set.
 *
 * @param folder for files of the ends, best in memory
 */
record PeerEnds(Path folder) implements PeerPrograms {
    private static final List<String> FLAGS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:+UseParallelGC",
                    "-Dagrona.disable.bounds.checks=true",
                    "-Dio.netty.leakDetection.level=disabled");

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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(PeerEnd.class.getName(), peer.key(), end));
        command.addAll(spec.words());
        return command;
    }
}
