package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.CpuTime;
import org.urdma4j.measure.traffic.EndFacts;
import org.urdma4j.measure.traffic.PathGauge;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.WireTally;
import org.urdma4j.transport.qp.ArrivalStatistics;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Set;

class FlowIntervalTest {
    private static final long MS = 1_000_000;

    /** One second omitted, two counted, a sample each second. */
    private static RunRecord record(Operation operation, Direction direction) {
        Load load = new Load(1000, 1, 2, 2000 * MS, 0, 1000 * MS, 1000 * MS, false, false, 1);
        RunSpec spec = new RunSpec(Protocol.URDMA, operation, direction, load, Specs.tuning(14, 7));
        EndFacts facts = new EndFacts(1432, 1432, 1 << 20, Set.of());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        RunHead head =
                new RunHead(spec, Side.CLIENT, address, address, facts, facts, "x", Instant.EPOCH);
        return new RunRecord(
                head,
                List.of(
                        sample(0, 0, 0, 0, 0, 0),
                        sample(1, 1000, 10_000, 1_000, 100, 5),
                        sample(2, 2000, 20_000, 2_000, 200, 15),
                        sample(3, 3000, 35_000, 4_000, 400, 30)),
                List.of(
                        sample(0, 0, 0, 0, 0, 0),
                        sample(1, 1001, 3_000, 9_000, 30, 1),
                        sample(2, 2001, 6_000, 18_000, 60, 2),
                        sample(3, 3501, 9_000, 31_500, 90, 3)),
                null,
                null,
                null,
                "",
                null);
    }

    /** A sample of two streams that did the same, but that the second got one byte more each. */
    private static Sample sample(
            int index, long timeMs, long done, long received, long packets, long again) {
        StreamTally first = new StreamTally(done, received, done / 1000, again);
        StreamTally second = new StreamTally(done + index, received + index, done / 1000, 0);
        WireTally wire =
                new WireTally(
                        packets * 1500,
                        packets,
                        again,
                        1,
                        7L * index,
                        0,
                        0,
                        0,
                        again,
                        0,
                        0,
                        index,
                        0,
                        0);
        PathGauge path = new PathGauge(index * MS, MS, 0, 0, 0, 0);
        return new Sample(
                index,
                timeMs * MS,
                index == 3,
                new Tally(List.of(first, second), wire, path, List.of(), arrivals(index)),
                new CpuTime(timeMs * MS / 2, timeMs * MS / 4, timeMs * MS / 4));
    }

    /** Ten packets more each time, of a path of 3 ms one way and 5 back, by clocks 100 ms apart. */
    private static ArrivalStatistics arrivals(int index) {
        long packets = 10L * index;
        return new ArrivalStatistics(
                index * MS,
                packets,
                packets * 103 * MS,
                packets / 2,
                packets / 2 * 4 * MS,
                packets / 2 * 4 * MS);
    }

    @Test
    void shouldSayWhatIsSureOfTheOneWayDelay() {
        RunRecord record = record(Operation.WRITE, Direction.FORWARD);

        assertThat(FlowInterval.total(record, false).arrivals())
                .isEqualTo(new Arrivals(20, 3.0 * MS, 4.0 * MS, 4.0 * MS, false));
        RunHead head = record.head();
        Arrivals unjudged = Arrivals.of(new ArrivalStatistics(MS, 1, 5, 0, 0, 0), false);
        assertThat(unjudged).isEqualTo(new Arrivals(1, MS, Double.NaN, Double.NaN, false));
        assertThat(head.oneClock()).as("clocks that nobody named").isFalse();
    }

    @Test
    void shouldBelieveTheOneClockOfBothEnds() {
        RunHead head = record(Operation.WRITE, Direction.FORWARD).head();
        EndFacts here = EndFacts.dated(1432, 1 << 20, Set.of());
        EndFacts there = new EndFacts(1432, 1432, 1 << 20, Set.of(), "another");
        RunHead alike = withFacts(head, Side.CLIENT, here, here);

        assertThat(alike.oneClock()).isTrue();
        assertThat(withFacts(head, Side.CLIENT, here, there).oneClock()).isFalse();
        assertThat(withFacts(head, Side.SERVER, here, here).oneClock()).isFalse();
        assertThat(Arrivals.of(arrivals(2), true))
                .isEqualTo(new Arrivals(20, 2.0 * MS, 103.0 * MS, 128, true));
    }

