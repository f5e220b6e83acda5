package org.urdma4j.lab.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.FlowJson;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class PeerRowsTest {
    private static final PeerPlan PLAN =
            new PeerPlan(List.of(Peer.WRITE, Peer.CUBIC, Peer.AERON), List.of(1500, 9000), 3, 5, 5);

    private final List<PeerResult> results = new ArrayList<>();

    private void ran(int round, int mtu, Peer peer, double gbps, double processors) {
        results.add(new PeerResult(new PeerTurn(round, mtu, peer), gbps * 1e9, processors, ""));
    }

    private void failed(int round, int mtu, Peer peer, String why) {
        results.add(PeerResult.failed(new PeerTurn(round, mtu, peer), why));
    }

    /** The machine gets three times as fast from round to round, and the ratio stays. */
    private void run() {
        ran(1, 1500, Peer.WRITE, 10, 1.5);
        ran(1, 1500, Peer.CUBIC, 20, 2);
        failed(1, 1500, Peer.AERON, "no room");
        ran(2, 1500, Peer.WRITE, 30, 1.5);
        ran(2, 1500, Peer.CUBIC, 60, 2);
        failed(2, 1500, Peer.AERON, "no room");
        failed(3, 1500, Peer.WRITE, "no port");
        ran(3, 1500, Peer.CUBIC, 40, 2);
        ran(3, 1500, Peer.AERON, 4, Double.NaN);
        ran(1, 9000, Peer.AERON, 8, 1);
    }

    private String table() {
        StringWriter text = new StringWriter();
        PeerTable.print(PeerRow.of(PLAN, results), new PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldCompareWithinARound() {
        run();
        PeerRow cubic = PeerRow.of(PLAN, results).get(1);

        assertThat(cubic.peer()).isEqualTo(Peer.CUBIC);
        assertThat(cubic.goodputBps().median()).isEqualTo(40e9);
        assertThat(cubic.oursOverPeer().count()).isEqualTo(2);
        assertThat(cubic.oursOverPeer().least()).isEqualTo(0.5);
        assertThat(cubic.oursOverPeer().most()).isEqualTo(0.5);
        // 2 processors for 8e9 bytes, 7.5e9 and 5e9 of 20, 60 and 40 Gbit/s: the median is 0.4
        assertThat(cubic.cpuPerGb().median()).isCloseTo(0.4, within(1e-9));
        assertThat(cubic.cpuPerGb().most()).isCloseTo(0.8, within(1e-9));
    }

    @Test
    void shouldPrintALineForEachMtuAndPeer() {
        run();

        assertThat(table().lines())
                .containsExactly(
                        "MTU                      Gbit/s  least to most   ours / it  CPU s/GB",
                        "1500   urdma WRITE        20.00  10.00 to 30.00       1.00      0.80",
                        "1500   iperf3, CUBIC      40.00  20.00 to 60.00       0.50      0.40",
                        "1500   Aeron               4.00  4.00 to 4.00",
                        "9000   urdma WRITE               not run",
                        "9000   iperf3, CUBIC             not run",
                        "9000   Aeron               8.00  8.00 to 8.00                   1.00",
                        "Failed: urdma WRITE, MTU 1500: no port",
                        "Failed: Aeron, MTU 1500: no room",
                        "Failed: Aeron, MTU 1500: no room");
    }

    @Test
    void shouldTellWhatFailedFromWhatHadNoTurn() {
        ran(1, 1500, Peer.WRITE, 10, Double.NaN);
        failed(1, 1500, Peer.CUBIC, "no port"); // interrupted after this one

        assertThat(table().lines())
                .containsExactly(
                        "MTU                      Gbit/s  least to most   ours / it  CPU s/GB",
                        "1500   urdma WRITE        10.00  10.00 to 10.00       1.00",
                        "1500   iperf3, CUBIC             failed",
                        "1500   Aeron                     not run",
                        "9000   urdma WRITE               not run",
                        "9000   iperf3, CUBIC             not run",
                        "9000   Aeron                     not run",
                        "Failed: iperf3, CUBIC, MTU 1500: no port");
    }

    @Test
    void shouldSayNothingOfRatiosWithoutOurs() {
        ran(1, 1500, Peer.CUBIC, 20, Double.NaN);

        assertThat(table()).doesNotContain("NaN").contains("1500   iperf3, CUBIC      20.00");
    }

    @Test
    void shouldTellProgramsEveryRun() throws Exception {
        run();
        JsonNode json = FlowJson.tree(PeerJson.of(PLAN, Map.of(Peer.BBR, "none"), results));

        assertThat(json.path("skipped").path("bbr").asString()).isEqualTo("none");
        assertThat(json.path("runs").size()).isEqualTo(10);
        assertThat(json.path("runs").path(2).path("failure").asString()).isEqualTo("no room");
        assertThat(json.path("runs").path(2).has("bits_per_second")).isFalse();
        JsonNode cubic = json.path("rows").path(1);
        assertThat(cubic.path("mtu").asInt()).isEqualTo(1500);
        assertThat(cubic.path("peer").asString()).isEqualTo("cubic");
        assertThat(cubic.path("bits_per_second").path("most").asDouble()).isEqualTo(60e9);
        assertThat(cubic.path("ours_over_peer").path("median").asDouble()).isEqualTo(0.5);
        assertThat(json.path("rows").path(3).has("bits_per_second")).isFalse();
    }
}
