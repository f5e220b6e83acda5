package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Hosts behind an address translator that forgets, and strangers who would have it so. */
class NatTest {
    private static final long DELAY_NS = 10_000_000;
    private static final long ROUND_TRIP_NS = 2 * DELAY_NS;
    private static final int BYTES = 8 << 20;
    private static final long NEVER = Long.MAX_VALUE / 2;
    private static final long SECOND = 1_000_000_000L;
    private static final UrdmaTuning KEPT_ALIVE =
            UrdmaTuning.builder().keepAlive(KeepAlive.DEFAULT).build();
    private static final LinkConfig LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(DELAY_NS).build();

    private UrdmaTuning keepAlive = KEPT_ALIVE;
    private SimulatedNetwork network;
    private SimulatedHost client;
    private SimulatedHost server;
    private SimulatedNat nat;
    private Peer left;
    private Peer right;

    private void connect(long seed, long timeoutNs, LinkConfig link) {
        network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        client = network.host("client", EngineConfig.DEFAULT);
        server = network.host("server", EngineConfig.DEFAULT);
        Hop there = network.link("there", link);
        nat = network.translate(client, server, timeoutNs, there, network.link("back", link));
        left = new Peer(client, BYTES);
        right = new Peer(server, BYTES);
        connectPeers(seed);
    }

