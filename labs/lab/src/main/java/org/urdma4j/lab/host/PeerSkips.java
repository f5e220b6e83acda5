package org.urdma4j.lab.host;

import org.urdma4j.lab.peer.Peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which peers this machine can't run, and what is to be done about it. */
public final class PeerSkips {
    private static final Path CONTROLS =
            Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

    private PeerSkips() {}

    /** Looks for those of the kernel's TCP among {@code peers}. */
    public static Map<Peer, String> ofThisMachine(List<Peer> peers) throws InterruptedException {
        return of(peers, Iperf3.version(), controls());
    }

    private static List<String> controls() {
        try {
            return List.of(Files.readString(CONTROLS).strip().split("\\s+"));
        } catch (IOException _) {
            return List.of(); // no Linux
        }
    }

    /**
     * Returns the reasons.
     *
     * @param iperf3 its version, empty if it isn't installed
     * @param controls the congestion controls that the kernel has
     */
    static Map<Peer, String> of(List<Peer> peers, String iperf3, List<String> controls) {
        Map<Peer, String> skips = new EnumMap<>(Peer.class);
        for (Peer peer : peers) {
            if (peer.tcp() && iperf3.isEmpty()) {
                skips.put(peer, "iperf3 is not installed: apt-get install iperf3");
            } else if (peer.tcp() && !controls.contains(peer.key())) {
                skips.put(
                        peer,
                        "this kernel's TCP has no %1$s: modprobe tcp_%1$s".formatted(peer.key()));
            }
        }
        return skips;
    }
}
