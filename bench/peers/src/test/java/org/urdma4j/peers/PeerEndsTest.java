package org.urdma4j.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;
import org.urdma4j.peers.end.EndSpec;

import java.nio.file.Path;
import java.util.List;

class PeerEndsTest {
    private static final PeerPlan PLAN =
            new PeerPlan(List.of(Peer.AERON, Peer.QUIC), List.of(9000), 1, 5, 3);

    private final PeerEnds ends = new PeerEnds(Path.of("/dev/shm/x"));

    @Test
    void shouldTellBothEndsTheSame() {
        List<String> sender = ends.sender(PLAN, Peer.AERON, 9000);
        List<String> receiver = ends.receiver(PLAN, Peer.QUIC, 9000);

        int main = sender.indexOf(PeerEnd.class.getName());
        assertThat(sender.subList(main + 1, main + 3)).containsExactly("aeron", "send");
        assertThat(receiver.subList(main + 1, main + 3)).containsExactly("quic", "receive");
        EndSpec spec = EndSpec.parse(sender.subList(main + 3, sender.size()));
        assertThat(EndSpec.parse(receiver.subList(main + 3, receiver.size()))).isEqualTo(spec);
        assertThat(spec.sender().getHostString()).isEqualTo("10.77.0.1");
        assertThat(spec.receiver().getHostString()).isEqualTo("10.77.0.2");
        assertThat(spec.mtu()).isEqualTo(9000);
        assertThat(spec.omitS()).isEqualTo(3);
        assertThat(spec.timeS()).isEqualTo(5);
        assertThat(spec.bytes()).isEqualTo(EndSpec.ENDLESS);
        assertThat(spec.folder()).isEqualTo(Path.of("/dev/shm/x"));
    }
}
