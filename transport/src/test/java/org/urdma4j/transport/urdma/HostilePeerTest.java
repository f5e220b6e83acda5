package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** Whatever a peer sends, nothing throws, and what is of no use is counted. */
class HostilePeerTest {
    private final Solo solo = Solo.connected();

    private long counted(Counter counter) {
        return solo.host.count(counter);
    }

    @Test
    void shouldIgnoreReportsOnWhatWasNeverSent() {
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        int next = Solo.PSN + 1;
        solo.receive(
                Raw.report(0xda, 1, next + 1, next + 1, 9, solo.units()),
                Raw.report(0xda, 2, Solo.PSN, next + 5, 9, solo.units()).missing(next, 3),
                Raw.report(0xda, 3, Solo.PSN - 9, next, 9, solo.units()).missing(next - 9, 3),
                Raw.report(0xdb, 4, 0x5005, 0x5009, 9, solo.units()).missing(0x5005, 2));
        assertThat(solo.sent()).isEmpty();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        solo.receive(Raw.report(0xda, 5, next, next, 1, solo.units()));
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldDropReportsThatAreMalformed() {
        solo.post(1, WrOpcode.RDMA_WRITE, 2000);
        int next = Solo.PSN + 8;
        solo.receive(
                Raw.report(0xda, 1, Solo.PSN, next, 9, solo.units()).missing(next - 1, 2),
                Raw.report(0xda, 1, Solo.PSN, next, 9, solo.units()).missing(Solo.PSN, 0),
                Raw.report(0xda, 1, Solo.PSN, next, 9, solo.units()).missing(Solo.PSN, -1),
                Raw.report(0xda, 1, next, Solo.PSN, 9, solo.units()));
        assertThat(counted(Counter.DROPPED_MALFORMED)).isEqualTo(4);
        assertThat(counted(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldIgnoreAReportOlderThanTheNewest() {
        solo.post(1, WrOpcode.RDMA_WRITE, 2000);
        int next = Solo.PSN + 8;
        solo.receive(Raw.report(0xda, 7, Solo.PSN + 7, next, 7, solo.units()));
        solo.nowNs += 50_000_000;
        solo.receive(Raw.report(0xda, 6, Solo.PSN, next, 6, solo.units()).missing(Solo.PSN, 7));
        assertThat(counted(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldDropWhatLiesBeyondTheWindow() {
        Raw far =
                Raw.write(0xca, Solo.PSN + (1 << 22), solo.address(0), solo.rkey(), 4)
                        .payload(0, 4);
        solo.receive(far);
        assertThat(counted(Counter.OUT_OF_SEQ_REQUEST)).isOne();
        assertThat(solo.host.filled(0, 1)).isZero();
    }

    /** Each is remembered until the hole before it is filled; so not all of them are. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRememberABoundedNumberOfPacketsBehindAHole(boolean refused) {
        int packets = 100_000;
        solo.host.receive(1, 0, 16);
        for (int i = 1; i <= packets; i++) {
            int psn = Solo.PSN + i;
            Raw write = Raw.write(0xcb, psn, 0, 0, refused ? 4 : 0);
            solo.deliver(solo.peer, write.payload(0, refused ? 4 : 0).to(solo.host.qp.qpn()));
        }
        assertThat(counted(Counter.OUT_OF_SEQ_REQUEST)).isEqualTo(packets - Responder.MOST_ACTIONS);
        Raw first = Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4).payload(0, 4);
        List<Seen> naks = Solo.only(solo.receive(first), 0xd1);
        assertThat(naks.getFirst().psn()).isEqualTo(Solo.PSN + (refused ? 1 : 2));
        assertThat(solo.received()).containsExactly(refused ? "1 WR_FLUSH_ERR" : "1 SUCCESS");
    }

    @Test
    void shouldRefuseAFloodOfReads() {
        List<Seen> naks = List.of();
        int reads = 0;
        while (naks.isEmpty() && reads < 1000) {
            Raw read = Raw.read(Solo.PSN + reads, solo.address(0), solo.rkey(), 8, reads);
            naks = Solo.only(solo.receive(read), 0xd1);
            reads++;
        }
        assertThat(reads).as("what is allowed is 4").isBetween(9, 4 + 2 * 4 + 6);
        assertThat(naks.getFirst().u8(12)).isEqualTo(0x61);
        assertThat(naks.getFirst().psn()).as("4 were answered").isEqualTo(Solo.PSN + 4);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldSurviveAT1FarInTheFuture() {
        for (int t1 : new int[] {0, Integer.MAX_VALUE, -1, 1 << 30, Integer.MIN_VALUE}) {
            solo.receive(
                    Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4)
                            .payload(0, 4)
                            .t1(t1)
                            .tr(t1));
        }
        solo.elapse(1_000_000_000L);
        assertThat(counted(Counter.DUPLICATE_REQUEST)).isEqualTo(4);
    }

    @Test
    void shouldTakeAnyTimesInReports() {
        int[] times = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
        int number = 0;
        solo.post(1, WrOpcode.RDMA_WRITE, 2000);
        for (int t3 : times) {
            for (int echo : times) {
                solo.receive(
                        Raw.report(0xda, number++, Solo.PSN, Solo.PSN + 8, number, echo)
                                .delays(t3, echo ^ t3));
            }
        }
        solo.elapse(5_000_000_000L);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        solo.receive(Raw.report(0xda, number, Solo.PSN + 8, Solo.PSN + 8, 99, solo.units()));
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldDropPacketsWhoseTimestampFieldsAreWrong() {
        byte[] write =
                Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4)
                        .payload(0, 4)
                        .to(solo.host.qp.qpn());
        write[4] ^= 1; // the byte that the ICRC leaves out
        solo.deliver(solo.peer, write);
        assertThat(solo.host.filled(0, 1)).isZero();
        assertThat(counted(Counter.DROPPED_MALFORMED)).isOne();
    }

    @Test
    void shouldBindNoReceiveForARmsnFarAway() {
        solo.host.receive(1, 0, 16);
        for (int rmsn : new int[] {1, 2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            solo.receive(Raw.send(0xc4, Solo.PSN, rmsn, 0, 4).payload(0, 4));
        }
        assertThat(solo.received()).isEmpty();
        assertThat(solo.host.filled(0, 1)).isZero();
        solo.receive(Raw.send(0xc4, Solo.PSN, 0, 0, 4).payload(0, 4));
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    /** A group of one member is repaired by a copy, which claims to be what it likes. */
    @Test
    void shouldTakeNothingFromARepairPacketThatIsNotCoded() {
        UrdmaOffer offer = Host.OFFER.toBuilder().fec(8).build();
        for (int opcode = 0xc0; opcode <= 0xff; opcode++) {
            Solo fec = new Solo().connect(Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer));
            fec.host.receive(1, 4096, 16);
            ByteBuffer b = ByteBuffer.allocate(12 + 4 + 12 + 36);
            b.putInt(0xd800_ffff).putInt(0x2000_0000 | fec.host.qp.qpn()).putInt(Solo.PSN);
            b.putInt(Host.RESPONSE_PSN);
            b.put((byte) 0).put((byte) 1).putShort((short) 1).putInt(77);
            b.put((byte) opcode).put((byte) 0).putShort((short) 36);
            b.putLong(fec.address(0)).putInt(fec.rkey()).putInt(8);
            fec.deliver(fec.peer, b.array());
            fec.turn();
            boolean coded = opcode <= 0xcb || opcode == 0xd6 || opcode == 0xd7;
            if (!coded) {
                assertThat(fec.host.count(Counter.REPAIRED_PKTS)).as("%02x", opcode).isZero();
            }
            assertThat(fec.host.count(Counter.RDMA_READS)).isZero();
            assertThat(fec.host.count(Counter.RDMA_ATOMICS)).isZero();
        }
    }

    /** Random packets with right opcodes and numbers that are near, in whatever state. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNeverThrow(boolean fec) {
        Random random = new Random(4711);
        UrdmaOffer offer = fec ? Host.OFFER.toBuilder().fec(8).build() : Host.OFFER;
        QpAttr attr = Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer);
        solo.host.move(QpState.RESET);
        solo.connect(attr);
        long delivered = 0;
        for (int i = 0; i < 20_000; i++) {
            if (solo.host.qp.state() != QpState.RTS) {
                solo.host.move(QpState.RESET);
                solo.connect(attr);
            }
            post(random, i);
            solo.deliver(solo.peer, packet(random));
            delivered++;
            solo.turn();
            solo.elapse(random.nextInt(3_000_000));
            solo.sent();
            solo.received();
        }
        long known =
                counted(Counter.RCVD_PKTS)
                        + counted(Counter.DROPPED_MALFORMED)
                        + counted(Counter.DROPPED_QP_STATE)
                        + solo.host.shard.counters().get(Counter.DROPPED_UNKNOWN_OPCODE);
        assertThat(known).isGreaterThanOrEqualTo(delivered);
        assertThat(counted(Counter.RCVD_PKTS)).isGreaterThan(delivered / 4);
    }

    private void post(Random random, int id) {
        if (solo.host.receiveQueue.available() < 100) {
            solo.host.receive(id, random.nextInt(4096), random.nextInt(2000));
        }
        if (random.nextInt(4) == 0 && solo.host.sendQueue.at(solo.host.sendQueue.head()) == null) {
            WrOpcode[] opcodes = {WrOpcode.SEND, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ};
            for (int i = 0; i < 6; i++) {
                WrOpcode opcode = opcodes[random.nextInt(3)];
                solo.host.post(
                        solo.host
                                .request(id, opcode, 0, random.nextInt(2000))
                                .rdma(Solo.REMOTE, Solo.REMOTE_KEY));
            }
        }
    }

    private byte[] packet(Random random) {
        int opcode = 0xc0 + random.nextInt(0x1d);
        byte[] bytes = new byte[12 + 4 * random.nextInt(random.nextInt(4) == 0 ? 90 : 26)];
        random.nextBytes(bytes);
        ByteBuffer b = ByteBuffer.wrap(bytes);
        boolean data = opcode <= 0xd7 && opcode != 0xd1;
        boolean repair = opcode == 0xd8 || opcode == 0xd9;
        boolean answers = (opcode >= 0xcd && opcode <= 0xd0) || opcode == 0xd2;
        int base = answers ? Host.RESPONSE_PSN : Solo.PSN;
        b.put(0, (byte) opcode).put(1, (byte) (bytes[1] & 0xc0)).putShort(2, (short) 0xffff);
        b.putInt(4, solo.host.qp.qpn() | (data || repair ? 0x20000000 : 0));
        int psn = (base + random.nextInt(12) - 2) & 0xff_ffff;
        b.putInt(8, psn | (data ? 0x41000000 : 0) | (random.nextBoolean() ? 0x80000000 : 0));
        near(random, b, opcode);
        byte[] tagged = new byte[bytes.length + 4];
        System.arraycopy(bytes, 0, tagged, 4, bytes.length);
        VerificationTag.insert(ByteBuffer.wrap(tagged), 4, Host.RESPONSE_PSN);
        return tagged;
    }

    /** Makes some of the fields such that more than the first check is passed. */
    private void near(Random random, ByteBuffer b, int opcode) {
        for (int at = 12; at + 4 <= b.limit(); at += 4) {
            switch (random.nextInt(5)) {
                case 0 -> b.putInt(at, random.nextInt(6));
                case 1 -> b.putInt(at, Solo.PSN + random.nextInt(6));
                case 2 -> b.putInt(at, solo.rkey());
                case 3 -> b.putInt(at, b.limit() - 36);
                default -> {}
            }
        }
        if (b.limit() >= 32 && random.nextBoolean()) {
            b.putLong(12, opcode < 0xc6 ? random.nextInt(4) : solo.address(random.nextInt(99)));
        }
    }
}
