package org.urdma4j.wan.shuttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.wan.frame.WirePackets;
import org.urdma4j.wan.shuttle.FakePort.Written;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** The loop in a time that the test sets: sleeping moves it. */
class ShuttleTest {
    private static final long MS = 1_000_000;

    /** Ethernet 14, IPv4 20, UDP 8, payload 1000, and 24 around the frame, at 1 Gbit/s. */
    private static final long PACKET_NS = 8 * (14 + 20 + 8 + 1000 + 24);

    private long nowNs = 5_000_000_000L;
    private final FakePort first = new FakePort(() -> nowNs);
    private final FakePort second = new FakePort(() -> nowNs);

    private static LinkConfigBuilder gigabit() {
        return LinkConfig.builder().rate(1_000_000_000).framing(Framing.ETHERNET).delay(10 * MS);
    }

    private Shuttle shuttle(LinkConfig there, long slackNs) {
        LinkConfig back = LinkConfig.builder().build();
        return new Shuttle(
                direction(first, second, there, slackNs),
                direction(second, first, back, slackNs),
                () -> nowNs,
                ns -> nowNs += ns,
                0);
    }

    private Direction direction(FakePort from, FakePort to, LinkConfig link, long slackNs) {
        return new Direction(
                from, to, link, new SplittableRandom(3), () -> nowNs, 16 << 20, slackNs);
    }

    private static void turn(Shuttle shuttle) {
        for (int i = 0; i < 2000; i++) {
            shuttle.turn();
        }
    }

    @Test
    void aSuperPacketShouldPassInOnePieceWhenItsLastPacketIsDue() {
        Shuttle shuttle = shuttle(gigabit().build(), MS);
        long startNs = nowNs;
        byte[] frame = WirePackets.superPacket(true, 40, 0);
        first.toRead.add(frame);
        turn(shuttle);
        assertThat(second.written).hasSize(1);
        assertThat(second.written.getFirst().frame()).isEqualTo(frame);
        assertThat(second.written.getFirst().atNs()).isEqualTo(startNs + 10 * MS + 40 * PACKET_NS);
        assertThat(shuttle.reportNow().there().delivered()).isEqualTo(40);
    }

    @Test
    void aSuperPacketShouldLoseOnlyThePacketsThatFindNoRoom() {
        // beside the one that is being sent, ten find room
        int wire = (int) (PACKET_NS / 8);
        Shuttle shuttle = shuttle(gigabit().queue(10L * wire).build(), MS);
        byte[] frame = WirePackets.superPacket(true, 40, 0);
        first.toRead.add(frame);
        turn(shuttle);
        assertThat(shuttle.reportNow().there().delivered()).isEqualTo(11);
        assertThat(shuttle.reportNow().there().droppedByQueue()).isEqualTo(29);
        List<String> whole = WirePackets.of(frame);
        List<String> arrived = new ArrayList<>();
        second.written.forEach(run -> arrived.addAll(WirePackets.of(run.frame())));
        assertThat(arrived).hasSize(11).isSubsetOf(whole);
    }

    @Test
    void aDeadPathShouldLoseWhatEntersUntilItCarriesAgain() {
        Direction there = direction(first, second, gigabit().build(), MS);
        Direction back = direction(second, first, LinkConfig.builder().build(), 0);
        Shuttle shuttle = new Shuttle(there, back, () -> nowNs, ns -> nowNs += ns, 0);
        byte[] frame = WirePackets.superPacket(true, 40, 0);
        first.toRead.add(frame);
        turn(shuttle);
        there.dead(true);
        first.toRead.add(frame);
        turn(shuttle);
        assertThat(second.written).hasSize(1);
        assertThat(shuttle.reportNow().there().lost()).isEqualTo(40);
        assertThat(shuttle.reportNow().there().delivered()).isEqualTo(40);

        there.dead(false);
        first.toRead.add(frame);
        turn(shuttle);
        assertThat(second.written).hasSize(2);
        assertThat(shuttle.reportNow().there().refused()).isZero();
    }

    @Test
    void noPacketShouldBeEarlyNorLaterThanTheSlack() {
        long slackNs = 100_000;
        Shuttle shuttle = shuttle(gigabit().build(), slackNs);
        long startNs = nowNs;
        first.toRead.add(WirePackets.superPacket(true, 40, 0));
        turn(shuttle);
        int packet = 0;
        for (Written run : second.written) {
            for (String _ : WirePackets.of(run.frame())) {
                packet++;
                assertThat(run.atNs() - (startNs + 10 * MS + packet * PACKET_NS))
                        .isBetween(0L, slackNs);
            }
        }
        assertThat(packet).isEqualTo(40);
        // 1 + 100000 / 8528 = 12 packets fit a run
        assertThat(second.written).hasSize(4);
        assertThat(shuttle.reportNow().there().lateOut().maxNs()).isBetween(1L, slackNs);
    }

