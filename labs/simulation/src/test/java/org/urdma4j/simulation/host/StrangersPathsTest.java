package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.PathReportWriter;
import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Somebody who would have data sent to himself: by lists of addresses in another's name, and by
 * challenges.
 */
class StrangersPathsTest {
    private static final int BYTES = 4 << 20;
    private static final int TAG = 0x5eed_4711;
    private static final int BODY = Bth.LENGTH + VerificationTag.LENGTH;
    private static final LinkConfig LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(2_000_000).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
    private final SimulatedHost stranger = network.host("c", EngineConfig.DEFAULT);
    private final Gid theirs = stranger.addAddress();
    private SimulatedLink there;
    private SimulatedLink toStranger;
    private Peer left;
    private Peer right;

    /** Connects a to b, over {@code hop}, and b's second address to the stranger's. */
    private void connect(Hop hop) {
        b.addAddress();
        there = network.link("there", LINK);
        network.route(a, b, hop == null ? new Hop[] {there} : new Hop[] {hop, there});
        network.route(b, a, network.link("back", LINK));
        toStranger = network.link("to stranger", LINK);
        network.route(b, 1, stranger, 1, toStranger);
        network.route(stranger, 1, b, 1, network.link("from stranger", LINK));
        left = new Peer(a, BYTES);
        right = new Peer(b, BYTES);
        UrdmaOffer offer =
                UrdmaOffer.builder().payloadBytes(4096).paths(true).verificationTag(TAG).build();
        UrdmaTuning tuning = UrdmaTuning.builder().paths(UrdmaPaths.AUTO).build();
        QpAttr attr = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
        Peer.connect(left, right, 100, 200, attr);
        left.fill(1);
    }

    private void transferBothWays() {
        left.post(left.write(right, 0, BYTES / 2));
        transferBothWays(BYTES / 2);
    }

    private void transferBothWays(int bytes) {
        SendWr read = left.write(right, bytes, bytes).opcode(WrOpcode.RDMA_READ);
        left.post(read);
        network.run();
        assertThat(left.poll()).hasSize(2).allMatch(completion -> completion.isSuccess());
    }

    /** He has not read the clocks: his list is dropped, and nobody is asked anything. */
    @Test
    void shouldDropAListFromWhoDoesNotKnowTheClocks() {
        connect(new Impostor(false));

        transferBothWays();

        assertThat(toStranger.counters().offered()).isZero();
        assertThat(right.context.counters().get(Counter.DROPPED_WRONG_PEER)).isPositive();
        assertThat(PathQuery.railsOf(right.qp)).hasSize(1);
    }

    /** He reads along and knows the clocks: his address is asked, and gets nothing else. */
    @Test
    void shouldSendNothingButChallengesToAnAddressThatDoesNotAnswer() {
        connect(new Impostor(true));
        int[] data = new int[1];
        toStranger.script(otherThanProbes(data));

        transferBothWays();

        assertThat(toStranger.counters().offered()).isBetween(1L, 60L);
        assertThat(toStranger.counters().offeredBytes()).isLessThan(100 * 60);
        assertThat(data[0]).isZero();
        assertThat(PathQuery.railsOf(right.qp))
                .filteredOn(rail -> rail.remote().equals(theirs.toString()))
                .allMatch(rail -> rail.state().equals("probing"));
    }

    /**
     * The peer names an address that never answers and sends next to nothing, for as long as you
     * like: there go no more than three bytes for each of its own, and ever fewer.
     */
    @Test
    void shouldNotMultiplyWhatTheConnectedPeerSends() {
        connect(new Impostor(true));
        for (int i = 0; i < 3_000; i++) {
            left.post(left.write(right, 0, 64));
            network.runUntil(() -> false, 100_000_000);
            assertThat(left.poll()).hasSize(1).allMatch(completion -> completion.isSuccess());
            long named = toStranger.counters().offeredBytes();
            assertThat(named).isLessThanOrEqualTo(3 * there.counters().offeredBytes());
        }

        assertThat(toStranger.counters().offered()).isBetween(5L, 20L);
    }

    private static Script<SimulatedPacket> otherThanProbes(int[] n) {
        Script<SimulatedPacket> script = new Script<>();
        script.drop(
                "data",
                Occurrence.upTo(1_000_000),
                packet -> {
                    boolean other = SimulatedPacket.otherThan(UrdmaOpcode.PROBE).test(packet);
                    n[0] += other ? 1 : 0;
                    return other;
                });
        return script;
    }

