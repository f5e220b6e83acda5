package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmMra;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

import java.util.Collections;
import java.util.List;

/** When what is sent again, and when it is given up. */
class TimersTest {
    /** Code 17 for the answer and twice code 16 for the way: 2^18 times 4.096 us. */
    private static final long ANSWER_NS = (1L << 18) * 4096;

    @Test
    void shouldAskSixteenTimesAndThenGiveUp() {
        Stage stage = Stage.in(CmState.REQ_SENT, false);
        long start = stage.nowNs;
        for (int i = 1; i <= 15; i++) {
            assertThat(stage.cm.nextDeadlineNs()).isEqualTo(start + i * ANSWER_NS);
            stage.cm.onTimer(stage.cm.nextDeadlineNs() - 1);
            assertThat(stage.sent).hasSize(i - 1);
            stage.nextDeadline();
        }
        assertThat(stage.messages()).isEqualTo(Collections.nCopies(15, CmMessage.REQ));
        assertThat(stage.events()).isEmpty();
        stage.nextDeadline();
        assertThat(stage.nowNs).isEqualTo(start + 16 * ANSWER_NS);
        assertThat(stage.events()).containsExactly(new CmEvent.Unreachable(stage.id, false));
        assertThat(stage.cm.size()).isZero();
        assertThat(stage.cm.counters().get(CmCounter.RETRIES)).isEqualTo(15);
        assertThat(stage.cm.counters().get(CmCounter.UNREACHABLE)).isEqualTo(1);
        shouldTellThatItGaveUp(stage);
    }

    /** Reason 4, and the device by which Linux finds what it was about. */
    private static void shouldTellThatItGaveUp(Stage stage) {
        var rej = stage.sent.getLast();
        assertThat(CmMessage.of(rej, 0)).isEqualTo(CmMessage.REJ);
        assertThat(CmRej.LOCAL_COMM_ID.getInt(rej, 0)).isEqualTo(stage.id);
        assertThat(CmRej.REMOTE_COMM_ID.getInt(rej, 0)).isZero();
        assertThat(CmRej.REASON.getInt(rej, 0)).isEqualTo(4);
        assertThat(CmRej.INFO_LENGTH.getInt(rej, 0)).isEqualTo(8);
        assertThat(rej.getLong(CmRej.INFO.offset())).isEqualTo(9);
    }

    @Test
    void shouldSendTheSameAgain() {
        Stage stage = new Stage();
        stage.cm.connect(
                Stage.PEER, 1, CmHost.SERVICE, CmPath.DEFAULT, CmEndpoint.of(2, 3), stage.nowNs);
        stage.nextDeadline();
        assertThat(stage.sent).hasSize(2);
        assertThat(stage.sent.get(1)).isEqualTo(stage.sent.get(0));
    }

    @Test
    void shouldWaitAsLongAsThePeerAsks() {
        Stage stage = Stage.in(CmState.REQ_SENT, false);
        stage.nowNs += 100;
        stage.receive(PeerMessages.mra(stage.id, CmMra.REQ));
        // Code 20, and the way.
        long until = stage.nowNs + ((1L << 20) + (1L << 17)) * 4096;
        assertThat(stage.cm.nextDeadlineNs()).isEqualTo(until);
        stage.nextDeadline();
        assertThat(stage.messages()).containsExactly(CmMessage.REQ);
        assertThat(stage.cm.nextDeadlineNs()).isEqualTo(until + ANSWER_NS);
    }

    @Test
    void shouldNotWaitForEver() {
        Stage stage = Stage.in(CmState.REQ_SENT, false);
        var mra = PeerMessages.mra(stage.id, CmMra.REQ);
        CmMra.SERVICE_TIMEOUT.set(mra, 0, 31);
        stage.receive(mra);
        assertThat(stage.cm.nextDeadlineNs())
                .isEqualTo(stage.nowNs + ((1L << 24) + (1L << 17)) * 4096);
    }

    /** A peer that asks for no time doesn't shorten what is waited anyway. */
    @Test
    void shouldNotHurryForAnMra() {
        Stage stage = Stage.in(CmState.REQ_SENT, false);
        long before = stage.cm.nextDeadlineNs();
        var mra = PeerMessages.mra(stage.id, CmMra.REQ);
        CmMra.SERVICE_TIMEOUT.set(mra, 0, 0);
        stage.receive(mra);
        assertThat(stage.cm.nextDeadlineNs()).isEqualTo(before);
    }

