package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Receives that are missing, too short, or in memory that is of no use (IBTA 1.4 §9.7.4.1.4 ff.).
 */
class ResponderReceiveTest {
    private final Solo solo = Solo.connected();

    private static HandMade at(int index, int opcode, int payload) {
        return packet(opcode, RQ_PSN + index).payload(payload);
    }

    private RecvWr receive(long id, long bytes) {
        return new RecvWr().wrId(id).addSge(solo.address(), bytes, solo.host.region.lkey());
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                Opcode.RC_SEND_FIRST,
                Opcode.RC_SEND_ONLY,
                Opcode.RC_SEND_ONLY_WITH_IMMEDIATE,
                Opcode.RC_SEND_ONLY_WITH_INVALIDATE
            })
    void shouldAskToComeBackWhenNoReceiveIsPosted(int opcode) {
        assertThat(brief(solo.receive(at(0, opcode, MTU)))).containsExactly("RNR12 100");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.SENT_RNR_ERR)).isOne();
    }

    @Test
    void shouldAskToComeBackForAWriteWithImmediateOnly() {
        assertThat(
                        brief(
                                solo.receive(
                                        at(0, Opcode.RC_RDMA_WRITE_ONLY, 4)
                                                .reth(solo.address(), solo.rkey(), 4),
                                        at(1, Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 4)
                                                .reth(solo.address(), solo.rkey(), 4))))
                .containsExactly("ACK 100", "RNR12 101");
    }

    @Test
    void shouldAskToComeBackAtTheLastPacketOfAWriteWithImmediate() {
        HandMade first =
                at(0, Opcode.RC_RDMA_WRITE_FIRST, MTU).reth(solo.address(), solo.rkey(), MTU + 4);
        HandMade last = at(1, Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, 4).immediate(0xcafe);
        assertThat(brief(solo.receive(first, last))).containsExactly("RNR12 101");

        solo.host.post(new RecvWr().wrId(5));

        assertThat(brief(solo.receive(last))).containsExactly("ACK 101");
        assertThat(solo.host.received())
                .singleElement()
                .satisfies(completion -> {
                    assertThat(completion.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
                    assertThat(completion.byteLen()).isEqualTo(MTU + 4);
                    assertThat(completion.immData()).isEqualTo(0xcafe);
                    assertThat(completion.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
                });
    }

    @Test
    void shouldStaySilentToWhatFollowsAnRnrNakUntilTheRequestComesBack() {
        HandMade refused = at(0, Opcode.RC_SEND_ONLY, 8);
        HandMade follower = at(1, Opcode.RC_SEND_ONLY, 8);
        solo.receive(refused);
        solo.host.post(receive(1, 8));
        solo.host.post(receive(2, 8));

        assertThat(brief(solo.receive(follower, follower))).isEmpty();
        assertThat(brief(solo.receive(refused, follower))).containsExactly("ACK 100", "ACK 101");
    }

    @Test
    void shouldAskToComeBackAsOftenAsTheRequestComes() {
        HandMade refused = at(0, Opcode.RC_SEND_ONLY, 8);

        assertThat(brief(solo.receive(refused, refused, refused)))
                .containsExactly("RNR12 100", "RNR12 100", "RNR12 100");
    }

    @Test
    void shouldPlaceAMessageOverAListOfPieces() {
        byte[] message = at(0, Opcode.RC_SEND_FIRST, 300).payload();
        int lkey = solo.host.region.lkey();
        solo.host.post(
                new RecvWr()
                        .wrId(1)
                        .addSge(solo.address() + 1000, 100, lkey)
                        .addSge(0, 0, 0xdead)
                        .addSge(solo.address(), 199, lkey)
                        .addSge(solo.address() + 2000, 50, lkey));

        solo.receive(
                packet(Opcode.RC_SEND_FIRST, RQ_PSN).payload(Arrays.copyOf(message, MTU)),
                packet(Opcode.RC_SEND_LAST, RQ_PSN + 1)
                        .payload(Arrays.copyOfRange(message, MTU, 300)));

        byte[] placed = new byte[300];
        MemorySegment to = MemorySegment.ofArray(placed);
        MemorySegment.copy(solo.host.memory, 1000, to, 0, 100);
        MemorySegment.copy(solo.host.memory, 0, to, 100, 199);
        MemorySegment.copy(solo.host.memory, 2000, to, 299, 1);
        assertThat(placed).isEqualTo(message);
        assertThat(solo.host.received())
                .singleElement()
                .satisfies(completion -> assertThat(completion.byteLen()).isEqualTo(300));
    }

    @Test
    void shouldFailTheReceiveThatIsTooShort() {
        solo.host.post(receive(1, 7));
        solo.host.post(receive(2, 100));

        assertThat(brief(solo.receive(at(0, Opcode.RC_SEND_ONLY, 8)))).containsExactly("NAK61 100");
        assertThat(solo.received()).containsExactly("1 LOC_LEN_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.events).containsExactly(EventType.QP_REQ_ERR);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldFailTheReceiveThatALaterPacketOverflows() {
        solo.host.post(receive(1, MTU + 7));

        assertThat(
                        brief(
                                solo.receive(
                                        at(0, Opcode.RC_SEND_FIRST, MTU),
                                        at(1, Opcode.RC_SEND_LAST, 8))))
                .containsExactly("NAK61 101");
        assertThat(solo.received()).containsExactly("1 LOC_LEN_ERR");
    }

    @Test
    void shouldFillTheReceiveToItsLastByte() {
        solo.host.post(receive(1, MTU + 8));

        solo.receive(at(0, Opcode.RC_SEND_FIRST, MTU), at(1, Opcode.RC_SEND_LAST, 8));

        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldFailAReceiveWithAnUnknownKey() {
        solo.host.post(new RecvWr().wrId(1).addSge(solo.address(), 100, 0xbad));

        expectOperationalError();
    }

    @Test
    void shouldFailAReceiveOutsideItsRegion() {
        solo.host.post(receive(1, solo.host.region.length() + 1));

        expectOperationalError();
    }

    @Test
    void shouldFailAReceiveInMemoryThatMayNotBeWritten() {
        Region readOnly =
                solo.host
                        .shard
                        .regions()
                        .register(
                                solo.host.memory,
                                solo.address(),
                                AccessFlags.REMOTE_READ,
                                Host.DOMAIN);
        solo.host.post(new RecvWr().wrId(1).addSge(solo.address(), 100, readOnly.lkey()));

        expectOperationalError();
    }

    @Test
    void shouldFailAReceiveInMemoryOfAnotherDomain() {
        Region other =
                solo.host
                        .shard
                        .regions()
                        .register(
                                solo.host.memory, solo.address(), Host.ALL_ACCESS, Host.DOMAIN + 1);
        solo.host.post(new RecvWr().wrId(1).addSge(solo.address(), 100, other.lkey()));

        expectOperationalError();
    }

    @Test
    void shouldFailAReceiveWhoseArenaWasClosed() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(100);
            Region region =
                    solo.host
                            .shard
                            .regions()
                            .register(memory, memory.address(), Host.ALL_ACCESS, Host.DOMAIN);
            solo.host.post(
                    new RecvWr().wrId(1).addSge(region.address(), region.length(), region.lkey()));
        }

        expectOperationalError();
    }

    private void expectOperationalError() {
        solo.host.post(new RecvWr().wrId(2));

        assertThat(brief(solo.receive(at(0, Opcode.RC_SEND_ONLY, 8)))).containsExactly("NAK63 100");
        assertThat(solo.received()).containsExactly("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldReportSolicitedMessagesAsSuch() {
        solo.host.post(receive(1, 8));
        solo.host.post(receive(2, 8));

        solo.receive(at(0, Opcode.RC_SEND_ONLY, 8).solicited(), at(1, Opcode.RC_SEND_ONLY, 8));

        assertThat(solo.host.solicitedReceives).containsExactly(1L);
    }
}