    @Test
    void withoutSlackEachPacketShouldLeaveByItself() {
        Shuttle shuttle = shuttle(gigabit().build(), 0);
        first.toRead.add(WirePackets.superPacket(true, 5, 0));
        turn(shuttle);
        assertThat(second.written).hasSize(5);
        assertThat(shuttle.reportNow().there().lateOut().maxNs()).isZero();
    }

    @Test
    void aShortFrameShouldNotWaitForOthers() {
        Shuttle shuttle = shuttle(gigabit().build(), MS);
        long startNs = nowNs;
        first.toRead.add(WirePackets.single(1000, 7));
        first.toRead.add(WirePackets.single(1000, 8));
        turn(shuttle);
        assertThat(second.written)
                .extracting(Written::atNs)
                .containsExactly(startNs + 10 * MS + PACKET_NS, startNs + 10 * MS + 2 * PACKET_NS);
    }

    @Test
    void aFullQueueShouldCutTheEnd() {
        // four wait while the first is sent: the rest of the ten finds no room
        LinkConfig link = gigabit().queue(4 * (PACKET_NS / 8)).build();
        Shuttle shuttle = shuttle(link, MS);
        byte[] frame = WirePackets.superPacket(true, 10, 0);
        first.toRead.add(frame);
        turn(shuttle);
        assertThat(second.written).hasSize(1);
        assertThat(WirePackets.of(second.written.getFirst().frame()))
                .isEqualTo(WirePackets.of(frame).subList(0, 5));
        assertThat(shuttle.reportNow().there().droppedByQueue()).isEqualTo(5);
    }

    @Test
    void lossShouldLeaveTheRunsBetween() {
        Shuttle shuttle = shuttle(gigabit().loss(LossSpec.parse("20%")).build(), MS);
        byte[] frame = WirePackets.superPacket(false, 40, 9);
        first.toRead.add(frame);
        turn(shuttle);
        DirectionReport there = shuttle.reportNow().there();
        assertThat(there.lost()).isBetween(1L, 20L);
        assertThat(second.written.size()).isBetween(2, 1 + (int) there.lost());
        assertThat(there.delivered() + there.lost()).isEqualTo(40);
        assertThat(there.framesWritten()).isEqualTo(second.written.size());
    }