    /** The application goes on after one round trip's time, while the peer is asked on. */
    @Test
    void shouldTellTheEndThoughThePeerDoesNotAgree() {
        Stage stage = Stage.in(CmState.DREQ_SENT, false);
        stage.nextDeadline();
        assertThat(stage.events()).containsExactly(new CmEvent.Disconnected(stage.id, true));
        assertThat(stage.cm.state(stage.id)).isEqualTo(CmState.DREQ_SENT);
        for (int i = 2; i <= 16; i++) {
            stage.nextDeadline();
        }
        assertThat(stage.messages()).isEqualTo(Collections.nCopies(15, CmMessage.DREQ));
        assertThat(stage.cm.state(stage.id)).isEqualTo(CmState.TIMEWAIT);
        assertThat(stage.events()).as("told once").isEmpty();
    }

    @Test
    void shouldGiveUpWhenTheHostSaysThatNobodyIsThere() {
        Stage stage = Stage.in(CmState.REQ_SENT, false);
        assertThat(stage.unanswered).isEmpty();
        stage.nextDeadline();
        assertThat(stage.unanswered).containsExactly(Stage.PEER);
        stage.cm.onRefused(TransportAddress.of(Gid.parse("192.0.2.99")));
        stage.nextDeadline();
        assertThat(stage.events()).as("somebody else's host").isEmpty();
        stage.cm.onRefused(Stage.PEER);
        assertThat(stage.events()).isEmpty();
        stage.nextDeadline();
        assertThat(stage.events()).containsExactly(new CmEvent.Unreachable(stage.id, true));
        assertThat(stage.unanswered).hasSize(1);
    }

    @Test
    void shouldNotBelieveOfAPeerThatWasHeardThatItIsNotThere() {
        for (CmState state :
                List.of(
                        CmState.MRA_REQ_RCVD,
                        CmState.REP_RCVD,
                        CmState.ESTABLISHED,
                        CmState.DREQ_SENT,
                        CmState.TIMEWAIT)) {
            Stage stage = Stage.in(state, false);
            long before = stage.cm.nextDeadlineNs();
            stage.cm.onRefused(Stage.PEER);
            assertThat(stage.cm.state(stage.id)).isEqualTo(state);
            assertThat(stage.cm.nextDeadlineNs()).isEqualTo(before);
            assertThat(stage.events()).isEmpty();
        }
    }

    @Test
    void shouldKeepNumbersForTwoAckTimeouts() {
        Stage stage = Stage.in(CmState.TIMEWAIT, false);
        assertThat(stage.cm.nextDeadlineNs()).isEqualTo(stage.nowNs + 2 * (1L << 17) * 4096);
        stage.nextDeadline();
        assertThat(stage.events()).containsExactly(new CmEvent.TimewaitExit(stage.id));
        assertThat(stage.cm.size()).isZero();
    }

    @Test
    void shouldAskAsOftenAsThePeerSaid() {
        Stage stage = new Stage().listening();
        var req = PeerMessages.req(1, 2, CmHost.SERVICE);
        CmReq.MAX_CM_RETRIES.set(req, 0, 2);
        CmReq.LOCAL_RESPONSE_TIMEOUT.set(req, 0, 19);
        stage.receive(req);
        int id = stage.events().getFirst().id();
        stage.cm.accept(id, CmEndpoint.of(2, 3), stage.nowNs);
        long interval = ((1L << 19) + (1L << 17)) * 4096;
        assertThat(stage.cm.nextDeadlineNs()).isEqualTo(stage.nowNs + interval);
        stage.nextDeadline();
        stage.nextDeadline();
        stage.nextDeadline();
        assertThat(stage.messages())
                .containsExactly(CmMessage.REP, CmMessage.REP, CmMessage.REP, CmMessage.REJ);
        assertThat(stage.events()).isEqualTo(List.of(new CmEvent.Unreachable(id, false)));
    }

    @Test
    void shouldRefuseSettingsOutOfRange() {
        Gid gid = Gid.ZERO;
        assertThatThrownBy(() -> new CmConfig(gid, 0, 25, 15, 22, 16, 1))
                .hasMessage("responseTimeout is 25, not 0 to 24");
        assertThatThrownBy(() -> new CmConfig(gid, 0, 17, 16, 22, 16, 1))
                .hasMessageContaining("maxRetries");
        assertThatThrownBy(() -> new CmConfig(gid, 0, 0, 15, 22, 16, 1))
                .hasMessage("a timeout code is 1 to 24");
        assertThatThrownBy(() -> CmEndpoint.of(1 << 24, 0)).hasMessageContaining("qpn");
        assertThatThrownBy(() -> CmEndpoint.of(2, 0).withReads(256, 0))
                .hasMessageContaining("responderResources is 256");
        assertThatThrownBy(() -> new CmPath(QpType.UD, Mtu.MTU_256, 1, 1, 0))
                .hasMessageContaining("not UD");
        assertThatThrownBy(() -> new CmPath(QpType.RC, Mtu.MTU_256, 32, 1, 0))
                .hasMessageContaining("ackTimeout");
        assertThatThrownBy(() -> new CmPath(QpType.RC, Mtu.MTU_256, 1, 8, 0))
                .hasMessageContaining("retryCount");
    }
}
