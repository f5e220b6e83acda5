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
    private static final LinkConfig LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(2_000_000).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
    private final SimulatedHost stranger = network.host("c", EngineConfig.DEFAULT);
    private final Gid theirs = stranger.addAddress();
    private SimulatedLink toStranger;
    private Peer left;
    private Peer right;

    /** Connects a to b, over {@code hop}, and b's second address to the stranger's. */
    private void connect(Hop hop) {
        b.addAddress();
        SimulatedLink there = network.link("there", LINK);
        network.route(a, b, hop == null ? new Hop[] {there} : new Hop[] {hop, there});
        network.route(b, a, network.link("back", LINK));
        toStranger = network.link("to stranger", LINK);
        network.route(b, 1, stranger, 1, toStranger);
        network.route(stranger, 1, b, 1, network.link("from stranger", LINK));
        left = new Peer(a, BYTES);
        right = new Peer(b, BYTES);
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(4096).paths(true).build();
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
        assertThat(data[0]).isZero();
        assertThat(PathQuery.railsOf(right.qp))
                .filteredOn(rail -> rail.remote().equals(theirs.toString()))
                .allMatch(rail -> rail.state().equals("probing"));
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
        int length = Bth.LENGTH + ProbeHeader.LENGTH;
        SimulatedPacket packet = network.pool().empty(route, 0, length);
        ByteBuffer buffer = packet.buffer;
        UrdmaBth.write(buffer, 0, UrdmaOpcode.PROBE, 0, 0, Bth.DEFAULT_P_KEY, qpn, 0);
        ProbeHeader.write(buffer, Bth.LENGTH, ProbeHeader.CHALLENGE, 42, 32);
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

    private SimulatedPacket report(SplittableRandom random) {
        SimulatedRoute route = network.route(b.address(0), a.gid());
        SimulatedPacket packet = network.pool().empty(route, 0, 256);
        ByteBuffer buffer = packet.buffer;
        int qpn = left.qp.qpNum();
        UrdmaBth.write(buffer, 0, UrdmaOpcode.REPORT_PATHS, 0, 0, Bth.DEFAULT_P_KEY, qpn, 0);
        PathReportWriter writer = new PathReportWriter();
        writer.begin(buffer, Bth.LENGTH, 200, random.nextInt());
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
        packet.length = Bth.LENGTH + writer.end();
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
            if (at < 0 || b.getInt(at + 4) == 0 || ++lists > 200) {
                network.release(copy);
                return;
            }
            // half of the circle of timestamps away from what the packet said
            int t1 = b.getInt(at) + (knowsClocks ? 0 : 1 << 31);
            int tr = b.getInt(at + 4);
            int qpn = Bth.destQp(b, 0);
            b.clear();
            UrdmaBth.write(b, 0, UrdmaOpcode.PATHS, 0, 0, Bth.DEFAULT_P_KEY, qpn, 0);
            PathsPacket.write(b, Bth.LENGTH, t1, tr, 2, 1 + lists % 255, 0, false);
            Gid own = a.gid();
            PathsPacket.writeEntry(
                    b, Bth.LENGTH, 0, own.subnetPrefix(), own.interfaceId(), 4791, 0, 0);
            PathsPacket.writeEntry(
                    b, Bth.LENGTH, 1, theirs.subnetPrefix(), theirs.interfaceId(), 4791, 1, 0);
            copy.length = Bth.LENGTH + PathsPacket.length(2);
            copy.route.stamp(copy);
            copy.forward();
        }
    }
}
