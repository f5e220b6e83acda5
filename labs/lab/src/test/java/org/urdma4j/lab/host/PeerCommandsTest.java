package org.urdma4j.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;

import java.util.List;
import java.util.Map;

class PeerCommandsTest {
    private static final PeerPlan PLAN =
            new PeerPlan(List.of(Peer.values()), List.of(1500), 1, 5, 3);

    private static final class Programs implements PeerPrograms {
        @Override
        public List<String> sender(PeerPlan plan, Peer peer, int mtu) {
            return List.of(peer.key(), "sender", String.valueOf(mtu));
        }

        @Override
        public List<String> receiver(PeerPlan plan, Peer peer, int mtu) {
            return List.of(peer.key(), "receiver", String.valueOf(mtu));
        }
    }

    private static Ends ends(Peer peer) {
        Commands commands = new Commands(List.of("urdma"), List.of(), List.of(), true);
        return new PeerCommands(commands, PLAN, new Programs()).of(peer, 1500);
    }

    private static String client(Peer peer) {
        return String.join(" ", ends(peer).client());
    }

    private static String server(Peer peer) {
        return String.join(" ", ends(peer).server());
    }

    @Test
    void shouldWriteFromTheSendersEnd() {
        assertThat(server(Peer.WRITE)).isEqualTo("urdma bench server --once --port 4791");
        assertThat(client(Peer.WRITE))
                .isEqualTo(
                        "urdma bench client 10.77.0.2 --port 4791 --time 5 --omit 3 --json"
                                + " --profile urdma --op write");
        assertThat(client(Peer.STANDARD)).endsWith(" --profile standard --op write");
        assertThat(ends(Peer.WRITE).clientReceives()).isFalse();
        assertThat(ends(Peer.STANDARD).clientReceives()).isFalse();
    }

    @Test
    void shouldReadFromTheReceiversEnd() {
        assertThat(client(Peer.READ))
                .isEqualTo(
                        "urdma bench client 10.77.0.1 --port 4791 --time 5 --omit 3 --json"
                                + " --profile urdma --op read");
        assertThat(ends(Peer.READ).clientReceives()).isTrue();
    }

    @Test
    void shouldLetIperf3CarryTcp() {
        assertThat(server(Peer.CUBIC))
                .isEqualTo("iperf3 --server --one-off --forceflush --port 4791");
        assertThat(client(Peer.CUBIC))
                .isEqualTo(
                        "iperf3 --client 10.77.0.2 --port 4791 --time 5 --omit 3 --congestion cubic"
                                + " --json");
        assertThat(client(Peer.BBR)).contains("--congestion bbr");
        assertThat(ends(Peer.BBR).clientReceives()).isFalse();
    }

    @Test
    void shouldHaveOthersCountAtTheReceiver() {
        assertThat(server(Peer.AERON)).isEqualTo("aeron sender 1500");
        assertThat(client(Peer.QUIC)).isEqualTo("quic receiver 1500");
        assertThat(ends(Peer.AERON).clientReceives()).isTrue();
    }

    @Test
    void shouldSayWhatAMachineLacks() {
        List<Peer> all = List.of(Peer.values());

        assertThat(PeerSkips.of(all, "iperf 3.12", List.of("reno", "bbr", "cubic"))).isEmpty();
        assertThat(PeerSkips.of(all, "", List.of("reno", "bbr", "cubic")))
                .isEqualTo(
                        Map.of(
                                Peer.CUBIC,
                                "iperf3 is not installed: apt-get install iperf3",
                                Peer.BBR,
                                "iperf3 is not installed: apt-get install iperf3"));
        assertThat(PeerSkips.of(all, "iperf 3.12", List.of("reno", "cubic")))
                .isEqualTo(Map.of(Peer.BBR, "this kernel's TCP has no bbr: modprobe tcp_bbr"));
        assertThat(PeerSkips.of(List.of(Peer.WRITE), "", List.of())).isEmpty();
    }
}