    private static RunHead withFacts(RunHead head, Side side, EndFacts own, EndFacts peer) {
        return new RunHead(
                head.spec(), side, head.local(), head.remote(), own, peer, "x", head.time());
    }

    @Test
    void shouldTakeReceivedBytesByTheReceiversClock() {
        FlowInterval flow = FlowInterval.total(record(Operation.WRITE, Direction.FORWARD), false);

        // From samples 1 to 3: 31,500 - 9,000 twice and 2 more, in 3.501 - 1.001 s.
        assertThat(flow.receivedStreams()).containsExactly(22_500L, 22_502L);
        assertThat(flow.receivedSeconds()).isCloseTo(2.5, within(1e-9));
        assertThat(flow.goodputBps()).isCloseTo(45_002 * 8 / 2.5, within(1e-6));
        // The client posts: 35,000 - 10,000 twice and 2 more, in 2 s.
        assertThat(flow.sentBytes()).isEqualTo(50_002);
        assertThat(flow.sentSeconds()).isCloseTo(2, within(1e-9));
        assertThat(flow.operations()).isEqualTo(50);
        assertThat(flow.wireBps()).isCloseTo(300 * 1500 * 8 / 2.0, within(1e-6));
        assertThat(flow.sender().retransmitted()).isEqualTo(25);
        // The path lost what was sent again, 25, and what the receiver repaired, 14, but for the
        // 2 that the receiver's socket dropped.
        assertThat(flow.lost()).isEqualTo(25 + 14 - 2);
        assertThat(flow.path().rttNs()).isEqualTo(3 * MS);
        assertThat(flow.cpuLocal().time().totalNs()).isEqualTo(1000 * MS);
        assertThat(flow.cpuRemote().time().totalNs()).isEqualTo(1250 * MS);
    }

    @Test
    void shouldTurnTheSidesRoundForAServerThatPosts() {
        FlowInterval flow = FlowInterval.total(record(Operation.WRITE, Direction.REVERSE), false);

        assertThat(flow.receivedStreams()).containsExactly(3_000L, 3_002L);
        assertThat(flow.receivedSeconds()).isCloseTo(2, within(1e-9));
        assertThat(flow.sentBytes()).isEqualTo(12_002);
        assertThat(flow.sender().packets()).isEqualTo(60);
        assertThat(flow.operations()).isEqualTo(12);
    }

    @Test
    void shouldCountAReadWhereItWasPosted() {
        FlowInterval flow = FlowInterval.total(record(Operation.READ, Direction.FORWARD), false);

        assertThat(flow.receivedStreams()).containsExactly(3_000L, 3_002L);
        assertThat(flow.sentBytes()).isEqualTo(flow.receivedBytes());
        assertThat(flow.operations()).isEqualTo(50); // the client's
        assertThat(flow.sender().packets()).isEqualTo(60); // the server's
    }

    @Test
    void shouldPartARunBothWays() {
        RunRecord both = record(Operation.WRITE, Direction.BOTH);

        assertThat(FlowInterval.total(both, false).receivedBytes()).isEqualTo(45_002);
        assertThat(FlowInterval.total(both, true).receivedBytes()).isEqualTo(6_002);
    }

    @Test
    void shouldHoldTheLastSampleOfASideThatWasDoneEarlier() {
        RunRecord whole = record(Operation.WRITE, Direction.FORWARD);
        RunRecord early =
                new RunRecord(
                        whole.head(),
                        whole.local().subList(0, 3),
                        whole.remote(),
                        null,
                        null,
                        null,
                        "",
                        null);

        FlowInterval total = FlowInterval.total(early, false);

        assertThat(total.receivedBytes()).isEqualTo(45_002);
        assertThat(total.sentBytes()).isEqualTo(20_001); // two streams, sample 1 to 2
        assertThat(FlowInterval.of(early, 2, 3, false).sentBytes()).isZero();
    }

    @Test
    void shouldCountFromZeroAgainBehindWhatIsOmitted() {
        RunRecord record = record(Operation.WRITE, Direction.FORWARD);

        FlowInterval first = FlowInterval.of(record, 0, 1, false);
        FlowInterval second = FlowInterval.of(record, 1, 2, false);

        assertThat(first.omitted()).isTrue();
        assertThat(first.start()).isZero();
        assertThat(first.end()).isCloseTo(1, within(1e-9));
        assertThat(second.omitted()).isFalse();
        assertThat(second.start()).isZero();
        assertThat(second.end()).isCloseTo(1, within(1e-9));
    }
}