    /** A challenge is answered to those alone whose addresses are known. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerChallengesOfThePeerAlone(boolean ofPeer) {
        connect(null);
        transferBothWays();
        long sent = right.context.counters().get(Counter.SENT_PKTS);
        SimulatedRoute from =
                ofPeer
                        ? network.route(a.address(0), b.gid())
                        : network.route(stranger.address(1), b.gid(1));
        SimulatedPacket packet = packet(from, right.qp.qpNum());

        packet.forward();
        network.run();

        assertThat(right.context.counters().get(Counter.SENT_PKTS) - sent)
                .isEqualTo(ofPeer ? 1 : 0);
        assertThat(toStranger.counters().offered()).isZero();
    }

    private SimulatedPacket packet(SimulatedRoute route, int qpn) {
        int length = BODY + ProbeHeader.LENGTH;
        SimulatedPacket packet = network.pool().empty(route, 0, length);
        ByteBuffer buffer = packet.buffer;
        write(buffer, UrdmaOpcode.PROBE, qpn);
        ProbeHeader.write(buffer, BODY, ProbeHeader.CHALLENGE, 42, 32);
        route.stamp(packet);
        return packet;
    }

    /** Reports in the peer's name: each has to hit what was sent, and when. */
    @Test
    void shouldNotBelieveReportsOfStrangers() {
        connect(null);
        left.post(left.write(right, 0, BYTES / 2));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            network.time().schedule(1 + i * 1_000L, () -> report(random).forward());
        }

        transferBothWays(BYTES / 2);

        assertThat(left.context.counters().get(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
        assertThat(network.time().nowNs()).isLessThan(10_000_000_000L);
        assertThat(PathQuery.railsOf(left.qp).getFirst().deliveredBytes()).isLessThan(3L * BYTES);
    }

    /** Writes BTH and tag. */
    private static void write(ByteBuffer b, int opcode, int qpn) {
        UrdmaBth.write(b, VerificationTag.LENGTH, opcode, 0, 0, Bth.DEFAULT_P_KEY, qpn, 0);
        VerificationTag.insert(b, VerificationTag.LENGTH, TAG);
    }

    private SimulatedPacket report(SplittableRandom random) {
        SimulatedRoute route = network.route(b.address(0), a.gid());
        SimulatedPacket packet = network.pool().empty(route, 0, 256);
        ByteBuffer buffer = packet.buffer;
        int qpn = left.qp.qpNum();
        write(buffer, UrdmaOpcode.REPORT_PATHS, qpn);
        PathReportWriter writer = new PathReportWriter();
        writer.begin(buffer, BODY, 200, random.nextInt());
        long cumulative = random.nextInt(8); // that much he may guess
        writer.path(
                0,
                cumulative,
                cumulative + random.nextInt(8),
                random.nextInt(),
                random.nextInt(),
                random.nextInt(),
                random.nextLong(1L << 40),
                random.nextInt(),
                0);
        packet.length = BODY + writer.end();
        route.stamp(packet);
        return packet;
    }

    /** Sends behind each packet a list in its sender's name, with the stranger's address. */
    private final class Impostor implements Hop {
        private final boolean knowsClocks;
        private int lists;

        Impostor(boolean knowsClocks) {
            this.knowsClocks = knowsClocks;
        }

        @Override
        public void offer(SimulatedPacket packet) {
            SimulatedPacket copy = network.pool().copy(packet);
            packet.forward();
            ByteBuffer b = copy.buffer;
            int opcode = Bth.opcode(b, 0);
            int at = UrdmaOpcode.isPlaced(opcode) ? UrdmaOpcode.timestampOffset(opcode) : -1;
            if (at < 0 || b.getInt(at + 8) == 0 || ++lists > 200) {
                network.release(copy);
                return;
            }
            // half of the circle of timestamps away from what the packet said
            at += VerificationTag.LENGTH;
            int t1 = b.getInt(at) + (knowsClocks ? 0 : 1 << 31);
            int tr = b.getInt(at + 4);
            int qpn = Bth.destQp(b, 0);
            b.clear();
            write(b, UrdmaOpcode.PATHS, qpn);
            PathsPacket.write(b, BODY, t1, tr, 2, 1 + lists % 255, 0, false);
            Gid own = a.gid();
            PathsPacket.writeEntry(b, BODY, 0, own.subnetPrefix(), own.interfaceId(), 4791, 0, 0);
            PathsPacket.writeEntry(
                    b, BODY, 1, theirs.subnetPrefix(), theirs.interfaceId(), 4791, 1, 0);
            copy.length = BODY + PathsPacket.length(2);
            copy.route.stamp(copy);
            copy.forward();
        }
    }
}
