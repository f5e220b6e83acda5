package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.cm.CmDrep;
import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmMra;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What requests cost, whoever sends them, and that others get through all the same. */
class CrowdedListenerTest {
    private static final int FLOOD = 100_000;
    private static final long SECOND = 1_000_000_000;
    private static final int DOUBTED = CmHost.BACKLOG / 4;
    private static final CmEndpoint OWN = CmEndpoint.of(9, 9);

    private final Stage stage = new Stage().listening();
    private final List<CmEvent> told = new ArrayList<>();
    private boolean agrees = true;

    /** One address each of so many networks. */
    private static TransportAddress somewhere(int i) {
        return TransportAddress.of(new Gid(0x2001_0db8_0000_0000L + ((long) i << 8), 1));
    }

    private static TransportAddress nearby(int host) {
        return TransportAddress.of(Gid.parse("10.9.8." + host));
    }

    private void ask(TransportAddress from, int remoteId) {
        ask(from, PeerMessages.req(remoteId, 2 + remoteId, CmHost.SERVICE));
    }

    private void ask(TransportAddress from, ByteBuffer req) {
        stage.receive(from, req);
        for (CmEvent event : stage.events()) {
            told.add(event);
            if (agrees && event instanceof CmEvent.ConnectRequest) {
                stage.cm.accept(event.id(), OWN, stage.nowNs);
            }
        }
    }

    /** The peer gets what was sent last, and answers as every connection manager does. */
    private void answerTheQuestion(TransportAddress from) {
        ByteBuffer dreq = stage.sent.removeLast();
        assertThat(CmMessage.of(dreq, 0)).isEqualTo(CmMessage.DREQ);
        ByteBuffer drep = ByteBuffer.allocate(Mad.LENGTH);
        CmMessage.DREP.write(drep, 0, Mad.transactionId(dreq, 0));
        CmDrep.LOCAL_COMM_ID.set(drep, 0, CmDreq.REMOTE_COMM_ID.get(dreq, 0));
        CmDrep.REMOTE_COMM_ID.set(drep, 0, CmDreq.LOCAL_COMM_ID.get(dreq, 0));
        ask(from, drep);
    }

    private CmEvent.ConnectRequest lastRequest() {
        return (CmEvent.ConnectRequest) told.getLast();
    }

    private void flood(int from, int count) {
        for (int i = from; i < from + count; i++) {
            ask(somewhere(i), 1 + i);
        }
        stage.sent.clear();
    }

    private List<Integer> ended() {
        return told.stream()
                .filter(event ->
                        event instanceof CmEvent.Rejected || event instanceof CmEvent.Unreachable)
                .map(CmEvent::id)
                .toList();
    }

    @Test
    void shouldKeepFewOfThoseWhoDoNotAnswer() {
        flood(0, FLOOD);
        assertThat(told).hasSize(DOUBTED);
        assertThat(stage.cm.size()).isEqualTo(DOUBTED);
        assertThat(stage.cm.waiting()).isLessThanOrEqualTo(Doubts.MOST);
    }

    @Test
    void shouldSendThemNoMoreThanCame() {
        for (int i = 0; i < 1000; i++) {
            ask(somewhere(i), 1 + i);
            assertThat(stage.sent).hasSize(i + 1);
        }
    }

    /** Three for one, a little besides that nobody notices, and a bound whatever they say. */
    @Test
    void shouldGiveThemUpSoonWhateverTheySay() {
        for (int i = 0; i < DOUBTED; i++) {
            ByteBuffer req = PeerMessages.req(1 + i, 2, CmHost.SERVICE);
            CmReq.LOCAL_RESPONSE_TIMEOUT.set(req, 0, 31);
            CmReq.REMOTE_RESPONSE_TIMEOUT.set(req, 0, 31);
            CmReq.PRIMARY_ACK_TIMEOUT.set(req, 0, 31);
            CmReq.MAX_CM_RETRIES.set(req, 0, 15);
            ask(somewhere(i), req);
        }
        long start = stage.nowNs;
        while (stage.cm.nextDeadlineNs() <= start + 20 * SECOND) {
            stage.nextDeadline();
        }
        told.addAll(stage.events());
        assertThat(ended()).hasSize(DOUBTED);
        assertThat(stage.sent).hasSizeBetween(3 * DOUBTED, 3 * DOUBTED + 2 * 10);
        assertThat(stage.cm.counters().get(CmCounter.UNPAID)).isPositive();
        while (stage.cm.nextDeadlineNs() != Long.MAX_VALUE) {
            stage.nextDeadline();
        }
        assertThat(stage.cm.size()).isZero();
        assertThat(stage.nowNs - start).isLessThan(30 * SECOND);
    }

