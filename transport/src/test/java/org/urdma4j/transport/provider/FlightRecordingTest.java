package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Verbs;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a recording of Flight Recorder has of devices that talk over loopback. */
class FlightRecordingTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.14.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.14.2");

    @TempDir private Path folder;

    private static final class Hearer extends ActiveEndpoint {
        @Override
        protected void onOpen() {
            receive(allocate(64), 0);
        }
    }

    @Test
    void shouldHoldConnectionsAndTheirPaths() throws Exception {
        int port = FreePort.on(ONE, OTHER);
        Path file = folder.resolve("recording.jfr");
        int qpn;
        try (Recording recording = new Recording()) {
            recording.enable("org.urdma4j.QueuePairState");
            recording.enable("org.urdma4j.Path").withPeriod(Duration.ofMillis(20));
            recording.start();
            qpn = talk(port);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(of(events, "org.urdma4j.QueuePairState"))
                .filteredOn(event -> event.getInt("queuePair") == qpn)
                .filteredOn(event -> event.getString("device").startsWith("udp 127.0.14.1:"))
                .extracting(event -> event.getString("state"))
                .containsSubsequence("INIT", "RTR", "RTS");
        assertThat(of(events, "org.urdma4j.Path"))
                .filteredOn(event -> event.getInt("queuePair") == qpn)
                .filteredOn(event -> event.getString("peer").startsWith("127.0.14.2"))
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.getString("profile")).isEqualTo("urdma");
                    assertThat(event.getString("congestion")).isNotEmpty();
                });
    }

    /** Returns the number of the client's queue pair, once a path has been sampled. */
    private static int talk(int port) throws InterruptedException {
        ContextAttr attr = ContextAttr.builder().udpPort(port).build();
        try (Context a = Verbs.open(ONE, attr);
                Context b = Verbs.open(OTHER, attr);
                ActiveGroup group = ActiveGroup.listen(b, 0, Hearer::new);
                PassiveEndpoint end = PassiveEndpoint.connect(a, group.address());
                Samples samples = new Samples(end.qp().qpNum())) {
            end.send(end.allocate(64), 64, 0);
            end.awaitSend();
            samples.await();
            return end.qp().qpNum();
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }
}
