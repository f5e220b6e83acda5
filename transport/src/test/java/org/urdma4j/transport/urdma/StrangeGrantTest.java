package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.urdma.GrantPacket;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.List;

/** Grants that are a stranger's, too old, or not agreed on. */
class StrangeGrantTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int UNASKED = 16 << 10;
    private static final int MUCH = 400_000;

    private static QpAttr attr() {
        UrdmaOffer offer = Host.OFFER.toBuilder().grants(true).build();
        UrdmaTuning tuning =
                UrdmaTuning.builder().congestionControl(CongestionControlType.GRANTS).build();
        return Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
    }

    private static byte[] message(int qpn, int kind, long bytes, int t1, int tr) {
        ByteBuffer b = ByteBuffer.allocate(16 + GrantPacket.LENGTH);
        UrdmaBth.write(b, 4, UrdmaOpcode.GRANT, 0, 0, 0xffff, qpn, 0);
        GrantPacket.write(b, 16, t1, tr, kind, bytes, 0);
        VerificationTag.insert(b, 4, Host.OFFER.verificationTag());
        return b.array();
    }

    private static long dataBytes(List<Seen> packets) {
        return packets.stream()
                .filter(packet -> UrdmaOpcode.isPlaced(packet.opcode()))
                .mapToLong(packet -> packet.bytes().length + 4)
                .sum();
    }

    /** Its own peer is silent about grants; the stranger isn't, and knows no clock, or only one. */
    @ParameterizedTest
    @ValueSource(longs = {9, 60, 274, -3, -200, 0})
    void strangersShouldGrantNothing(long seconds) {
        Wire wire = new Wire();
        wire.a.clockNs = 1234 * SECOND;
        wire.b.clockNs = 77 * SECOND;
        wire.tap = (from, packet) -> packet.opcode() == UrdmaOpcode.GRANT ? Wire.LOST : Wire.PASS;
        wire.connect(attr(), attr());
        wire.a.post(
                wire.a
                        .request(1, WrOpcode.RDMA_WRITE, 0, MUCH)
                        .rdma(wire.b.address(1 << 19), wire.b.region.rkey()));
        for (int i = 0; i < 40; i++) {
            wire.runFor(100_000);
            int now = (int) ((wire.nowNs + wire.a.clockNs) / 128);
            int t1 = i << 24;
            int tr = seconds == 0 ? 0 : (int) (seconds * SECOND / 128) - now + t1;
            int qpn = wire.a.qp.qpn();
            byte[] forged = message(qpn, GrantPacket.GRANT, Long.MAX_VALUE, t1, tr);
            wire.deliver(wire.a, wire.b, forged);
        }
        assertThat(wire.a.count(Counter.DROPPED_WRONG_PEER)).isEqualTo(40);
        assertThat(dataBytes(wire.fromA)).isBetween(UNASKED - 400L, UNASKED + 400L);

        wire.tap = (from, packet) -> Wire.PASS;
        wire.runFor(SECOND);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void messagesWithoutAgreementShouldBeDropped() {
        Solo solo = Solo.connected();
        int qpn = solo.host.qp.qpn();
        for (int kind = 0; kind < 4; kind++) {
            solo.deliver(solo.peer, message(qpn, kind, MUCH, solo.units(), 0));
        }
        assertThat(solo.turn()).isEmpty();
        assertThat(solo.host.count(Counter.DROPPED_UNKNOWN_OPCODE)).isEqualTo(4);
    }

    /** Of a port whose rate nobody knows, which grants what is asked for. */
    @Test
    void oldMessagesShouldChangeNothing() {
        Solo solo = new Solo().connect(attr());
        int now = solo.units();
        assertThat(granted(solo, GrantPacket.DEMAND, MUCH, now)).isEqualTo(MUCH);
        assertThat(granted(solo, GrantPacket.RETURN, 0, now - 10)).isEqualTo(-1);
        assertThat(granted(solo, GrantPacket.DEMAND, 2 * MUCH, now - 5)).isEqualTo(-1);
        assertThat(granted(solo, GrantPacket.DEMAND, 1, now + 10)).isEqualTo(MUCH);

        assertThat(granted(solo, GrantPacket.RETURN, 0, now + 20)).isEqualTo(-1);
        assertThat(granted(solo, GrantPacket.DEMAND, 5, now + 30)).isEqualTo(5);
    }

    @Test
    void nonsenseShouldBeDropped() {
        Solo solo = new Solo().connect(attr());
        assertThat(granted(solo, GrantPacket.DEMAND, -1, solo.units())).isEqualTo(-1);
        assertThat(granted(solo, 3, MUCH, solo.units())).isEqualTo(-1);
        assertThat(solo.host.count(Counter.DROPPED_MALFORMED)).isEqualTo(2);
        assertThat(granted(solo, GrantPacket.GRANT, MUCH, solo.units())).isEqualTo(-1);
        assertThat(solo.host.count(Counter.DROPPED_WRONG_PEER)).isOne();
    }

    /** Returns what a message is answered with, -1 for nothing. */
    private static long granted(Solo solo, int kind, long bytes, int t1) {
        solo.deliver(solo.peer, message(solo.host.qp.qpn(), kind, bytes, t1, 0));
        List<Seen> answers = Solo.only(solo.turn(), UrdmaOpcode.GRANT);
        return answers.isEmpty()
                ? -1
                : GrantPacket.bytes(ByteBuffer.wrap(answers.getFirst().bytes()), 12);
    }
}
