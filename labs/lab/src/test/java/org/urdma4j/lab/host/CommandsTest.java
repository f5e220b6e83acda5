package org.urdma4j.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.Mix;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.List;

class CommandsTest {
    private static final LabCell CELL = LabCell.parse("20ms/0.1%", 1_000_000_000L, 0);
    private static final LabPlan PLAN =
            new LabPlan(List.of(CELL), List.of(Mix.parse("urdma")), 3, 25, 5);
    private static final Commands COMMANDS =
            new Commands(List.of("java", "Urdma"), List.of("--fec", "auto"), List.of(), false);

    private static String line(List<String> command) {
        return String.join(" ", command);
    }

    private static String client(String kind, int flow) {
        return line(COMMANDS.client(PLAN, CELL, new FlowKind(kind), flow));
    }

    @Test
    void shouldJoinTheNamespacesByThePath() {
        assertThat(line(COMMANDS.wan(CELL, 3)))
                .isEqualTo(
                        "java Urdma wan --rate 1000000000 --delay 10000000ns --loss 0.001"
                                + " --queue 20000000ns --mtu 1500 --seed 3 --json");
        LabCell rare = LabCell.parse("1ms/0.001%", 1_000_000_000L, 0);
        assertThat(COMMANDS.wan(rare, 1)).contains("0.00001");
    }

    @Test
    void shouldStartBothEndsOfAFlow() {
        assertThat(line(COMMANDS.server(1)))
                .isEqualTo("java Urdma bench server --once --port 4793");
        String client = "java Urdma bench client 10.77.0.2 --port 4791 --time 25 --omit 5 --json";
        assertThat(client("urdma", 0)).isEqualTo(client + " --profile urdma --fec auto");
        assertThat(client("urdma-paper", 0))
                .isEqualTo(client + " --profile urdma --fec auto --paper");
        assertThat(client("tcp-bbr", 0)).isEqualTo(client + " --protocol tcp --tcp-cc bbr");
        assertThat(client("standard", 0))
                .isEqualTo(client + " --profile standard --rate 1000000000 --timeout 16");
        assertThat(client("tcp-cubic", 2)).contains("--port 4795").endsWith("--tcp-cc cubic");
    }

    @Test
    void shouldJoinTheNamespacesByEveryRail() {
        LabCell rails =
                LabCell.of(RailPlan.parse("500M/20ms/0+1G/80ms/1%", List.of("1@5s"), List.of()), 0);

        assertThat(COMMANDS.wans(rails, 3).stream().map(CommandsTest::line))
                .containsExactly(
                        "java Urdma wan --rate 500000000 --delay 10000000ns --loss none"
                                + " --queue 20000000ns --mtu 1500 --seed 3 --json"
                                + " --rail 0 --commands --interval 100ms",
                        "java Urdma wan --rate 1000000000 --delay 40000000ns --loss 0.01"
                                + " --queue 20000000ns --mtu 1500 --seed 1003 --json"
                                + " --rail 1 --commands --interval 100ms");
        assertThat(line(COMMANDS.client(PLAN, rails, new FlowKind("urdma"), 0)))
                .endsWith(
                        " --profile urdma --paths 10.77.0.1-10.77.0.2,10.77.1.1-10.77.1.2"
                                + " --fec auto");
        // the others have the first rail
        assertThat(line(COMMANDS.client(PLAN, rails, new FlowKind("standard"), 0)))
                .endsWith(" --profile standard --rate 500000000 --timeout 16");
        assertThat(line(COMMANDS.client(PLAN, rails, new FlowKind("tcp-bbr"), 0)))
                .endsWith(" --protocol tcp --tcp-cc bbr");
    }

    @Test
    void shouldSealFlowsOfUrdmaAtBothEnds() {
        Commands sealing =
                new Commands(List.of("urdma"), List.of(), List.of("--protect", "psk:key"), true);

        assertThat(line(sealing.server(new FlowKind("urdma"), 0)))
                .isEqualTo("urdma bench server --once --port 4791 --protect psk:key");
        assertThat(line(sealing.server(new FlowKind("standard"), 0))).doesNotContain("--protect");
        assertThat(line(sealing.server(new FlowKind("tcp-bbr"), 0))).doesNotContain("--protect");
    }

    @Test
    void shouldLetIperf3CarryTcpWhereItIsInstalled() {
        Commands commands = new Commands(List.of("java", "Urdma"), List.of(), List.of(), true);
        FlowKind bbr = new FlowKind("tcp-bbr");

        assertThat(line(commands.server(bbr, 0)))
                .isEqualTo("iperf3 --server --one-off --forceflush --port 4791");
        assertThat(line(commands.client(PLAN, CELL, bbr, 0)))
                .isEqualTo(
                        "iperf3 --client 10.77.0.2 --port 4791 --time 25 --omit 5 --congestion bbr"
                                + " --json");
        assertThat(commands.server(FlowKind.URDMA, 0)).isEqualTo(commands.server(0));
    }

    /** 4.096 µs times 2 to the power of 15 is 134 ms, of 16 268 ms, of 17 537 ms. */
    @ParameterizedTest
    @CsvSource({"13ms/0, 15", "14ms/0, 16", "20ms/0, 16", "47ms/0, 16", "48ms/0, 17", "80ms/0, 17"})
    void shouldWaitFourRoundTripsOfAFullQueue(String cell, int code) {
        assertThat(Commands.timeout(LabCell.parse(cell, 1_000_000_000L, 0))).isEqualTo(code);
    }

    @Test
    void shouldPutNetemOnBothWays() {
        // 1 Gbit/s is 81274 frames of 1538 bytes a second: 30 ms of them
        assertThat(line(NetemPath.netem("a", CELL, CELL.loss())))
                .isEqualTo(
                        "tc -n a qdisc add dev wan0 root netem delay 10000us loss random 0.1%"
                                + " rate 1000000000bit 24 limit 2438");
        assertThat(line(NetemPath.netem("b", CELL, LossSpec.NONE))).doesNotContain("loss");
        assertThat(line(NetemPath.netem("a", CELL, LossSpec.parse("ge:0.001,0.02,0.8"))))
                .contains("loss gemodel 0.1% 2% 20%");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetemPath.netem("a", CELL, LossSpec.parse("burst:2s,20ms")))
                .withMessageContaining("--netem");
    }
}
