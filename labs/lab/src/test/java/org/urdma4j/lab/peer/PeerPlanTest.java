package org.urdma4j.lab.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.List;

class PeerPlanTest {
    private static final List<Peer> TWO = List.of(Peer.WRITE, Peer.AERON);

    @Test
    void shouldGiveEveryPeerItsTurnInEachRound() {
        PeerPlan plan = new PeerPlan(TWO, List.of(1500, 9000), 2, 5, 1);

        assertThat(plan.turns())
                .containsExactly(
                        new PeerTurn(1, 1500, Peer.WRITE),
                        new PeerTurn(1, 1500, Peer.AERON),
                        new PeerTurn(1, 9000, Peer.WRITE),
                        new PeerTurn(1, 9000, Peer.AERON),
                        new PeerTurn(2, 1500, Peer.WRITE),
                        new PeerTurn(2, 1500, Peer.AERON),
                        new PeerTurn(2, 9000, Peer.WRITE),
                        new PeerTurn(2, 9000, Peer.AERON));
        assertThat(plan.estimateS()).isEqualTo(64);
        assertThat(plan.without(List.of(Peer.WRITE, Peer.BBR)).peers()).containsExactly(Peer.AERON);
    }

    @Test
    void shouldReadListsOfPeers() {
        assertThat(Peer.parse("write, cubic,quic"))
                .containsExactly(Peer.WRITE, Peer.CUBIC, Peer.QUIC);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Peer.parse("write,tcp"))
                .withMessage(
                        "\"tcp\" is not a peer; there are write, read, standard, cubic, bbr, aeron,"
                                + " quic");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Peer.parse("write,"))
                .withMessageStartingWith("\"\" is not a peer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Peer.parse("quic,quic"))
                .withMessage("quic is named twice");
        for (Peer peer : Peer.values()) {
            assertThat(Peer.parse(peer.key())).containsExactly(peer);
        }
    }

    @Test
    void shouldSayWhatIsOutOfRange() {
        assertWrong(TWO, List.of(1279), 1, 5, 0, "--mtu is 1279, must be 1280 to 9216");
        assertWrong(TWO, List.of(1500, 9217), 1, 5, 0, "--mtu is 9217, must be 1280 to 9216");
        assertWrong(TWO, List.of(1500, 1500), 1, 5, 0, "--mtu is a list of different MTUs");
        assertWrong(TWO, List.of(), 1, 5, 0, "--mtu is a list of different MTUs");
        assertWrong(TWO, List.of(1500), 0, 5, 0, "--rounds is 0, must be 1 to 100");
        assertWrong(TWO, List.of(1500), 1, 1, 0, "--time is 1, must be 2 to 3600");
        assertWrong(TWO, List.of(1500), 1, 5, -1, "--omit is -1, must be 0 to 3600");
        assertWrong(List.of(), List.of(1500), 1, 5, 0, "there is no peer to run");
    }

    private static void assertWrong(
            List<Peer> peers, List<Integer> mtus, int rounds, int timeS, int omitS, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PeerPlan(peers, mtus, rounds, timeS, omitS))
                .withMessage(why);
    }
}