    @Test
    void shouldLetInWhoAnswers() {
        flood(0, 1000);
        ask(nearby(1), 7);
        answerTheQuestion(nearby(1));
        assertThat(lastRequest().from()).isEqualTo(nearby(1));
        assertThat(stage.messages()).containsExactly(CmMessage.REP);
        stage.receive(nearby(1), PeerMessages.rtu(lastRequest().id(), 7));
        assertThat(stage.events()).containsExactly(new CmEvent.Established(lastRequest().id()));
    }

    @Test
    void shouldLetInWhoAnswersWhileTheFloodGoesOn() {
        flood(0, 1000);
        ask(nearby(1), 7);
        ByteBuffer question = stage.sent.getLast();
        flood(1000, FLOOD);
        stage.sent.add(question);
        answerTheQuestion(nearby(1));
        assertThat(told).as("its request was put out by others").hasSize(DOUBTED);
        stage.nowNs += SECOND;
        ask(nearby(1), 7);
        assertThat(lastRequest().from()).isEqualTo(nearby(1));
    }

    @Test
    void shouldLetInWhoAnswersForDatagrams() {
        for (int i = 0; i < 1000; i++) {
            ask(somewhere(i), PeerMessages.sidrReq(1 + i));
        }
        assertThat(told).hasSize(DOUBTED);
        ask(nearby(1), PeerMessages.sidrReq(7));
        answerTheQuestion(nearby(1));
        assertThat(told.getLast())
                .isInstanceOfSatisfying(
                        CmEvent.ServiceRequest.class,
                        request -> assertThat(request.from()).isEqualTo(nearby(1)));
    }

    /** A cookie is of one address, one request and some time. */
    @Test
    void shouldBelieveNoAnswersThatAreGuessedOrOld() {
        flood(0, 1000);
        ask(nearby(1), 7);
        ByteBuffer question = stage.sent.getLast();
        answerTheQuestion(nearby(2));
        CmDreq.LOCAL_COMM_ID.set(writable(question), 0, 5);
        stage.sent.add(question);
        answerAs(nearby(1), 8, question);
        assertThat(told).hasSize(DOUBTED);
        ask(nearby(1), 7);
        stage.nowNs += 80 * SECOND;
        answerTheQuestion(nearby(1));
        assertThat(told).hasSize(DOUBTED);
        assertThat(stage.cm.counters().get(CmCounter.STRAY)).isEqualTo(3);
    }

    private static ByteBuffer writable(ByteBuffer of) {
        return ByteBuffer.allocate(Mad.LENGTH).put(0, of, 0, Mad.LENGTH);
    }

    private void answerAs(TransportAddress from, int remoteId, ByteBuffer question) {
        ByteBuffer other = writable(question);
        CmDreq.REMOTE_COMM_ID.set(other, 0, remoteId);
        stage.sent.add(other);
        answerTheQuestion(from);
    }

    private void join(TransportAddress from, int remoteId) {
        int before = told.size();
        int sent = stage.sent.size();
        ask(from, remoteId);
        if (told.size() == before && stage.sent.size() > sent) {
            answerTheQuestion(from);
        }
    }

    /** Those who answer have half of the backlog for an address, three quarters for a network. */
    @Test
    void shouldLeaveRoomForOthersWhereOneAnswers() {
        for (int i = 1; i <= 1000; i++) {
            join(nearby(1), i);
        }
        int ofAddress = told.size();
        assertThat(ofAddress).isBetween(CmHost.BACKLOG / 2, CmHost.BACKLOG / 2 + DOUBTED / 4);
        for (int i = 1; i <= 1000; i++) {
            join(nearby(2 + i % 200), 1000 + i);
        }
        assertThat(stage.cm.size() - ended().size()).isLessThanOrEqualTo(CmHost.BACKLOG);
        int before = told.size();
        stage.nowNs += SECOND;
        join(somewhere(1), 5000);
        assertThat(told.subList(before, told.size()))
                .anyMatch(event -> event instanceof CmEvent.ConnectRequest);
    }

