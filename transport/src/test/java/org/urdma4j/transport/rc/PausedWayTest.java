package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** A way that is paused for longer than the transport timer runs: no time in which all waits. */
class PausedWayTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;
    private static final int CODE = 10;
    private static final long TIMEOUT_NS = 4096L << CODE;

    private final Solo solo = new Solo();
    private final Stoppable way = new Stoppable(solo.peer);

    @BeforeEach
    void connect() {
        solo.connect(Solo.attr().timeout(CODE).retryCnt(1));
        way.resume();
        solo.host.qp.modify(new QpAttr(), QpAttrMask.AV, way, 0);
    }

    private List<Captured> resume() {
        way.resume();
        solo.host.shard.onResumed();
        return solo.turn();
    }

    private long timeouts() {
        return solo.host.count(Counter.LOCAL_ACK_TIMEOUT_ERR);
    }

    @Test
    void whatWaitsUnsentShouldNotTimeOut() {
        way.pause();
        assertThat(solo.post(1, WRITE, 300)).isEmpty();
        assertThat(solo.elapse(100 * TIMEOUT_NS)).isEmpty();

        assertThat(brief(resume())).containsExactly("WRITE_FIRST 200", "WRITE_LAST 201");
        assertThat(solo.elapse(TIMEOUT_NS - 1)).isEmpty();
        assertThat(timeouts()).isZero();
        assertThat(brief(solo.elapse(1))).containsExactly("WRITE_FIRST 200", "WRITE_LAST 201");
        assertThat(timeouts()).isOne();
    }

    /** It may wait in the link, behind the pause, and all of it once more behind that. */
    @Test
    void whatWasSentShouldHaveItsWholeTimeAfterThePause() {
        solo.post(1, WRITE, 300);
        way.pause();
        assertThat(solo.elapse(100 * TIMEOUT_NS)).isEmpty();
        assertThat(timeouts()).isZero();

        assertThat(resume()).isEmpty();
        assertThat(solo.elapse(TIMEOUT_NS - 1)).isEmpty();
        assertThat(solo.elapse(1)).hasSize(2);

        way.pause();
        solo.elapse(100 * TIMEOUT_NS);
        resume();
        solo.elapse(TIMEOUT_NS - 1);
        assertThat(solo.sent()).isEmpty();
        solo.elapse(1);
        assertThat(solo.sent()).as("but retries count").containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void acknowledgementsShouldBeTakenMeanwhile() {
        solo.post(1, WRITE, 300);
        way.pause();
        solo.elapse(2 * TIMEOUT_NS);
        assertThat(solo.acknowledge(SQ_PSN + 1)).isEmpty();

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(resume()).isEmpty();
        assertThat(solo.elapse(10 * TIMEOUT_NS)).isEmpty();
        assertThat(timeouts()).isZero();
    }

    /**
     * The time between an acknowledgement that came in the pause and its end doesn't count twice.
     */
    @Test
    void progressInThePauseShouldNotMakeTheTimerLater() {
        solo.post(1, WRITE, 1000);
        way.pause();
        solo.elapse(TIMEOUT_NS / 2);
        solo.acknowledge(SQ_PSN + 1);
        solo.elapse(TIMEOUT_NS / 2);

        assertThat(resume()).isEmpty();
        assertThat(solo.elapse(TIMEOUT_NS - 1)).isEmpty();
        assertThat(solo.elapse(1)).hasSize(2);
    }
}