    @Test
    void everythingThatCanHappenShouldHappenToWirePackets() {
        LinkConfig link =
                gigabit()
                        .loss(LossSpec.parse("2%"))
                        .duplicate(0.02)
                        .reorder(0.02, MS)
                        .queue(100 << 20)
                        .build();
        Shuttle shuttle = shuttle(link, 200_000);
        Map<String, Integer> offered = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            byte[] frame = WirePackets.superPacket(i % 2 == 0, 30, 50 * i);
            WirePackets.of(frame).forEach(packet -> offered.put(packet, 0));
            first.toRead.add(frame);
        }
        for (int i = 0; i < 20; i++) {
            turn(shuttle);
        }
        int arrived = 0;
        for (Written written : second.written) {
            for (String packet : WirePackets.of(written.frame())) {
                assertThat(offered).containsKey(packet);
                offered.merge(packet, 1, Integer::sum);
                arrived++;
            }
        }
        DirectionReport there = shuttle.reportNow().there();
        assertThat(there.offered()).isEqualTo(3000);
        assertThat(arrived).isEqualTo(3000 - (int) there.lost() + (int) there.duplicated());
        assertThat(offered.values().stream().filter(n -> n == 0).count()).isEqualTo(there.lost());
        assertThat(offered.values().stream().filter(n -> n == 2).count())
                .isEqualTo(there.duplicated());
        assertThat(there.reordered()).isPositive();
        assertThat(there.lost()).isPositive();
        assertThat(there.duplicated()).isPositive();
    }

    @Test
    void aDamagedPacketShouldDifferByOneBitOfTheWire() {
        Shuttle shuttle = shuttle(gigabit().corrupt(1).build(), MS);
        byte[] frame = WirePackets.superPacket(true, 20, 0);
        first.toRead.add(frame);
        turn(shuttle);
        List<String> sent = WirePackets.of(frame);
        assertThat(second.written).hasSize(20);
        for (int i = 0; i < 20; i++) {
            byte[] arrived = second.written.get(i).frame();
            byte[] intact = HexFormat.of().parseHex(sent.get(i));
            int bits = 0;
            for (int at = 0; at < intact.length; at++) {
                bits += Integer.bitCount((arrived[10 + at] ^ intact[at]) & 0xff);
            }
            assertThat(arrived).hasSize(10 + intact.length);
            assertThat(bits).isEqualTo(1);
        }
    }

    /** Of ten, the first finds no queue, and the five after it leave over three packets behind. */
    @Test
    void aLongQueueShouldMarkWhatLeavesIt() {
        long packetBytes = PACKET_NS / 8;
        LinkConfig link = gigabit().marking(RedMarking.above(3 * packetBytes)).build();
        Shuttle shuttle = shuttle(link, MS);
        byte[] frame = WirePackets.superPacket(true, 10, 0xfffa);
        first.toRead.add(frame);
        turn(shuttle);

        assertThat(second.written).as("cut where marks begin and end").hasSize(3);
        List<String> arrived = new ArrayList<>();
        second.written.forEach(run -> arrived.addAll(WirePackets.of(run.frame())));
        assertThat(arrived).hasSize(10);
        assertThat(arrived.stream().map(WirePackets::isMarked))
                .containsExactly(false, true, true, true, true, true, false, false, false, false);
        assertThat(arrived.subList(6, 10)).isEqualTo(WirePackets.of(frame).subList(6, 10));
        assertThat(shuttle.reportNow().there().marked()).isEqualTo(5);
        assertThat(shuttle.reportNow().back().marked()).isZero();
    }

    @Test
    void whatDoesNotAllowMarksShouldPassWithout() {
        Shuttle shuttle = shuttle(gigabit().marking(RedMarking.above(0)).build(), MS);
        byte[] packet = WirePackets.withoutEcn(1000);
        for (int i = 0; i < 5; i++) {
            first.toRead.add(packet);
        }
        turn(shuttle);

        assertThat(second.written)
                .hasSize(5)
                .allSatisfy(written -> assertThat(written.frame()).isEqualTo(packet));
        assertThat(shuttle.reportNow().there().marked()).isZero();
    }

    /** The copy left the queue with the original. */
    @Test
    void copiesShouldBeMarkedAndCounted() {
        LinkConfig link = gigabit().duplicate(1).corrupt(1).marking(RedMarking.above(0)).build();
        Shuttle shuttle = shuttle(link, MS);
        for (int i = 0; i < 3; i++) {
            first.toRead.add(WirePackets.single(1000, i));
        }
        turn(shuttle);

        // the first finds no queue, the last leaves none behind
        assertThat(second.written).hasSize(6);
        assertThat(shuttle.reportNow().there().marked()).isEqualTo(2);
    }

    @Test
    void whatTheDeviceRefusesShouldBeCounted() {
        second.refuses = true;
        Shuttle shuttle = shuttle(gigabit().build(), MS);
        first.toRead.add(WirePackets.superPacket(true, 10, 0));
        turn(shuttle);
        assertThat(shuttle.reportNow().there().refused()).isEqualTo(10);
    }

    @Test
    void bothDirectionsShouldBeCarried() {
        Shuttle shuttle = shuttle(gigabit().build(), MS);
        first.toRead.add(WirePackets.single(100, 1));
        second.toRead.add(WirePackets.single(200, 2));
        turn(shuttle);
        assertThat(second.written).hasSize(1);
        assertThat(first.written).hasSize(1);
        assertThat(shuttle.reportNow().back().deliveredBytes()).isEqualTo(14 + 28 + 200);
    }

    @Test
    void watchersShouldSeeEachPacketAsItEnters() {
        Direction there =
                direction(first, second, gigabit().loss(LossSpec.parse("50%")).build(), 0);
        List<Integer> seen = new ArrayList<>();
        there.watch((atNs, memory, at, bytes) -> seen.add(bytes));
        first.toRead.add(WirePackets.superPacket(true, 3, 0));
        there.take(Direction.NEVER);
        assertThat(seen).containsExactly(1042, 1042, 1042);
    }

    @Test
    void itShouldAnswerWhileItRunsAndWhenItHasEnded() throws Exception {
        Shuttle shuttle = shuttle(gigabit().build(), MS);
        CompletableFuture<ShuttleReport> earlier = shuttle.report();
        CompletableFuture<ShuttleReport> asked = shuttle.report();
        shuttle.turn();
        assertThat(asked).isCompleted();
        assertThat(earlier).isCompleted();
        shuttle.stop();
        CompletableFuture<ShuttleReport> last = shuttle.report();
        shuttle.run();
        assertThat(last.get().there().offered()).isZero();
    }
}
