package org.urdma4j.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.Rounds;
import org.urdma4j.lab.latency.Asker;
import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyTurn;

import java.util.List;

class LatencyCommandsTest {
    private static final LatencyPlan PLAN =
            new LatencyPlan(
                    List.of(Asker.values()),
                    List.of(0, 50),
                    64,
                    new Rounds(List.of(1500), 1, 5, 3));

    private static final class Echo implements EchoPrograms {
        @Override
        public List<String> server(LatencyPlan plan, LatencyTurn turn) {
            return List.of("echo", "server", String.valueOf(turn.busyPollUs()));
        }

        @Override
        public List<String> client(LatencyPlan plan, LatencyTurn turn) {
            return List.of("echo", "client", String.valueOf(turn.busyPollUs()));
        }
    }

    private static Ends ends(Asker asker, int busyPollUs) {
        Commands commands = new Commands(List.of("urdma"), List.of(), List.of(), true);
        return new LatencyCommands(commands, PLAN, new Echo())
                .of(new LatencyTurn(1, 1500, busyPollUs, asker));
    }

    @Test
    void shouldAskOursForOneAtATimeAndHaveBothEndsPollAlike() {
        Ends ends = ends(Asker.READ, 50);

        assertThat(String.join(" ", ends.server()))
                .isEqualTo("urdma bench server --once --port 4791 --busy-poll 50us");
        assertThat(String.join(" ", ends.client()))
                .isEqualTo(
                        "urdma bench client 10.77.0.2 --port 4791 --time 5 --omit 3 --json"
                                + " --profile urdma --op read --latency --size 64"
                                + " --busy-poll 50us");
        assertThat(String.join(" ", ends(Asker.STANDARD, 0).client()))
                .endsWith(" --profile standard --op write --latency --size 64 --busy-poll 0us");
        assertThat(ends.clientReceives()).isFalse();
    }

    @Test
    void shouldLeaveTheEchoToWhoBringsItAlong() {
        assertThat(ends(Asker.ECHO, 50).server()).containsExactly("echo", "server", "50");
        assertThat(ends(Asker.ECHO, 0).client()).containsExactly("echo", "client", "0");
    }
}
