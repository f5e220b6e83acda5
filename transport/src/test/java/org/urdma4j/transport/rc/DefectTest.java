package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;

/** What throws on the event loop, though nothing should, ends one queue pair and nothing else. */
class DefectTest {
    private final Solo solo = new Solo().connect(Solo.attr());

    /** Memory that the checks of registration would have refused. */
    private Region impossible() {
        MemorySegment memory = solo.host.memory.asReadOnly();
        return solo.host
                .shard
                .regions()
                .register(memory, memory.address(), Host.ALL_ACCESS, Host.DOMAIN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndTheQueuePairOnce(boolean atomic) {
        Region region = impossible();
        solo.host.post(new RecvWr().wrId(1));
        HandMade write =
                atomic
                        ? HandMade.packet(Opcode.RC_FETCH_ADD, Solo.RQ_PSN)
                                .atomic(region.address(), region.rkey(), 1, 0)
                        : HandMade.packet(Opcode.RC_RDMA_WRITE_ONLY, Solo.RQ_PSN)
                                .reth(region.address(), region.rkey(), 8)
                                .payload(8);

        assertThatCode(() -> solo.receive(write, write, write)).doesNotThrowAnyException();

        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_FATAL);
        assertThat(solo.received()).containsExactly("1 WR_FLUSH_ERR");
        assertThat(solo.host.qp.counters().get(Counter.DEFECTS)).isOne();
        assertThat(solo.host.shard.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldFlushWhatIsPostedAfterwardsAndBeOfUseAgainAfterReset() {
        Region region = impossible();
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        solo.receive(
                HandMade.packet(Opcode.RC_RDMA_WRITE_ONLY, Solo.RQ_PSN)
                        .reth(region.address(), region.rkey(), 8)
                        .payload(8));
        solo.post(2, WrOpcode.RDMA_WRITE, 8);
        assertThat(solo.sent()).containsExactly("1 WR_FLUSH_ERR", "2 WR_FLUSH_ERR");

        solo.host.qp.modify(new QpAttr().qpState(QpState.RESET), QpAttrMask.STATE, null, 0);
        solo.connect(Solo.attr());
        assertThat(solo.post(3, WrOpcode.RDMA_WRITE, 8)).hasSize(1);
        solo.acknowledge(Solo.SQ_PSN);
        assertThat(solo.sent()).containsExactly("3 SUCCESS");
    }
}
