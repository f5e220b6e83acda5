package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Processes at the other end that are killed, or stopped for a while, amid an idle connection. */
@Timeout(120)
class KilledProcessTest {
    private static final String OWN = "127.0.0.1";
    private static final String OTHER = "127.0.0.2";
    private static final Duration QUIET = Duration.ofMillis(1500);

    private final int port = FreePort.on(InetAddress.ofLiteral(OWN), InetAddress.ofLiteral(OTHER));
    private final CmEnd own = Mortal.open(OWN, port);
    private Process process;
    private BufferedReader says;

    @AfterEach
    void close() {
        if (process != null) {
            process.destroyForcibly();
        }
        own.close();
    }

    private void start(String... more) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Mortal.class.getName(),
                                OTHER,
                                Integer.toString(port)));
        command.addAll(List.of(more));
        process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        says = process.inputReader(StandardCharsets.UTF_8);
    }

    private void expect(String line) throws IOException {
        assertThat(says.readLine()).isEqualTo(line);
    }

    private void checkVanished(CmId id) throws InterruptedException {
        CmEvent event = own.await(CmEventType.DISCONNECTED);
        assertThat(event.id()).isSameAs(id);
        assertThat(event.peerVanished()).as(event.toString()).isTrue();
        assertThat(id.qp().state()).isEqualTo(QpState.ERR);
        assertThat(own.awaitCompletion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    private CmId connected(String profile) throws IOException, InterruptedException {
        start(profile);
        expect("listening");
        CmId id = own.createId();
        id.resolveAddr(null, new InetSocketAddress(OTHER, CmEnd.PORT), Duration.ofSeconds(10));
        own.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ofSeconds(10));
        own.await(CmEventType.ROUTE_RESOLVED);
        own.createQp(id);
        id.connect(Mortal.param(profile));
        own.await(CmEventType.ESTABLISHED);
        expect("connected");
        own.receive(id, 0, 64);
        return id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"urdma", "standard"})
    void shouldNoticeThatTheServerIsKilled(String profile) throws Exception {
        CmId id = connected(profile);
        assertThat(own.channel.getCmEvent(QUIET)).as("nothing while it lives").isNull();
        process.destroyForcibly().waitFor(); // SIGKILL
        checkVanished(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"urdma", "standard"})
    void shouldNoticeThatTheClientIsKilled(String profile) throws Exception {
        own.listen(4);
        start(profile, OWN);
        CmId child = own.await(CmEventType.CONNECT_REQUEST).id();
        own.createQp(child);
        child.accept(Mortal.param(profile));
        own.await(CmEventType.ESTABLISHED);
        expect("connected");
        own.receive(child, 0, 64);
        process.destroyForcibly().waitFor();
        checkVanished(child);
    }

    /** Shorter than the limit, and what it is sent meanwhile waits in its socket. */
    @Test
    void shouldBearAProcessThatIsStopped() throws Exception {
        CmId id = connected("urdma");
        signal("STOP");
        assertThat(own.channel.getCmEvent(Duration.ofSeconds(1))).isNull();
        signal("CONT");
        assertThat(own.channel.getCmEvent(QUIET)).isNull();
        assertThat(id.qp().state()).isEqualTo(QpState.RTS);
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
