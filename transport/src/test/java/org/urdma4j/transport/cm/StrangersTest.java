package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.mad.MadField;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.nio.ByteBuffer;
import java.util.Random;

/** Floods, nonsense and forgeries: memory is bounded, and a live connection doesn't notice. */
class StrangersTest {
    private static final int FLOOD = 20_000;

    /**
     * Of the backlog a quarter is for who hasn't shown that he gets answers, half of it a net's.
     */
    private static final int DOUBTED_OF_NETWORK = CmHost.BACKLOG / 8;

    private final Random random = new Random(11);
    private final Stage stage = Stage.in(CmState.ESTABLISHED, true);

    @BeforeEach
    void shouldBeConnected() {
        assertThat(stage.cm.size()).isEqualTo(1);
    }

    /** The connection lives and can be ended. */
    private void shouldStillBeConnected() {
        assertThat(stage.cm.state(stage.id)).isEqualTo(CmState.ESTABLISHED);
        stage.sent.clear();
        stage.receive(PeerMessages.dreq(stage.id, PeerMessages.PEER_ID, Stage.QPN));
        assertThat(stage.messages()).containsExactly(CmMessage.DREP);
        assertThat(stage.cm.state(stage.id)).isEqualTo(CmState.TIMEWAIT);
    }

    private static TransportAddress stranger(int i) {
        return TransportAddress.of(new Gid(0xfd00L << 48, i));
    }

    @Test
    void shouldKeepNoMoreRequestsThanTheBacklog() {
        for (int i = 0; i < FLOOD; i++) {
            stage.receive(stranger(i), PeerMessages.req(i + 1, 2, CmHost.SERVICE));
        }
        assertThat(stage.cm.size()).isEqualTo(1 + DOUBTED_OF_NETWORK);
        assertThat(stage.events()).hasSize(DOUBTED_OF_NETWORK);
        long doubted = FLOOD - DOUBTED_OF_NETWORK;
        assertThat(stage.sent).as("no more than came").hasSize((int) doubted);
        assertThat(stage.cm.counters().get(CmCounter.DOUBTED)).isEqualTo(doubted);
        shouldStillBeConnected();
    }

    @Test
    void shouldKeepNoMoreAcceptedRequestsThanTheBacklog() {
        for (int i = 0; i < FLOOD; i++) {
            stage.receive(stranger(i), PeerMessages.req(i + 1, 2, CmHost.SERVICE));
            stage.events()
                    .forEach(
                            event -> stage.cm.accept(event.id(), CmEndpoint.of(9, 9), stage.nowNs));
        }
        assertThat(stage.cm.size()).isEqualTo(1 + DOUBTED_OF_NETWORK);
        while (stage.cm.nextDeadlineNs() != Long.MAX_VALUE) {
            stage.nextDeadline();
        }
        assertThat(stage.cm.size()).isEqualTo(1);
        assertThat(stage.events()).hasSize(2 * DOUBTED_OF_NETWORK);
        shouldStillBeConnected();
    }

    @Test
    void shouldKeepNothingOfRequestsForNobody() {
        long service = ServiceId.of(PortSpace.TCP, 1);
        for (int i = 0; i < FLOOD; i++) {
            stage.receive(stranger(i), PeerMessages.req(i + 1, 2, service));
        }
        assertThat(stage.cm.size()).isEqualTo(1);
        assertThat(stage.sent).hasSize(FLOOD);
        assertThat(CmRej.REASON.get(stage.sent.getLast(), 0)).isEqualTo(8);
        assertThat(CmRej.REMOTE_COMM_ID.get(stage.sent.getLast(), 0)).isEqualTo(FLOOD);
        shouldStillBeConnected();
    }

    @Test
    void shouldKeepAThousandRefusals() {
        for (int i = 0; i < FLOOD; i++) {
            stage.receive(stranger(i), PeerMessages.req(i + 1, 2, CmHost.SERVICE));
            stage.events().forEach(event -> refuse(event.id()));
        }
        assertThat(stage.cm.size()).isEqualTo(1 + 1024);
        assertThat(stage.sent).hasSize(FLOOD);
        shouldStillBeConnected();
    }

    private void refuse(int id) {
        stage.cm.reject(id, RejectReason.CONSUMER_DEFINED, PrivateData.NONE, stage.nowNs);
    }

