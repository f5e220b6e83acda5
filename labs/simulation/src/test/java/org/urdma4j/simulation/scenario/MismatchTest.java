package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.LINK;
import static org.urdma4j.simulation.scenario.Scenario.TIMEOUT_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** Two ends that do not agree, and what one may expect of the other. */
class MismatchTest {
    /** Longest run of packets without a request for an acknowledgement. */
    private static final int ACK_REQUESTS = 64;

    /** A requester that asks for more answers at once than its peer has room for. */
    @Test
    void shouldRefuseMoreReadsThanThereIsRoomFor() {
        QpAttr options = new QpAttr().maxRdAtomic(8).maxDestRdAtomic(2);
        // all requests in one instant, before the first can be answered
        LinkConfig together = LinkConfig.builder().delay(Scenario.DELAY_NS).build();
        Scenario scenario =
                new Scenario(Psn.add(0, -4), together, LINK, EngineConfig.DEFAULT, options);
        for (int i = 0; i < 8; i++) {
            scenario.post(Kind.READ, 1);
        }

        scenario.run();

        assertThat(scenario.statusesAtA())
                .startsWith(WcStatus.SUCCESS, WcStatus.SUCCESS, WcStatus.REM_INV_REQ_ERR)
                .endsWith(WcStatus.WR_FLUSH_ERR)
                .hasSize(8);
        assertThat(count(scenario.b, Counter.RDMA_READS)).isEqualTo(2);
    }

    /** Nobody answers for a queue pair that isn't there. */
    @Test
    void shouldHearNothingFromAQueuePairThatIsGone() {
        Scenario scenario = new Scenario(Psn.add(0, -4));
        scenario.b.qp.close();

        scenario.post(Kind.WRITE, 1).run();

        assertThat(scenario.statusesAtA()).containsExactly(WcStatus.RETRY_EXC_ERR);
        assertThat(scenario.finishedNs()).isEqualTo(8 * TIMEOUT_NS);
        assertThat(count(scenario.b, Counter.DROPPED_UNKNOWN_QP)).isEqualTo(8);
        assertThat(scenario.links.back().counters().offered()).isZero();
    }

    @Test
    void shouldHearNothingFromAQueuePairThatIsNotReady() {
        Scenario scenario = new Scenario(Psn.add(0, -4));
        scenario.b.qp.modify(new QpAttr().qpState(QpState.RESET), QpAttrMask.STATE);

        scenario.post(Kind.WRITE, 1).run();

        assertThat(scenario.statusesAtA()).containsExactly(WcStatus.RETRY_EXC_ERR);
        assertThat(count(scenario.b, Counter.DROPPED_QP_STATE)).isEqualTo(8);
        assertThat(scenario.links.back().counters().offered()).isZero();
    }

    /** A peer that acknowledges only when asked to must be asked often enough. */
    @Test
    void shouldAskForAcknowledgementsOnTheWay() {
        Scenario scenario = new Scenario(Psn.add(0, -100));
        int packets = 300;
        scenario.a.post(
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sendFlags(SendFlags.SIGNALED)
                        .rdma(scenario.b.region.addr(), scenario.b.region.rkey())
                        .addSge(scenario.a.region.sge(0, (long) packets * Scenario.MTU)));

        scenario.run();

        int since = 0;
        Seen last = null;
        for (Seen seen : scenario.log.packets()) {
            if (seen.fromA()) {
                since = seen.ackRequested() ? 0 : since + 1;
                assertThat(since).isLessThan(ACK_REQUESTS);
                last = seen;
            }
        }
        assertThat(last.psn()).isEqualTo(packets - 1);
        assertThat(last.ackRequested()).isTrue();
    }
}
