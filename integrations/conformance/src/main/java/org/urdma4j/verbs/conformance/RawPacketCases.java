package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.DeviceCapFlags;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Flow;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowEthFilter;
import org.urdma4j.verbs.FlowSpecEth;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.ValueLayout;

/** Whole frames, if both ends are on one link and may send such. */
interface RawPacketCases extends Cases {
    /** For experiments of whoever has the link (IEEE 802). */
    int EXPERIMENT = 0x88b6;

    private static QueuePair create(End end) {
        return Cases.supported(() ->
                end.domain.createQp(End.attributes(end.cq).qpType(QpType.RAW_PACKET).build()));
    }

    private static QueuePair active(End end) {
        QueuePair qp = create(end);
        QpAttrs.activate(qp);
        return qp;
    }

    private static FlowAttr experiments() {
        FlowEthFilter type = FlowEthFilter.NONE.etherType(EXPERIMENT);
        FlowEthFilter mask = FlowEthFilter.NONE.etherType(0xffff);
        return FlowAttr.builder().spec(new FlowSpecEth(type, mask)).build();
    }

    /** Makes a frame to everybody of what is at {@code offset} of the memory. */
    private static SendWr frame(End end, long offset, int bytes) {
        for (int i = 0; i < 12; i++) {
            byte address = (byte) (i < 6 ? 0xff : 2);
            end.memory().set(ValueLayout.JAVA_BYTE, offset + i, address);
        }
        end.memory().set(ValueLayout.JAVA_BYTE, offset + 12, (byte) (EXPERIMENT >> 8));
        end.memory().set(ValueLayout.JAVA_BYTE, offset + 13, (byte) EXPERIMENT);
        return new SendWr()
                .sendFlags(SendFlags.SIGNALED)
                .addSge(end.region.sge(offset, 5))
                .addSge(end.region.sge(offset + 5, bytes - 5));
    }

    @Test
    default void shouldCarryWholeFrames() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair ofA = active(a);
        QueuePair ofB = active(b);
        ofB.createFlow(experiments());
        for (int i = 0; i < 20; i++) {
            End.post(ofB, b.receive(i, 2000L * i, 1500));
        }

        for (int i = 0; i < 20; i++) {
            End.post(ofA, frame(a, 2000L * i, 60 + i));
            a.awaitSuccess(WcOpcode.SEND);
        }

        for (int i = 0; i < 20; i++) {
            assertThat(b.awaitSuccess(WcOpcode.RECV).byteLen()).isEqualTo(60 + i);
            assertThat(b.copy(2000L * i, 60 + i)).isEqualTo(a.copy(2000L * i, 60 + i));
        }
    }

    @Test
    default void shouldSteerToRawPacketQueuePairsAlone() {
        QueuePair raw = create(pair().a);
        Flow flow = raw.createFlow(experiments());
        assertThat(flow.qp()).isSameAs(raw);
        assertThat(flow.attr()).isEqualTo(experiments());
        int capabilities = pair().a.context.queryDevice().deviceCapFlags();
        assertThat(capabilities & DeviceCapFlags.MANAGED_FLOW_STEERING).isNotZero();

        assertThatThrownBy(() -> pair().a.createQp().createFlow(experiments()))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        raw.close();
        assertThatThrownBy(() -> raw.createFlow(experiments()))
                .isInstanceOf(IllegalStateException.class);
        flow.close();
    }

    @Test
    default void shouldSendWholeFramesWhenItIsReady() throws InterruptedException {
        End a = pair().a;
        QueuePair qp = create(a);
        assertThat(qp.postSend(frame(a, 0, 60))).isEqualTo(PostStatus.INVALID_STATE);
        QpAttrs.activate(qp);
        assertThat(qp.state()).isEqualTo(QpState.RTS);
        assertThat(qp.postSend(frame(a, 0, 60).opcode(WrOpcode.RDMA_WRITE)))
                .isEqualTo(PostStatus.INVALID_REQUEST);

        End.post(qp, frame(a, 0, 13));

        a.await(WcStatus.LOC_LEN_ERR);
        assertThat(qp.state()).isEqualTo(QpState.SQE);
        qp.modify(new QpAttr().qpState(QpState.RTS));
        End.post(qp, frame(a, 0, 60));
        a.awaitSuccess(WcOpcode.SEND);
    }
}
