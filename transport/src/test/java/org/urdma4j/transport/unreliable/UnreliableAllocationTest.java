package org.urdma4j.transport.unreliable;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.rc.Host;
import org.urdma4j.transport.rc.Solo;
import org.urdma4j.transport.rc.Somewhere;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** The data path of UC and UD allocates nothing for a packet, lost ones included. */
class UnreliableAllocationTest {
    private static final int MESSAGES = 20_000;
    private static final int LOST = 101;

    /** Far below a byte a packet; leaves room for what the JVM itself allocates meanwhile. */
    private static final double BOUND = 0.5;

    private static final Gid PEER = Gid.parse("192.0.2.1");

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final WorkCompletion[] completion = WorkCompletion.array(1);
    private final RecvWr receive = new RecvWr();
    private Host a;
    private Host b;
    private MemorySegment memory;
    private long packets;

    private void open(QpType type) {
        a = new Host("a", type, 1, Solo.MTU);
        b =
                new Host(
                        "b",
                        type,
                        2,
                        Solo.MTU,
                        new RebuiltHeader(Gid.parse("192.0.2.2"), Gid.class::cast));
        memory = MemorySegment.ofBuffer(a.batch.buffer());
        receive.addSge(b.region.address(), 4096, b.region.lkey());
    }

    private void transfer(SendWr request, Route route, int messages) {
        ByteBuffer buffer = a.batch.buffer();
        for (int i = 0; i < messages; i++) {
            b.receiveQueue.post(receive);
            a.sendQueue.post(request, route);
            a.doorbell.ring();
            a.shard.onDoorbells();
            while (a.shard.pollTransmit(a.batch, 0) > 0) {
                for (int k = 0; k < a.batch.count(); k++) {
                    if (++packets % LOST != 0) {
                        int length = a.batch.length(k) - 4;
                        int at = a.batch.offset(k);
                        b.received.wrap(buffer, memory, 0, at, length, PEER);
                        b.shard.onPacket(b.received, 0);
                    }
                }
            }
            a.sendCompletions.take(completion, 0, 1);
            b.receiveCompletions.take(completion, 0, 1);
        }
    }

    private void assertAllocatesNothing(SendWr request, Route route) {
        transfer(request, route, MESSAGES);
        packets = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        transfer(request, route, MESSAGES);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(packets).isGreaterThanOrEqualTo(MESSAGES);
        assertThat(completion[0].isSuccess()).isTrue();
        assertThat(bytes / (double) packets).isLessThan(BOUND);
    }

    private SendWr request(int bytes) {
        return new SendWr()
                .opcode(WrOpcode.SEND_WITH_IMM)
                .sendFlags(SendFlags.SIGNALED)
                .addSge(a.region.address(), bytes, a.region.lkey());
    }

    @Test
    void shouldAllocateNothingForUc() {
        open(QpType.UC);
        a.connect(b.qp.qpn(), PEER, Solo.attr());
        b.connect(a.qp.qpn(), PEER, Solo.attr().rqPsn(Solo.SQ_PSN));
        assertAllocatesNothing(request(5 * Solo.MTU), null);
    }

    @Test
    void shouldAllocateNothingForUd() {
        open(QpType.UD);
        for (Host host : new Host[] {a, b}) {
            QpAttr init = new QpAttr().qpState(QpState.INIT).qkey(5);
            host.qp.modify(init, init.mask() | QpAttrMask.PKEY_INDEX, null, 0xffff);
            host.qp.modify(new QpAttr().qpState(QpState.RTR), QpAttrMask.STATE, null, 0);
            QpAttr rts = new QpAttr().qpState(QpState.RTS).sqPsn(0);
            host.qp.modify(rts, rts.mask(), null, 0);
        }
        SendWr request = request(Solo.MTU).ud(new Somewhere(), b.qp.qpn(), 5);
        assertAllocatesNothing(request, source -> false);
    }
}