    private void connectPeers(long seed) {
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(4096).migration(true).build();
        QpEndpoint ofLeft = new QpEndpoint(left.qp.qpNum(), 100, nat.gid());
        QpEndpoint ofRight = new QpEndpoint(right.qp.qpNum(), 200, server.gid());
        QpEndpoint own = new QpEndpoint(left.qp.qpNum(), 100, client.gid());
        QpAttr attr = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer);
        attr.qpAccessFlags(Peer.ALL_ACCESS).urdmaTuning(keepAlive);
        QpAttrs.connect(left.qp, own, ofRight, attr);
        QpAttrs.connect(right.qp, ofRight, ofLeft, attr);
        left.fill(seed);
    }

    private long moved() {
        return right.context.counters().get(Counter.PEER_MOVED);
    }

    /** Posts a transfer of the whole region and returns the time that it took. */
    private long transfer(SendWr wr) {
        long beginNs = network.time().nowNs();
        left.post(wr);
        boolean done = network.runUntil(() -> left.completions(1), 60_000_000_000L);
        assertThat(done).isTrue();
        assertThat(left.only().status()).as("%s", network.report()).isEqualTo(WcStatus.SUCCESS);
        return network.time().nowNs() - beginNs;
    }

    private long write() {
        long ns = transfer(left.write(right, 0, BYTES));
        assertThat(right.memory.mismatch(left.memory)).isEqualTo(-1);
        return ns;
    }

    /** The transfer takes at most three round trips longer than one that nothing happens to. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldSurviveARebindingWithinThreeRoundTrips(boolean otherAddress) {
        connect(1, NEVER, LINK);
        write();
        long undisturbedNs = write();

        long atNs = network.time().nowNs() + undisturbedNs / 2;
        network.time().schedule(atNs, () -> nat.rebind(otherAddress));
        left.fill(2);
        long ns = write();

        assertThat(moved()).isEqualTo(1);
        assertThat(ns - undisturbedNs)
                .as("%s %s", undisturbedNs, network.report())
                .isLessThan(3 * ROUND_TRIP_NS);
        assertThat(nat.dropped()).isPositive();
    }

    @Test
    void shouldFollowAPlaceForgottenWhileNothingWasSent() {
        keepAlive = UrdmaTuning.DEFAULT;
        connect(1, 30_000_000_000L, LINK);
        write();
        pass(60 * SECOND);

        left.fill(3);
        write();

        assertThat(nat.mappings()).isEqualTo(2);
        assertThat(moved()).isEqualTo(1);
    }

    private void pass(long ns) {
        network.time().runUntil(network.time().nowNs() + ns);
    }

    /** Writes from the server to the client, which has nothing to send. */
    private long writeBack() {
        right.fill(9);
        long beginNs = network.time().nowNs();
        right.post(right.write(left, 0, BYTES));
        assertThat(network.runUntil(() -> right.completions(1), 60 * SECOND)).isTrue();
        assertThat(right.only().status()).as("%s", network.report()).isEqualTo(WcStatus.SUCCESS);
        assertThat(left.memory.mismatch(right.memory)).isEqualTo(-1);
        return network.time().nowNs() - beginNs;
    }

    private void checkAlive() {
        assertThat(left.qp.state()).isEqualTo(QpState.RTS);
        assertThat(right.qp.state()).isEqualTo(QpState.RTS);
    }

    /** Linux forgets after 30 s, or 120; questions go out more often. */
    @Test
    void shouldKeepAnIdlePlaceByItsQuestions() {
        connect(1, 30 * SECOND, LINK);
        write();
        pass(3600 * SECOND);

        checkAlive();
        assertThat(nat.mappings()).isEqualTo(1);
        assertThat(moved()).isZero();
        writeBack();
    }

    /** Forgotten sooner than it asks, it is somewhere else each time, and found each time. */
    @Test
    void shouldFollowAnIdlePeerWhosePlaceIsForgottenAgainAndAgain() {
        connect(1, 10 * SECOND, LINK);
        write();
        pass(1800 * SECOND);

        checkAlive();
        assertThat(moved()).isBetween(50L, 125L);
        assertThat(nat.mappings()).isLessThan(130);
    }

    /** The translator begins anew while nothing is sent: the next question says so. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldFollowAnIdlePeerSoThatTheServerCanSend(boolean otherAddress) {
        connect(1, NEVER, LINK);
        write();
        writeBack();
        long undisturbedNs = writeBack();
        pass(100 * SECOND);
        nat.rebind(otherAddress);
        pass(20 * SECOND);

        assertThat(moved()).isEqualTo(1);
        assertThat(writeBack() - undisturbedNs).isLessThan(3 * ROUND_TRIP_NS);
        pass(300 * SECOND);
        checkAlive();
    }

    @Test
    void shouldFollowAPeerThatHasNeverSentAnythingButQuestions() {
        connect(1, NEVER, LINK);
        pass(20 * SECOND);
        nat.rebind(false);
        pass(300 * SECOND);

        checkAlive();
        assertThat(moved()).isEqualTo(1);
        write();
        writeBack();
    }

    /** Unheard until the next question, but not given up: work outlasts that. */
    @Test
    void shouldDeliverWhatTheServerSendsBeforeThePeerIsFound() {
        connect(1, NEVER, LINK);
        write();
        writeBack();
        pass(100 * SECOND);
        nat.rebind(false);

        assertThat(writeBack()).isLessThan(17 * SECOND);
        assertThat(moved()).isEqualTo(1);
    }

    /** Who knows the connection and guesses clocks and number, from elsewhere, moves nothing. */
    @Test
    void shouldTakeNoStrangersQuestionForThePeers() {
        connect(1, NEVER, LINK);
        SimulatedHost stranger = network.host("stranger", EngineConfig.DEFAULT);
        network.route(server, stranger, network.link("to stranger", LINK));
        SplittableRandom random = new SplittableRandom(4);
        long[] made = new long[1];
        Hop forged =
                packet -> {
                    for (int i = 0; i < 200 && isQuestion(packet); i++) {
                        SimulatedPacket copy = network.pool().copy(packet);
                        copy.seenFrom = stranger.address(0);
                        forge(copy, random);
                        copy.route.stamp(copy);
                        copy.forward();
                        made[0]++;
                    }
                    packet.forward();
                };
        network.route(client, server, network.link("again", LINK), nat.outward(), forged);
        reconnect();
        write();
        pass(3600 * SECOND);

        assertThat(made[0]).isGreaterThan(10_000);
        assertThat(right.context.counters().get(Counter.PEER_ELSEWHERE)).isZero();
        assertThat(right.context.counters().get(Counter.DROPPED_WRONG_PEER)).isEqualTo(made[0]);
        checkAlive();
    }

    /** Somebody on the way lets nothing through, but sends it on from an address of his own. */
    @Test
    void shouldTakeNoStrangerForASignThatThePeerLives() {
        connect(1, NEVER, LINK);
        SimulatedHost stranger = network.host("stranger", EngineConfig.DEFAULT);
        network.route(server, stranger, network.link("to stranger", LINK));
        boolean[] cut = new boolean[1];
        long[] sent = new long[1];
        Hop thief =
                packet -> {
                    if (cut[0]) {
                        packet.seenFrom = stranger.address(0);
                        packet.route.stamp(packet);
                        sent[0]++;
                    }
                    packet.forward();
                };
        network.route(client, server, network.link("again", LINK), nat.outward(), thief);
        reconnect();
        write();
        pass(100 * SECOND);
        cut[0] = true;
        pass(50 * SECOND);

        assertThat(sent[0]).isGreaterThan(5);
        assertThat(moved()).isZero();
        assertThat(right.qp.state()).isEqualTo(QpState.ERR);
    }

    private static boolean isQuestion(SimulatedPacket packet) {
        ByteBuffer b = packet.buffer;
        return (b.get(0) & 0xff) == UrdmaOpcode.PROBE
                && ProbeHeader.kind(b, Bth.LENGTH) == ProbeHeader.PATH_MTU;
    }

    /** The number is right in half of them, the clocks are in others, never both. */
    private static void forge(SimulatedPacket copy, SplittableRandom random) {
        ByteBuffer b = copy.buffer;
        if (random.nextBoolean()) {
            int at = Bth.LENGTH + Integer.BYTES;
            b.putInt(at, b.getInt(at) ^ 0x4000_0000); // T1, by 137 s
        } else {
            b.put(Bth.LENGTH - 1, (byte) (b.get(Bth.LENGTH - 1) + 1 + random.nextInt(255)));
        }
    }

    /** Whoever reads along at the server's door sends each packet again from his own address. */
    @Test
    void shouldStayWithThePeerThatIsWhereItWas() {
        connect(1, NEVER, LINK);
        SimulatedHost stranger = network.host("stranger", EngineConfig.DEFAULT);
        SimulatedLink toStranger = network.link("to stranger", LINK);
        network.route(server, stranger, toStranger);
        Hop copies =
                packet -> {
                    SimulatedPacket copy = network.pool().copy(packet);
                    copy.seenFrom = stranger.address(0);
                    copy.forward();
                    packet.forward();
                };
        network.route(client, server, network.link("again", LINK), nat.outward(), copies);
        reconnect();

        write();
        write();

        assertThat(moved()).isZero();
        assertThat(toStranger.counters().offered()).isLessThan(40);
    }

    private void reconnect() {
        left = new Peer(client, left.context, BYTES);
        right = new Peer(server, right.context, BYTES);
        connectPeers(7);
    }

    /** Loss and rebindings at random instants: every byte once, whichever way it goes. */
    @Test
    void shouldBringEveryByteThroughRebindingsAtRandom() {
        for (long seed : Seeds.of(5, 12).toArray()) {
            SplittableRandom random = new SplittableRandom(seed);
            LossSpec loss = LossSpec.parse(random.nextInt(20) / 10.0 + "%");
            LinkConfig link =
                    LinkConfig.builder().rate(1_000_000_000).delay(DELAY_NS).loss(loss).build();
            connect(seed, NEVER, link);
            for (int i = 0; i < 3; i++) {
                long atNs = random.nextLong(400_000_000L);
                boolean otherAddress = random.nextBoolean();
                network.time().schedule(atNs, () -> nat.rebind(otherAddress));
            }
            for (int i = 0; i < 4; i++) {
                left.fill(seed + i);
                write();
                right.fill(seed - i);
                transfer(left.write(right, 0, BYTES).opcode(WrOpcode.RDMA_READ));
                assertThat(left.memory.mismatch(right.memory)).as("seed %d", seed).isEqualTo(-1);
            }
            assertThat(moved()).as("seed %d", seed).isPositive();
        }
    }
}
