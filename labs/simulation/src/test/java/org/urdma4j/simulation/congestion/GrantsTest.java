package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.SharedQueue.GBPS;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;
import java.util.function.Predicate;

/** Eight hosts that send to one: its link of 1 Gbit/s is 20 ms long. */
class GrantsTest {
    private static final long RTT_NS = 20 * MS;
    private static final double BDP = GBPS / 8e9 * RTT_NS;
    private static final int SENDERS = 8;
    private static final long SPAN_NS = Seeds.size(2000, 4000) * MS;
    private static final long WITHOUT_LIMIT = 1L << 40;
    private static final Predicate<SimulatedPacket> GRANT =
            SimulatedPacket.matching(packet -> packet.opcode() == UrdmaOpcode.GRANT);

    private static QpAttr attributes(CongestionControlType type) {
        return attributes(type, GBPS);
    }

    private static QpAttr attributes(CongestionControlType type, long portRate) {
        UrdmaTuning tuning =
                UrdmaTuning.builder().congestionControl(type).grantRate(portRate).build();
        UrdmaOffer offer =
                UrdmaOffer.builder().payloadBytes(Bulk.PAYLOAD).grants(type.grants()).build();
        return new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
    }

    private static LinkConfigBuilder link() {
        return LinkConfig.builder().rate(GBPS).delay(RTT_NS / 2).queue(WITHOUT_LIMIT);
    }

    private static SharedQueue eight(
            CongestionControlType type, WrOpcode operation, LinkConfigBuilder there) {
        SharedQueue queue = new SharedQueue(GBPS, 1, there.build(), link().build());
        return queue.startIntoOne(SENDERS, attributes(type), operation);
    }

    private static SharedQueue eight(CongestionControlType type) {
        return eight(type, WrOpcode.RDMA_WRITE, link());
    }

    /** Who asks for a READ is who takes the data: it grants the answers. */
    @ParameterizedTest
    @CsvSource({
        "RRCC_GRANTS, RDMA_WRITE",
        "RRCC_GRANTS, RDMA_READ",
        "GRANTS, RDMA_WRITE",
        "GRANTS, RDMA_READ"
    })
    void shouldLeaveNoQueue(CongestionControlType type, WrOpcode operation) {
        SharedQueue.Found found =
                eight(type, operation, link()).found(2000 * MS, 2000 * MS + SPAN_NS);

        assertThat(found.use()).isGreaterThan(0.95);
        assertThat(found.jain()).isGreaterThan(0.98);
        assertThat(found.p95Bytes()).isLessThan(0.1 * BDP);
    }

    /** The port is there once, however many loops take in what it brings. */
    @ParameterizedTest
    @CsvSource({
        "RRCC_GRANTS, RDMA_WRITE, 8",
        "GRANTS, RDMA_WRITE, 8",
        "GRANTS, RDMA_READ, 8",
        "GRANTS, RDMA_WRITE, 3"
    })
    void shouldLeaveNoQueueWithSeveralLoops(
            CongestionControlType type, WrOpcode operation, int senders) {
        SharedQueue queue = new SharedQueue(GBPS, 1, link().build(), link().build());
        queue.startIntoOne(senders, 4, attributes(type), operation);

        SharedQueue.Found found = queue.found(1000 * MS, 2500 * MS);

        assertThat(found.use()).isGreaterThan(0.95);
        assertThat(found.jain()).isGreaterThan(0.98);
        assertThat(found.maxBytes()).isLessThan(0.5 * BDP);
    }

    /** What the other tests are to be judged by. */
    @Test
    void shouldHaveAQueueWithoutGrants() {
        SharedQueue.Found found =
                eight(CongestionControlType.RRCC).found(2000 * MS, 2000 * MS + SPAN_NS);

        assertThat(found.p95Bytes()).isBetween(0.3 * BDP, 0.6 * BDP);
    }

