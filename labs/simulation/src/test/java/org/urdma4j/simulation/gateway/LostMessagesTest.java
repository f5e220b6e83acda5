package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WrOpcode;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Each MARK, STATUS, NACK and acknowledgement lost, of messages of which a packet was lost before,
 * or none: whatever is missing then, no timer of a host's NIC runs out. Numbers wrap on the way.
 */
class LostMessagesTest {
    private static final int[] LENGTHS = {1, 2, 16};
    private static final int FIRST_PSN = Psn.SPACE - 9;

    /** Packets of the messages that go before, after which gateways know who is who. */
    private static final int BEFORE = 4;

    /** More than there are of any kind. */
    private static final int MOST = 40;

    private static final int NOTHING = -1;

    private static boolean isMark(TransportPacket packet) {
        return isMessage(packet, GatewayMessage.MARK);
    }

    private static boolean isStatus(TransportPacket packet) {
        return isMessage(packet, GatewayMessage.STATUS);
    }

    private static boolean isMessage(TransportPacket packet, int kind) {
        return packet.opcode() == GatewayMessage.OPCODE
                && GatewayMessage.kind(packet.buffer(), packet.offset()) == kind;
    }

    private static boolean isAck(TransportPacket packet) {
        return packet.opcode() == Opcode.RC_ACKNOWLEDGE && AethSyndrome.isAck(packet.syndrome());
    }

    private static boolean isNack(TransportPacket packet) {
        return packet.opcode() == Opcode.RC_ACKNOWLEDGE
                && packet.syndrome() == AethSyndrome.NAK_PSN_SEQUENCE_ERROR;
    }

    /** Messages between gateways are of no opcode that hosts know. */
    private static Predicate<SimulatedPacket> whole(Predicate<TransportPacket> match) {
        TransportPacket view = new TransportPacket();
        return packet -> {
            SimulatedPacket.VIEW.wrap(packet, view);
            return match.test(view);
        };
    }

    /** Returns whether there was one to lose. */
    private static boolean lose(
            GatewayConfig gateways,
            Function<LongPath, SimulatedLink> of,
            Predicate<TransportPacket> kind,
            int nth,
            int packets,
            int lost) {
        LongPath path = new LongPath(Psn.add(FIRST_PSN, -BEFORE), gateways);
        path.network.time().schedule(2 * LongPath.LONG_NS, () -> {});
        path.network.run();
        path.write(BEFORE / 2);
        path.write(BEFORE / 2);
        path.finish();
        Script<SimulatedPacket> data = new Script<>();
        if (lost != NOTHING) {
            int psn = Psn.add(FIRST_PSN, lost);
            data.drop(
                    "packet " + lost,
                    Occurrence.first(),
                    SimulatedPacket.matching(p -> p.psn() == psn && p.has(Opcode.REQUEST)));
        }
        Script<SimulatedPacket> script = of.apply(path) == path.there ? data : new Script<>();
        script.drop("message", Occurrence.nth(nth), whole(kind));
        path.there.script(data);
        of.apply(path).script(script);
        path.all.getFirst().post(WrOpcode.RDMA_WRITE, packets);
        path.finish();
        path.network.run();
        boolean fired = !script.unfired().contains("message");
        String what = "%d of %d packets and message %d".formatted(lost, packets, nth);
        assertThat(path.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).as(what).isZero();
        if (gateways.copyBytes() > 0) {
            assertThat(path.count(Counter.RETRANSMITTED_PKTS)).as(what).isZero();
        }
        path.close();
        return fired;
    }

    /** Loses the first of a kind, the second, and so on as long as there are any. */
    private static void loseEach(
            GatewayConfig gateways,
            Function<LongPath, SimulatedLink> of,
            Predicate<TransportPacket> kind) {
        int fired = 0;
        for (int packets : LENGTHS) {
            for (int lost = NOTHING; lost < packets; lost++) {
                for (int nth = 1; nth < MOST; nth++) {
                    if (!lose(gateways, of, kind, nth, packets, lost)) {
                        break;
                    }
                    fired++;
                }
            }
        }
        assertThat(fired).isGreaterThan(10);
    }

    private static GatewayConfig copying() {
        return LongPath.copying().build();
    }

    /** As the paper has it: no copies. */
    private static GatewayConfig lr2() {
        return LongPath.copying().copyBytes(0).build();
    }

    @Test
    void eachMarkMayBeLost() {
        loseEach(copying(), path -> path.there, LostMessagesTest::isMark);
    }

    @Test
    void eachStatusMayBeLost() {
        loseEach(copying(), path -> path.back, LostMessagesTest::isStatus);
    }

    @Test
    void eachAcknowledgementMayBeLost() {
        loseEach(copying(), path -> path.back, LostMessagesTest::isAck);
    }

    @Test
    void eachMarkMayBeLostWithoutCopies() {
        loseEach(lr2(), path -> path.there, LostMessagesTest::isMark);
    }

    @Test
    void eachStatusMayBeLostWithoutCopies() {
        loseEach(lr2(), path -> path.back, LostMessagesTest::isStatus);
    }

    @Test
    void eachNackMayBeLostWithoutCopies() {
        loseEach(lr2(), path -> path.inBack, LostMessagesTest::isNack);
    }
}