    /** Of a net of machines that all answer, each with its own address. */
    @Test
    void shouldPutOutTheOldestOfWhoHasMost() {
        for (int i = 0; i < 10_000; i++) {
            stage.nowNs += SECOND / CmHost.BACKLOG;
            join(somewhere(i), 1 + i);
            assertThat(stage.cm.size()).isLessThanOrEqualTo(CmHost.BACKLOG);
        }
        assertThat(stage.cm.counters().get(CmCounter.DISPLACED)).isPositive();
        List<Integer> out = ended();
        List<Integer> asked =
                told.stream()
                        .filter(CmEvent.ConnectRequest.class::isInstance)
                        .map(CmEvent::id)
                        .toList();
        assertThat(asked).hasSize(10_000);
        assertThat(out).hasSize(10_000 - CmHost.BACKLOG);
        assertThat(stage.messages()).contains(CmMessage.REJ);
        ByteBuffer rej =
                stage.sent.stream()
                        .filter(mad -> CmMessage.of(mad, 0) == CmMessage.REJ)
                        .findFirst()
                        .orElseThrow();
        assertThat(CmRej.REASON.getInt(rej, 0)).as("it has no resources left").isEqualTo(3);
    }

    /** What a program doesn't look at, or doesn't decide. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotKeepForEverWhatNobodyDecides(boolean datagrams) {
        agrees = false;
        ByteBuffer request =
                datagrams ? PeerMessages.sidrReq(7) : PeerMessages.req(7, 7, CmHost.SERVICE);
        ask(nearby(1), request);
        stage.nowNs += 50 * SECOND;
        ask(nearby(1), request);
        stage.nextDeadline();
        assertThat(stage.nowNs).isEqualTo(1 + 110 * SECOND);
        assertThat(stage.cm.size()).isZero();
        assertThat(stage.events()).hasSize(1).first().isInstanceOf(CmEvent.Rejected.class);
        assertThat(stage.cm.accept(told.getFirst().id(), OWN, stage.nowNs)).isFalse();
    }

    /** Who asks for more time has been heard, and gets a minute, however often he asks. */
    @Test
    void shouldWaitAMinuteForWhoAsksForTime() {
        ask(nearby(1), 7);
        long start = stage.nowNs;
        int id = lastRequest().id();
        while (stage.cm.state(id) != CmState.TIMEWAIT) {
            ByteBuffer mra = PeerMessages.mra(id, CmMra.REP);
            CmMra.LOCAL_COMM_ID.set(mra, 0, 7);
            CmMra.SERVICE_TIMEOUT.set(mra, 0, 31);
            stage.receive(nearby(1), mra);
            stage.nowNs += SECOND;
            stage.cm.onTimer(stage.nowNs);
        }
        assertThat(stage.nowNs - start).isEqualTo(60 * SECOND);
    }

    /** Connections that come and go as fast as they can don't take all that is kept. */
    @Test
    void shouldForgetTheOldestThatHasEnded() {
        Stage small = new Stage(400).listening();
        for (int i = 1; i <= 2000; i++) {
            ByteBuffer req = PeerMessages.req(i, 2 + i, CmHost.SERVICE);
            CmReq.PRIMARY_ACK_TIMEOUT.set(req, 0, 31);
            small.receive(nearby(1), req);
            int id = small.events().getLast().id();
            small.cm.accept(id, CmEndpoint.of(9, 9), small.nowNs);
            small.receive(nearby(1), PeerMessages.rtu(id, i));
            ByteBuffer dreq = PeerMessages.dreq(id, i, 9);
            small.receive(nearby(1), dreq);
            assertThat(small.cm.state(id)).isEqualTo(CmState.TIMEWAIT);
            assertThat(small.cm.size()).isLessThanOrEqualTo(100);
            small.events();
        }
    }

    /** One client's connections leave room for another's. */
    @Test
    void shouldGiveAnAddressHalfOfAllConnections() {
        Stage small = new Stage(100).listening();
        for (int i = 1; i <= 200; i++) {
            small.receive(nearby(1), PeerMessages.req(i, 2 + i, CmHost.SERVICE));
            for (CmEvent event : small.events()) {
                small.cm.accept(event.id(), CmEndpoint.of(9, 9), small.nowNs);
                small.receive(nearby(1), PeerMessages.rtu(event.id(), i));
            }
            small.events();
        }
        assertThat(small.cm.size()).isEqualTo(50);
        small.receive(somewhere(1), PeerMessages.req(1, 2, CmHost.SERVICE));
        assertThat(small.events()).hasSize(1);
    }
}
