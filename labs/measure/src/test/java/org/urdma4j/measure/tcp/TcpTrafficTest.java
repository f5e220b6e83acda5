package org.urdma4j.measure.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.Progress;
import org.urdma4j.measure.traffic.StreamTally;

import tools.jackson.databind.json.JsonMapper;

import java.net.InetAddress;
import java.util.Optional;

/** Both ends of a run as the measuring sees them, over loopback. */
@EnabledOnOs(OS.LINUX)
@Timeout(30)
class TcpTrafficTest {
    private static final InetAddress SERVER = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress CLIENT = InetAddress.ofLiteral("127.0.0.2");
    private static final int SIZE = 50_000;

    @AutoClose private final ServerPort port = Ports.open(SERVER);

    private static RunSpec spec(Direction direction, String congestion) {
        // 1 MB on two streams: ten messages each
        Load load = new Load(SIZE, 1, 2, 0, 1_000_000, 0, 0, true, false, 7);
        Tuning tuning =
                new Tuning(
                        0,
                        "rrcc",
                        0,
                        4_000_000_000L,
                        "off",
                        14,
                        7,
                        10,
                        0,
                        congestion,
                        0,
                        Control.CM);
        return new RunSpec(Protocol.TCP, Operation.WRITE, direction, load, tuning);
    }

    private TcpTraffic open(RunSpec spec, Side side) throws Exception {
        boolean client = side == Side.CLIENT;
        return TcpTraffic.open(
                new EndSetup(
                        spec,
                        side,
                        client ? CLIENT : SERVER,
                        client ? SERVER : CLIENT,
                        port.port(),
                        client ? Optional.empty() : Optional.of(port),
                        Progress.NONE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMoveWhatTheRunSays(Direction direction) throws Exception {
        RunSpec spec = spec(direction, "");
        try (TcpTraffic client = open(spec, Side.CLIENT);
                TcpTraffic server = open(spec, Side.SERVER)) {
            server.connect(client.offer());
            client.connect(server.offer());
            assertThat(client.done()).isFalse();
            server.start();
            client.start();
            while (!client.done() || !server.done()) {
                assertThat(client.failure()).isNull();
                assertThat(server.failure()).isNull();
                Thread.sleep(1);
            }

            long sent = direction == Direction.REVERSE ? 0 : 500_000;
            long back = direction == Direction.FORWARD ? 0 : 500_000;
            assertThat(client.tally().streams())
                    .hasSize(2)
                    .allSatisfy(s -> assertThat(s.received()).isEqualTo(back))
                    .allSatisfy(s -> assertThat(s.done()).isBetween(sent, sent + 1)); // the SYN
            // that it is acknowledged doesn't mean that it was read: the receipt does
            assertThat(server.tally().streams())
                    .extracting(StreamTally::received)
                    .containsOnly(sent);
            boolean clientSends = direction.posts(Side.CLIENT);
            assertThat(client.tally().wire().packets() > 0).isEqualTo(clientSends);
            assertThat(client.tally().path().rttNs() > 0).isEqualTo(clientSends);
            assertThat(client.facts().payloadBytes()).isBetween(500, 65_536);
            client.stop();
            server.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"tcp_port\": 0, \"cookie\": \"1\"}",
                "{\"tcp_port\": 65536, \"cookie\": \"1\"}",
                "{\"tcp_port\": \"x\", \"cookie\": \"1\"}",
                "{\"tcp_port\": 5001}",
                "{\"tcp_port\": 5001, \"cookie\": \"x\"}",
                "[]"
            })
    void shouldRefuseAnOfferThatIsNone(String offer) throws Exception {
        try (TcpTraffic client = open(spec(Direction.FORWARD, ""), Side.CLIENT)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.connect(new JsonMapper().readTree(offer)))
                    .withMessageStartingWith("the server offers no ");
        }
    }

    @Test
    void shouldRefuseACongestionControlThatTheKernelLacks() {
        assertThatIOException()
                .isThrownBy(() -> open(spec(Direction.FORWARD, "nosuch"), Side.SERVER).close())
                .withMessageContaining("no TCP congestion control \"nosuch\"; it has: ");
    }
}
