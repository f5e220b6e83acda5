package org.urdma4j.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Verbs;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Meters of devices that talk over loopback; the registry's clock is ours. */
class MetersTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.12.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.12.2");

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry =
            new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

    private static Context open(InetAddress address, int port) {
        return Verbs.open(address, ContextAttr.builder().udpPort(port).build());
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(ONE, 0))) {
            return socket.getLocalPort();
        }
    }

    private double counted(String name) {
        return registry.get(name).functionCounter().count();
    }

    private double gauged(String name) {
        return registry.get(name).gauge().value();
    }

    private static final class Hearer extends ActiveEndpoint {
        @Override
        protected void onOpen() {
            receive(allocate(64), 0);
        }
    }

    @Test
    void shouldShowWhatADeviceCounts() throws Exception {
        int port = freePort();
        Context a = open(ONE, port);
        new DeviceMetrics(a, Tags.of("site", "north")).bindTo(registry);
        assertThat(counted("urdma4j.sent.pkts")).isZero();
        try (Context b = open(OTHER, port);
                ActiveGroup group = ActiveGroup.listen(b, 0, Hearer::new);
                PassiveEndpoint end = PassiveEndpoint.connect(a, group.address())) {
            QueuePairMetrics pair = new QueuePairMetrics(end.qp());
            pair.bindTo(registry);
            assertThat(counted("urdma4j.sent.pkts")).as("within a second").isZero();

            end.send(end.allocate(64), 64, 0);
            end.awaitSend();
            clock.add(Duration.ofSeconds(1));

            assertThat(counted("urdma4j.sent.pkts")).isPositive();
            assertThat(counted("urdma4j.sent.bytes")).isGreaterThan(counted("urdma4j.sent.pkts"));
            assertThat(gauged("urdma4j.queue.pairs")).isEqualTo(1);
            assertThat(gauged("urdma4j.qp.rtt")).isBetween(0.0, 60.0);
            assertThat(registry.get("urdma4j.sent.bytes").functionCounter().getId())
                    .satisfies(id -> {
                        assertThat(id.getTag("device")).isEqualTo("udp-127.0.12.1");
                        assertThat(id.getTag("site")).isEqualTo("north");
                        assertThat(id.getBaseUnit()).isEqualTo("bytes");
                    });
        }
        clock.add(Duration.ofSeconds(1));
        assertThat(gauged("urdma4j.qp.rtt")).isNaN();
        double last = counted("urdma4j.sent.pkts");
        a.close();
        clock.add(Duration.ofSeconds(1));
        assertThat(counted("urdma4j.sent.pkts")).as("no counter falls").isEqualTo(last);
        assertThat(gauged("urdma4j.queue.pairs")).isZero();
    }

    @Test
    void shouldNotBindWhatIsClosed() throws Exception {
        Context context = open(ONE, freePort());
        context.close();

        assertThatThrownBy(() -> new DeviceMetrics(context).bindTo(registry))
                .isInstanceOf(IllegalStateException.class);
    }
}
