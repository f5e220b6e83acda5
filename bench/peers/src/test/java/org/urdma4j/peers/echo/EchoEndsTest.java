package org.urdma4j.peers.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.Rounds;
import org.urdma4j.lab.latency.Asker;
import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyTurn;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

class EchoEndsTest {
    private static final LatencyPlan PLAN =
            new LatencyPlan(
                    List.of(Asker.ECHO), List.of(50), 64, new Rounds(List.of(1500), 1, 5, 3));

    @Test
    void shouldTellBothEndsTheSame() {
        LatencyTurn turn = new LatencyTurn(1, 1500, 50, Asker.ECHO);
        List<String> server = new EchoEnds().server(PLAN, turn);
        List<String> client = new EchoEnds().client(PLAN, turn);

        int main = server.indexOf(EchoEnd.class.getName());
        assertThat(server.get(main + 1)).isEqualTo("server");
        assertThat(client.get(main + 1)).isEqualTo("client");
        EchoSpec spec = EchoSpec.parse(server.subList(main + 2, server.size()));
        assertThat(EchoSpec.parse(client.subList(main + 2, client.size()))).isEqualTo(spec);
        assertThat(spec)
                .isEqualTo(
                        new EchoSpec(
                                new InetSocketAddress("10.77.0.2", 4791),
                                Duration.ofNanos(50_000),
                                64,
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(5)));
    }

    @Test
    void shouldRefuseWhatPeopleType() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EchoSpec.parse(List.of("10.0.0.1")))
                .withMessage("bench/baseline latency starts this, not people");
    }
}
