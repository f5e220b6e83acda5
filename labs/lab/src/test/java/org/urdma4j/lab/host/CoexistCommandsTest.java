package org.urdma4j.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistPlan;

import java.util.List;

class CoexistCommandsTest {
    private static final CoexistCell CELL =
            new CoexistCell("cubic", 2, 100_000_000, 20_000_000, 0.25, true);
    private static final CoexistPlan PLAN = new CoexistPlan(List.of(CELL), "rrcc-rivals", 20, 5);

    private static CoexistCommands commands(boolean iperf3) {
        List<String> extra = List.of("--fec", "auto");
        return new CoexistCommands(new Commands(List.of("urdma"), extra, List.of(), iperf3), PLAN);
    }

    private static String line(List<String> command) {
        return String.join(" ", command);
    }

    @Test
    void shouldPrintTheCountersOfThePath() {
        assertThat(line(commands(true).wan(CELL)))
                .startsWith("urdma wan --rate 100000000 --delay 10000000ns --loss none")
                .contains(" --queue 5000000ns --mtu 1500 ")
                .endsWith(" --json --interval 50ms");
    }

    @Test
    void shouldSendByTheControlThatWasAskedFor() {
        Ends ours = commands(true).ours(CELL);

        assertThat(line(ours.client()))
                .isEqualTo(
                        "urdma bench client 10.77.0.2 --port 4791 --time 46 --omit 0 --interval 0.1"
                                + " --json --profile urdma --cc rrcc-rivals --fec auto");
        assertThat(line(ours.server())).isEqualTo("urdma bench server --once --port 4791");
        assertThat(ours.clientReceives()).isFalse();
    }

    @Test
    void shouldHaveTheReceiverOfTcpRecord() {
        List<Ends> rivals = commands(true).rivals(CELL);

        assertThat(rivals).hasSize(2);
        assertThat(rivals.get(1).clientReceives()).isTrue();
        assertThat(line(rivals.get(1).client()))
                .isEqualTo(
                        "iperf3 --client 10.77.0.1 --port 4795 --reverse --time 30 --interval 0.1"
                                + " --congestion cubic --json");
        assertThat(line(rivals.get(1).server())).contains("--one-off", "--port 4795");
    }

    @Test
    void shouldDoWithoutIperf3() {
        Ends rival = commands(false).rivals(CELL).getFirst();

        assertThat(rival.clientReceives()).isFalse();
        assertThat(line(rival.client()))
                .isEqualTo(
                        "urdma bench client 10.77.0.2 --port 4793 --time 30 --omit 0 --interval 0.1"
                                + " --json --protocol tcp --tcp-cc cubic");
        assertThat(line(rival.server())).isEqualTo("urdma bench server --once --port 4793");
    }
}