    /** Requests that are taken back at once, by one who never lets the application look. */
    @Test
    void shouldHoldNoMoreEventsThanConnections() {
        Stage small = new Stage(100).listening();
        for (int i = 0; i < FLOOD; i++) {
            small.receive(stranger(i), PeerMessages.req(i + 1, 2, CmHost.SERVICE));
            small.receive(stranger(i), PeerMessages.rej(0, i + 1, 4));
        }
        assertThat(small.cm.size()).isZero();
        assertThat(small.events()).hasSize(100);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 101; i++) {
                                small.cm.resolve(
                                        Stage.PEER, 1, CmHost.DATAGRAMS, PrivateData.NONE, 0);
                            }
                        })
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("100 connections already");
    }

    @Test
    void shouldHaveRoomAgainForRequestsThatAreTakenBack() {
        for (int i = 0; i < 3 * CmHost.BACKLOG; i++) {
            stage.receive(stranger(i), PeerMessages.req(i + 1, 2, CmHost.SERVICE));
            stage.receive(stranger(i), PeerMessages.rej(0, i + 1, 4));
            assertThat(stage.events()).hasSize(2);
        }
        shouldStillBeConnected();
    }

    @Test
    void shouldKeepNoMoreDatagramRequestsThanTheBacklog() {
        for (int i = 0; i < FLOOD; i++) {
            stage.receive(stranger(i), PeerMessages.sidrReq(i + 1));
        }
        assertThat(stage.cm.size()).isEqualTo(1 + DOUBTED_OF_NETWORK);
        shouldStillBeConnected();
    }

    /** Right but for one of the numbers, or from another address. */
    @ParameterizedTest
    @EnumSource(
            names = {"MRA", "REJ", "REP", "RTU", "DREP", "SIDR_REP", "DREQ"},
            mode = EnumSource.Mode.INCLUDE)
    void shouldIgnoreAnswersToNobody(CmMessage message) {
        ByteBuffer wrongId = PeerMessages.of(message, stage.id + 1, Stage.QPN, true);
        stage.receive(wrongId);
        ByteBuffer right = PeerMessages.of(message, stage.id, Stage.QPN, true);
        stage.receive(stranger(1), right);
        long stray = 2;
        if (message != CmMessage.SIDR_REP) {
            MadField peerId = message.fields().getFirst();
            peerId.set(right, 0, PeerMessages.PEER_ID + 1);
            stage.receive(right);
            stray++;
        }
        assertThat(stage.cm.counters().get(CmCounter.STRAY)).isEqualTo(stray);
        assertThat(stage.events()).isEmpty();
        // Whoever asks to end what isn't there is told that it has ended.
        assertThat(stage.sent).hasSize(message == CmMessage.DREQ ? 3 : 0);
        shouldStillBeConnected();
    }

    @Test
    void shouldIgnoreAnEndOfAnotherQueuePair() {
        stage.receive(PeerMessages.dreq(stage.id, PeerMessages.PEER_ID, Stage.QPN + 1));
        assertThat(stage.sent).isEmpty();
        assertThat(stage.cm.counters().get(CmCounter.UNEXPECTED)).isEqualTo(1);
        shouldStillBeConnected();
    }

    @Test
    void shouldSurviveNonsense() {
        for (int i = 0; i < FLOOD; i++) {
            byte[] bytes = new byte[256];
            random.nextBytes(bytes);
            ByteBuffer b = ByteBuffer.wrap(bytes);
            if (random.nextInt(10) > 0) {
                b.putInt(0, 0x0107_0203).putShort(16, (short) random.nextInt(0x10, 0x19));
            }
            if (random.nextBoolean()) {
                CmReq.SERVICE_ID.set(b, 0, CmHost.SERVICE);
            }
            TransportAddress from = random.nextBoolean() ? Stage.PEER : stranger(random.nextInt(9));
            stage.cm.onMad(from, b, 0, random.nextInt(300), stage.nowNs);
            stage.nowNs += 1000;
            stage.cm.onTimer(stage.nowNs);
        }
        assertThat(stage.cm.counters().get(CmCounter.MALFORMED)).isPositive();
        assertThat(stage.cm.size()).isLessThanOrEqualTo(1 + CmHost.BACKLOG);
        shouldStillBeConnected();
    }

    @ParameterizedTest
    @CsvSource({"0x0019", "0x001a"})
    void shouldCountWhatIsNotSpoken(String attribute) {
        ByteBuffer lap = PeerMessages.rtu(stage.id, PeerMessages.PEER_ID);
        lap.putShort(16, (short) (int) Integer.decode(attribute));
        stage.receive(lap);
        assertThat(stage.cm.counters().get(CmCounter.UNKNOWN_MESSAGE)).isEqualTo(1);
        shouldStillBeConnected();
    }

    /** Another connection of the peer's queue pair is refused while this one lives. */
    @Test
    void shouldRefuseAQueuePairThatIsConnected() {
        ByteBuffer req =
                PeerMessages.req(PeerMessages.PEER_ID + 1, PeerMessages.PEER_QPN, CmHost.SERVICE);
        stage.receive(req);
        assertThat(CmRej.REASON.get(stage.sent.getFirst(), 0)).isEqualTo(10);
        stage.receive(stranger(1), req);
        assertThat(stage.cm.counters().get(CmCounter.STALE)).isEqualTo(1);
        assertThat(stage.cm.size()).isEqualTo(2);
        shouldStillBeConnected();
        stage.receive(req);
        assertThat(stage.cm.counters().get(CmCounter.STALE)).isEqualTo(2);
        stage.nextDeadline();
        stage.receive(req);
        assertThat(stage.cm.counters().get(CmCounter.STALE)).isEqualTo(2);
        assertThat(stage.cm.size()).isEqualTo(2);
    }

    @Test
    void shouldRefuseAnAnswerOfAQueuePairThatIsConnected() {
        CmEndpoint own = CmEndpoint.of(77, 7);
        int id = stage.cm.connect(Stage.PEER, 1, CmHost.SERVICE, CmPath.DEFAULT, own, stage.nowNs);
        stage.sent.clear();
        stage.events();
        ByteBuffer rep = PeerMessages.rep(id, 0x6666, PeerMessages.PEER_QPN);
        stage.receive(rep);
        stage.receive(rep);
        assertThat(stage.messages()).containsExactly(CmMessage.REJ, CmMessage.REJ);
        assertThat(CmRej.REASON.get(stage.sent.getFirst(), 0)).isEqualTo(10);
        assertThat(CmRej.MESSAGE.get(stage.sent.getFirst(), 0)).isEqualTo(CmRej.REP);
        assertThat(stage.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        CmEvent.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(10));
        shouldStillBeConnected();
    }

    @Test
    void shouldRefuseWhatItCannotDo() {
        refused(CmReq.TRANSPORT_SERVICE, 2, 9);
        refused(CmReq.PATH_MTU, 0, 26);
        refused(CmReq.PATH_MTU, 6, 26);
        refused(CmReq.LOCAL_QPN, 1, 0);
        refused(CmReq.LOCAL_COMM_ID, 0, 0);
        ByteBuffer req = PeerMessages.req(1, 2, CmHost.SERVICE);
        req.put(CmReq.PRIVATE_DATA.offset() + 1, (byte) 0x50);
        refused(req, 5);
        shouldStillBeConnected();
    }

    private void refused(MadField field, int value, int reason) {
        ByteBuffer req = PeerMessages.req(1, 2, CmHost.SERVICE);
        field.set(req, 0, value);
        refused(req, reason);
    }

    private void refused(ByteBuffer req, int reason) {
        stage.sent.clear();
        stage.receive(req);
        assertThat(stage.cm.size()).isEqualTo(1);
        assertThat(stage.sent).hasSize(reason == 0 ? 0 : 1);
        stage.sent.forEach(rej -> assertThat(CmRej.REASON.get(rej, 0)).isEqualTo(reason));
    }

    /** The first packet of the peer says what its lost RTU would have said. */
    @Test
    void shouldTakeAPacketForReadiness() {
        Stage accepted = Stage.in(CmState.REP_SENT, true);
        assertThat(accepted.cm.communicationEstablished(accepted.id)).isTrue();
        assertThat(accepted.cm.communicationEstablished(accepted.id)).isFalse();
        assertThat(accepted.events()).containsExactly(new CmEvent.Established(accepted.id));
        accepted.receive(PeerMessages.rtu(accepted.id, PeerMessages.PEER_ID));
        assertThat(accepted.events()).isEmpty();
        assertThat(accepted.cm.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }
}
