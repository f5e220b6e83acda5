package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.Ece;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.PortAttr;
import org.urdma4j.verbs.PortState;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

/** What devices, ports and queue pairs tell of themselves. */
interface DeviceCases extends Cases {
    @Test
    default void shouldDescribeItsDeviceAndPorts() {
        Context context = pair().a.context;
        DeviceAttr device = context.queryDevice();
        assertThat(device.physPortCnt()).isPositive();
        assertThat(device.maxQp()).isPositive();
        assertThat(device.maxCqe()).isPositive();
        assertThat(device.nodeGuid()).isEqualTo(context.device().guid());
        for (int port = 1; port <= device.physPortCnt(); port++) {
            PortAttr attr = context.queryPort(port);
            assertThat(attr.state()).isEqualTo(PortState.ACTIVE);
            assertThat(attr.activeMtu()).isLessThanOrEqualTo(attr.maxMtu());
            assertThat(attr.maxMsgSz()).isBetween(1L, 1L << 31);
            assertThat(context.pkeyIndex(port, 0xffff)).isZero();
            assertThat(context.pkeyIndex(port, 0x1234)).isEqualTo(-1);
        }
        for (GidEntry entry : context.queryGidTable()) {
            assertThat(context.queryGid(entry.portNum(), entry.gidIndex())).isEqualTo(entry.gid());
            assertThat(context.queryGidEx(entry.portNum(), entry.gidIndex())).isEqualTo(entry);
        }
        assertThatThrownBy(() -> context.queryPort(device.physPortCnt() + 1))
                .isInstanceOf(VerbsException.class);
        assertThatThrownBy(() -> context.queryGidEx(1, 4711)).isInstanceOf(VerbsException.class);
    }

    @Test
    default void shouldAgreeOnWhatBothProvidersCanDo() {
        QueuePair a = pair().a.createQp();
        QueuePair b = pair().b.createQp();
        Ece offered = a.queryEce();
        Ece taken = b.setEce(offered);
        Ece common = a.setEce(taken);

        assertThat(taken.options() & ~offered.options()).isZero();
        assertThat(common).isEqualTo(taken).isEqualTo(a.queryEce()).isEqualTo(b.queryEce());
        Ece foreign = new Ece(offered.vendorId() + 1, -1, 0);
        assertThat(b.setEce(foreign).options()).isZero();
        pair().connect(a, b);
        assertThat(a.state()).isEqualTo(QpState.RTS);
        if (offered.options() != 0) {
            assertThatThrownBy(() -> a.setEce(offered)).isInstanceOf(VerbsException.class);
        }
    }

    @Test
    default void shouldPromiseNoOrderOfBytesThatItDoesNotKnow() {
        QueuePair qp = pair().a.createQp();
        for (WrOpcode op : WrOpcode.values()) {
            assertThat(qp.queryDataInOrder(op)).isBetween(0, 3);
        }
    }
}
