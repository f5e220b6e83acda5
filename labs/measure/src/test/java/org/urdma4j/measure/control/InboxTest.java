package org.urdma4j.measure.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

@Timeout(30)
class InboxTest {
    private static final long MS = 1_000_000L;
    private static final long SILENCE_NS = 300 * MS;
    private static final SignsOfLife.Timing QUICK = new SignsOfLife.Timing(10 * MS, 200 * MS);
    private static final String GONE = "the peer is gone: nothing was heard for 0.3 s";

    private ControlConnection near;
    private ControlConnection far;
    private Inbox inbox;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            far =
                    new ControlConnection(
                            new Socket(listening.getInetAddress(), listening.getLocalPort()));
            near = new ControlConnection(listening.accept());
        }
        inbox = new Inbox(near, "the peer", SILENCE_NS);
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
    }

    private static JsonNode word() {
        return ControlConnection.message().put("event", "word");
    }

    private SignsOfLife signs(SignsOfLife.Timing timing) {
        return new SignsOfLife(far, Handshake.opening("test"), timing, timing.everyNs());
    }

    @Test
    void shouldGiveUpAPeerThatIsSilent() {
        assertThatExceptionOfType(ControlException.class)
                .isThrownBy(() -> inbox.await(10_000 * MS))
                .withMessage(GONE);
    }

    @Test
    void shouldNotCountTheTimeInWhichNobodyListened() throws Exception {
        Thread.sleep(SILENCE_NS / MS + 100);
        far.send(word());

        assertThat(inbox.await(10_000 * MS)).isEqualTo(word());
        Thread.sleep(SILENCE_NS / MS + 100);
        inbox.listen();

        assertThat(inbox.poll(MS)).isNull();
    }

    @Test
    void shouldTakeASignOfLifeAsHeardAndHandOnWhatFollows() throws Exception {
        try (SignsOfLife signs = signs(QUICK)) {
            long endNs = System.nanoTime() + 3 * SILENCE_NS;
            while (System.nanoTime() < endNs) {
                signs.advance();
                assertThat(inbox.poll(5 * MS)).isNull();
            }
        }
        far.send(word());

        assertThat(inbox.await(SILENCE_NS)).isEqualTo(word());
    }

    @Test
    void shouldGiveUpAPeerThatDoesNotGetOn() throws Exception {
        try (SignsOfLife signs = signs(QUICK)) {
            signs.advance();
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> inbox.await(10_000 * MS))
                    .withMessage(GONE);
        }
    }

    @Test
    void shouldWaitLongerForWhoOpensButNotForWhoIsOnlyAlive() throws Exception {
        var lasting = new SignsOfLife.Timing(10 * MS, 1_000 * MS);
        long beganNs = System.nanoTime();
        try (SignsOfLife signs = signs(lasting)) {
            signs.advance();
            assertThat(inbox.await(150 * MS)).isNull();
        }
        assertThat(System.nanoTime() - beganNs).isGreaterThan(1_000 * MS);

        try (SignsOfLife signs =
                new SignsOfLife(far, Handshake.alive(), lasting, lasting.everyNs())) {
            signs.advance();
            beganNs = System.nanoTime();
            assertThat(inbox.await(150 * MS)).isNull();
            assertThat(System.nanoTime() - beganNs).isLessThan(1_000 * MS);
        }
    }

    @Test
    void shouldTellAtOnceThatThePeerHasClosed() {
        far.close();

        assertThatExceptionOfType(ControlException.class)
                .isThrownBy(() -> inbox.await(10_000 * MS))
                .withMessage("the peer closed the connection");
    }

    @Test
    void shouldSendTheFirstSignWhenItIsHurried() throws Exception {
        try (SignsOfLife signs = new SignsOfLife(far, word(), QUICK, 3_600_000 * MS)) {
            assertThat(inbox.poll(50 * MS)).isNull();
            signs.hurry();
            signs.advance();

            assertThat(inbox.poll(SILENCE_NS / 2)).isEqualTo(word());
        }
    }

    @Test
    void shouldSendNothingMoreOnceItIsClosed() throws Exception {
        SignsOfLife signs = new SignsOfLife(far, word(), QUICK, QUICK.everyNs());
        signs.close();
        signs.close();

        assertThat(inbox.poll(100 * MS)).isNull();
    }
}
