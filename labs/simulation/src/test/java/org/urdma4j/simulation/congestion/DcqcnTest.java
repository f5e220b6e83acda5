package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.urdma4j.simulation.congestion.SharedQueue.GBPS;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.congestion.DcqcnConfig;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.function.Supplier;

/**
 * DCQCN over a queue that marks: the targets are those of its paper's analysis (Zhu et al., CoNEXT
 * 2016), the real engine and its notification packets at both ends.
 */
class DcqcnTest {
    private static final long LINE = 100 * GBPS;
    private static final long RTT_NS = 10_000;
    private static final long SPAN_NS = Seeds.size(40, 100) * MS;
    private static final RedMarking MARKING = RedMarking.scaled(LINE);

    private static UrdmaTuning tuning(long lineRate) {
        return UrdmaTuning.builder()
                .congestionControl(CongestionControlType.DCQCN)
                .referenceRate(lineRate, false)
                .build();
    }

    private static QpAttr standard() {
        return Bulk.standard(tuning(LINE), Mtu.MTU_4096);
    }

    private static QpAttr urdma() {
        return Bulk.urdma(tuning(LINE));
    }

    private static void expectFairness(int flows, Supplier<QpAttr> attributes, WrOpcode operation) {
        expectFairness(LINE, MARKING, flows, attributes, operation);
    }

    private static void expectFairness(
            long line,
            RedMarking marking,
            int flows,
            Supplier<QpAttr> attributes,
            WrOpcode operation) {
        SharedQueue queue =
                new SharedQueue(line, RTT_NS, marking).start(flows, 10 * MS, attributes, operation);

        SharedQueue.Found found = queue.found(100 * MS, 100 * MS + SPAN_NS);

        assertThat(found.jain()).isGreaterThanOrEqualTo(0.98);
        assertThat(found.use()).isGreaterThanOrEqualTo(0.98);
        assertThat(found.maxBytes()).isLessThan((double) marking.maxBytes());
        assertThat(found.meanBytes()).isGreaterThan(marking.minBytes() / 2.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldShareOverTheStandardProfile(int flows) {
        expectFairness(flows, DcqcnTest::standard, WrOpcode.RDMA_WRITE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void shouldShareOverUrdma(int flows) {
        expectFairness(flows, DcqcnTest::urdma, WrOpcode.RDMA_WRITE);
    }

    /** Who answers READs sends the data, and gets the notifications. */
    @Test
    void shouldShareTheAnswersOfReads() {
        long line = Seeds.size(25, 100) * GBPS;
        UrdmaTuning tuning = tuning(line);
        RedMarking marking = RedMarking.scaled(line);
        Supplier<QpAttr> standard = () -> Bulk.standard(tuning, Mtu.MTU_4096);
        expectFairness(line, marking, 4, standard, WrOpcode.RDMA_READ);
        expectFairness(line, marking, 4, () -> Bulk.urdma(tuning), WrOpcode.RDMA_READ);
    }

    /**
     * The queue at which marks and increases are in balance, by the third equation of section 4.1
     * of the analysis, in packets.
     */
    private static double fixedPointBytes(
            int flows, DcqcnConfig config, RedMarking marking, int packetBytes) {
        double bits = 8.0 * packetBytes;
        double capacity = config.lineBitsPerSecond() / bits;
        double step = config.additiveBitsPerSecond() / bits;
        double alphaTimer = config.alphaTimerNs() / 1e9;
        double timer = config.increaseTimerNs() / 1e9;
        double bytes = config.increaseBytes() / (double) packetBytes;
        double stages = 1 / bytes + flows / (timer * capacity);
        double marked =
                Math.cbrt(
                        step
                                * flows
                                * flows
                                / (alphaTimer * capacity * capacity)
                                * stages
                                * stages);
        return marking.minBytes()
                + (marking.maxBytes() - marking.minBytes()) * marked / marking.maxProbability();
    }

    /** With the marking of the paper, at 40 Gbit/s and 4 us; BTH to ICRC are 1040 bytes of 1106. */
    @ParameterizedTest
    @ValueSource(ints = {2, 10})
    void shouldKeepTheQueueOfItsFixedPoint(int flows) {
        long line = 40 * GBPS;
        RedMarking paper = new RedMarking(5_000, 200_000, 0.01);
        SharedQueue queue =
                new SharedQueue(line, 4_000, paper)
                        .start(flows, 2 * MS, () -> Bulk.standard(tuning(line), Mtu.MTU_1024));

        SharedQueue.Found found = queue.found(100 * MS, 100 * MS + SPAN_NS);

        double expected = fixedPointBytes(flows, DcqcnConfig.scaled(line), paper, 1106);
        assertThat(found.meanBytes()).isCloseTo(expected, withinPercentage(25));
        assertThat(found.jain()).isGreaterThanOrEqualTo(0.98);
    }

    /** The formula above gives what the analysis has for the paper's constants. */
    @ParameterizedTest
    @CsvSource({"2, 23", "4, 50", "10, 158"})
    void shouldComputeTheFixedPointsOfThePaper(int flows, double kilobytes) {
        RedMarking paper = new RedMarking(5_000, 200_000, 0.01);

        double bytes = fixedPointBytes(flows, DcqcnConfig.paper(40 * GBPS), paper, 1000);

        assertThat(bytes / 1000).isCloseTo(kilobytes, withinPercentage(3));
    }

    @Test
    void shouldNotifyEachFlowAtMostOnceIn50Microseconds() {
        SharedQueue queue =
                new SharedQueue(LINE, RTT_NS, MARKING).start(2, MS, DcqcnTest::standard);
        queue.found(10 * MS, 20 * MS);

        long marked = 0;
        for (int i = 0; i < 2; i++) {
            Bulk flow = queue.flow(i);
            long notifications = flow.sink.counters().get(Counter.NP_CNP_SENT);
            assertThat(notifications).isBetween(10L, 20 * MS / 50_000);
            assertThat(flow.sent(Counter.RP_CNP_HANDLED))
                    .isBetween(notifications - 1, notifications);
            marked += flow.sink.counters().get(Counter.NP_ECN_MARKED_ROCE_PACKETS);
        }
        assertThat(marked)
                .isBetween(queue.counters().ecnMarked() - 100, queue.counters().ecnMarked());
    }

    /**
     * Without marks nobody is told anything, and two flows at the rate of the line fill any queue.
     */
    @Test
    void shouldNotSlowDownWithoutMarks() {
        SharedQueue queue =
                new SharedQueue(LINE, RTT_NS, RedMarking.NONE).start(2, MS, DcqcnTest::standard);

        SharedQueue.Found found = queue.found(2 * MS, 5 * MS);

        assertThat(found.maxBytes()).isGreaterThan(0.9 * 4 * MS * LINE / 8e9);
    }

    /**
     * A loop of 20 ms is beyond what it is made for: half the link is idle, and at times the queue
     * is many times what marks every packet. {@code docs/congestion.md} has it beside RRCC.
     */
    @Test
    void shouldFailOverALongPath() {
        SharedQueue queue =
                new SharedQueue(LINE, 20 * MS, MARKING)
                        .start(2, 10 * MS, () -> standard().timeout(18));

        SharedQueue.Found found = queue.found(500 * MS, 1000 * MS);

        assertThat(found.use()).isLessThan(0.7);
        assertThat(found.maxBytes()).isGreaterThan(50e6);
    }
}