    @Test
    void shouldBeRrccIfThePeerGrantsNothing() {
        QpAttr attributes = attributes(CongestionControlType.GRANTS);
        attributes.urdmaPeerOffer(attributes.urdmaOffer().toBuilder().grants(false).build());
        SharedQueue queue = new SharedQueue(GBPS, RTT_NS, RedMarking.NONE);
        queue.startIntoOne(1, attributes, WrOpcode.RDMA_WRITE);

        assertThat(queue.found(1000 * MS, 2000 * MS).use()).isGreaterThan(0.95);
        assertThat(queue.flow(0).path().state()).endsWith(", no grants");
    }

    @Test
    void oneShouldHaveItAll() {
        SharedQueue queue = new SharedQueue(GBPS, RTT_NS, RedMarking.NONE);
        queue.startIntoOne(1, attributes(CongestionControlType.GRANTS), WrOpcode.RDMA_WRITE);

        SharedQueue.Found found = queue.found(500 * MS, 2000 * MS);

        assertThat(found.use()).isGreaterThan(0.95);
        assertThat(queue.flow(0).path().state()).startsWith("grants");
    }

    @ParameterizedTest
    @EnumSource(names = {"RRCC_GRANTS", "GRANTS"})
    void shouldNotMindWhatBecomesOfMessages(CongestionControlType type) {
        SharedQueue queue = eight(type);
        Script<SimulatedPacket> demands = new Script<>();
        Script<SimulatedPacket> grants = new Script<>();
        for (Script<SimulatedPacket> script : List.of(demands, grants)) {
            script.drop("lost", Occurrence.every(2), GRANT)
                    .duplicate("doubled", Occurrence.every(3), GRANT)
                    .hold("late", Occurrence.every(5), 3 * RTT_NS, GRANT);
        }
        queue.there().script(demands);
        queue.back().script(grants);

        SharedQueue.Found found = queue.found(2000 * MS, 2000 * MS + SPAN_NS);

        assertThat(demands.unfired()).isEmpty();
        assertThat(grants.unfired()).isEmpty();
        assertThat(found.use()).isGreaterThan(0.9);
        assertThat(found.jain()).isGreaterThan(0.95);
        assertThat(found.maxBytes()).isLessThan(BDP);
    }

    /** Nothing of it arrives any more, whatever it was granted: the others have its share. */
    @ParameterizedTest
    @EnumSource(names = {"RRCC_GRANTS", "GRANTS"})
    void othersShouldHaveWhatADeadSenderHad(CongestionControlType type) {
        SharedQueue queue = eight(type);
        SharedQueue.Found before = queue.found(1500 * MS, 2000 * MS);
        Script<SimulatedPacket> death =
                new Script<SimulatedPacket>()
                        .drop("a0", Occurrence.all(), packet -> packet.sender().equals("a0"))
                        .drop("a1", Occurrence.all(), packet -> packet.sender().equals("a1"));
        queue.there().script(death);

        SharedQueue.Found after = queue.found(2500 * MS, 4000 * MS);

        assertThat(death.unfired()).isEmpty();
        assertThat(before.use()).isGreaterThan(0.95);
        assertThat(after.use()).isGreaterThan(0.95);
        assertThat(after.p95Bytes()).isLessThan(0.5 * BDP); // what may be out, less what fits
    }

    /** 256 senders over one port; each has a fraction of a quantum under way. */
    @Test
    void manyShouldShare() {
        SharedQueue queue = new SharedQueue(10 * GBPS, 1, many().build(), many().build());
        queue.startIntoOne(
                256, attributes(CongestionControlType.GRANTS, 10 * GBPS), WrOpcode.RDMA_WRITE);

        SharedQueue.Found found = queue.found(1000 * MS, 1000 * MS + SPAN_NS / 4);

        assertThat(found.use()).isGreaterThan(0.95);
        assertThat(found.jain()).isGreaterThan(0.98);
        assertThat(found.p95Bytes()).isLessThan(0.1 * 10 * BDP);
    }

    private static LinkConfigBuilder many() {
        return link().rate(10 * GBPS);
    }
}
