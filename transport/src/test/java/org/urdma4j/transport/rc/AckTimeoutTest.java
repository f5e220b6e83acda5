package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** The transport timer, 4.096 µs times 2^timeout, and the retries that it allows. */
class AckTimeoutTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;

    private final Solo solo = new Solo();

    private static long timeoutNs(int code) {
        return 4096L << code;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 7})
    void shouldGiveUpAfterTheRetriesAllowed(int retries) {
        solo.connect(Solo.attr().timeout(10).retryCnt(retries));
        solo.post(1, WRITE, 300);
        solo.post(2, WRITE, 8);

        solo.elapse(timeoutNs(10) * (retries + 1) - 1);
        assertThat(solo.sent()).isEmpty();
        assertThat(solo.log).hasSize(3 * (retries + 1));

        solo.elapse(1);
        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isEqualTo(retries + 1L);
        assertThat(solo.host.count(Counter.RETRY_EXCEEDED_ERR)).isOne();
        assertThat(solo.host.count(Counter.RETRANSMITTED_PKTS)).isEqualTo(3L * retries);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 14, 17, 20, 31})
    void shouldSendAgainWhenTheTimeIsUpAndNotBefore(int code) {
        solo.connect(Solo.attr().timeout(code));
        solo.post(1, WRITE, 300);

        assertThat(solo.elapse(timeoutNs(code) - 1)).isEmpty();
        assertThat(brief(solo.elapse(1))).containsExactly("WRITE_FIRST 200", "WRITE_LAST 201");
    }

    @Test
    void shouldWaitForEverWithTimeoutZero() {
        solo.connect(Solo.attr().timeout(0));
        solo.post(1, WRITE, 300);

        assertThat(solo.host.shard.nextDeadlineNs()).isEqualTo(RetransmitTimer.NEVER);
        solo.acknowledge(SQ_PSN);
        assertThat(solo.host.shard.nextDeadlineNs()).isEqualTo(RetransmitTimer.NEVER);
    }

    @Test
    void shouldStartAnewWithEachStepForward() {
        solo.connect(Solo.attr().timeout(10).retryCnt(0));
        solo.post(1, WRITE, 1000);

        solo.elapse(timeoutNs(10) - 1);
        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.elapse(timeoutNs(10) - 1)).isEmpty();
        assertThat(solo.sent()).isEmpty();
        solo.elapse(1);
        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldNotStartAnewWithAnAnswerThatIsNoStepForward() {
        solo.connect(Solo.attr().timeout(10).retryCnt(0));
        solo.post(1, WRITE, 1000);
        solo.acknowledge(SQ_PSN + 1);

        solo.elapse(timeoutNs(10) - 1);
        solo.acknowledge(SQ_PSN + 1);
        solo.acknowledge(SQ_PSN);
        solo.elapse(1);

        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldSendOnlyTheUnacknowledgedAgain() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 1000);
        solo.acknowledge(SQ_PSN + 1);

        assertThat(brief(solo.elapse(timeoutNs(14))))
                .containsExactly("WRITE_MIDDLE 202", "WRITE_LAST 203");
    }

    @Test
    void shouldRestoreTheRetriesWithEachStepForward() {
        solo.connect(Solo.attr().timeout(10).retryCnt(1));
        solo.post(1, WRITE, 1000);

        for (int i = 0; i < 4; i++) {
            solo.elapse(timeoutNs(10));
            solo.acknowledge(SQ_PSN + i);
        }

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldRestWhenAllIsAcknowledged() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 8);
        solo.acknowledge(SQ_PSN);

        assertThat(solo.elapse(10 * timeoutNs(14))).isEmpty();
        assertThat(solo.host.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
    }

    @Test
    void shouldTimeOutForAReadWithoutAnswer() {
        solo.connect(Solo.attr().retryCnt(1));
        solo.post(1, WrOpcode.RDMA_READ, 1000);

        List<Captured> again = solo.elapse(timeoutNs(14));

        assertThat(brief(again)).containsExactly("READ_REQUEST 200");
        assertThat(again.getFirst().headers.dmaLength()).isEqualTo(1000);
        solo.elapse(timeoutNs(14));
        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    /** 32 packets of 256 bytes, after which an answer is asked for, take 84 ms at 1 Mbit/s. */
    @Test
    void shouldNotTimeOutWhileNoAnswerHasBeenAskedFor() {
        solo.connect(Solo.attr().timeout(14).retryCnt(0).rateLimit(1000));
        solo.host.post(solo.request(1, WRITE, 60_000));

        for (int i = 0; i < 40_000 && solo.host.qp.state() == QpState.RTS; i++) {
            List<Captured> sent = solo.elapse(100_000);
            for (Captured packet : sent) {
                if (packet.headers.ackRequested()) {
                    solo.acknowledge(packet.psn());
                }
            }
        }

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }
}
