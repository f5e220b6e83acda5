package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.queue.PooledReceives;
import org.urdma4j.transport.queue.ReceivePool;
import org.urdma4j.transport.shard.Doorbell;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** The data path allocates nothing for a packet, loss and its repair included. */
class AllocationTest {
    private static final int BYTES = 64 * Host.PAYLOAD;
    private static final int MESSAGES = 500;
    private static final int LOST = 101;

    /** Far below a byte a packet; leaves room for what the JVM itself allocates meanwhile. */
    private static final double BOUND = 0.5;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Host a = new Host("a");
    private final ReceivePool pool = new ReceivePool(64, 4, Host.DOMAIN, () -> {});
    private Host b = new Host("b");
    private Doorbell poolDoorbell;
    private final MemorySegment ofA = MemorySegment.ofBuffer(a.batch.buffer());
    private MemorySegment ofB = MemorySegment.ofBuffer(b.batch.buffer());
    private final SendWr[] requests = new SendWr[3];
    private final RecvWr receive = new RecvWr();
    private final WorkCompletion[] completion = WorkCompletion.array(1);
    private long nowNs = 1_000_000_000L;
    private long packets;

    private void connect(QpAttr attr, QpAttr peer) {
        a.connect(b.qp.qpn(), b, attr);
        b.connect(a.qp.qpn(), a, peer);
        WrOpcode[] opcodes = {WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ, WrOpcode.SEND};
        for (int i = 0; i < 3; i++) {
            requests[i] =
                    new SendWr()
                            .opcode(opcodes[i])
                            .sendFlags(SendFlags.SIGNALED)
                            .addSge(a.address(0), BYTES, a.region.lkey());
            if (opcodes[i] != WrOpcode.SEND) {
                requests[i].rdma(b.address(0), b.region.rkey());
            }
        }
        receive.addSge(b.address(0), BYTES, b.region.lkey());
    }

    private void shareReceives() {
        b = new Host("b", EngineConfig.DEFAULT, new PooledReceives(pool));
        ofB = MemorySegment.ofBuffer(b.batch.buffer());
        poolDoorbell = b.shard.doorbell(pool);
    }

    private void postReceive(boolean needed) {
        if (poolDoorbell == null) {
            b.receiveQueue.post(receive);
            b.doorbell.ring();
        } else if (needed && pool.post(receive) && pool.wanted()) {
            poolDoorbell.ring();
        }
    }

    /** Carries everything that {@code from} has to send to {@code to} at once. */
    private void carry(Host from, Host to, MemorySegment memory) {
        from.shard.onDoorbells();
        ByteBuffer buffer = from.batch.buffer();
        while (from.shard.pollTransmit(from.batch, nowNs) > 0) {
            for (int i = 0; i < from.batch.count(); i++) {
                if (++packets % LOST != 0) {
                    int at = from.batch.offset(i);
                    int length = from.batch.length(i) - 4;
                    to.received.wrap(buffer, memory, 0, at, length, from);
                    to.shard.onPacket(to.received, nowNs);
                }
            }
        }
    }

    private void transfer(int messages) {
        for (int i = 0; i < messages; i++) {
            postReceive(i % 3 == 2);
            a.sendQueue.post(requests[i % 3]);
            a.doorbell.ring();
            while (a.sendCompletions.take(completion, 0, 1) == 0) {
                nowNs += 10_000;
                a.shard.onTimers(nowNs);
                b.shard.onTimers(nowNs);
                carry(a, b, ofA);
                carry(b, a, ofB);
            }
            assert completion[0].isSuccess();
            b.receiveCompletions.take(completion, 0, 1);
        }
    }

    private void assertAllocatesNothing() {
        transfer(2 * MESSAGES);
        long before = threads.getCurrentThreadAllocatedBytes();
        packets = 0;
        transfer(MESSAGES);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(packets).isGreaterThan(50L * MESSAGES);
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isPositive();
        assertThat(bytes / (double) packets).isLessThan(BOUND);
    }

    @Test
    void shouldAllocateNothingForAPacket() {
        QpAttr attr = Host.attr().urdmaTuning(UrdmaTuning.DEFAULT);
        connect(attr, Host.attr());
        assertAllocatesNothing();
    }

    /** Each message finds the shared queue empty but for its own receive. */
    @Test
    void shouldAllocateNothingForSharedReceives() {
        shareReceives();
        connect(Host.attr().urdmaTuning(UrdmaTuning.DEFAULT), Host.attr());
        assertAllocatesNothing();
        assertThat(pool.available()).isLessThan(2);
    }

    @Test
    void shouldAllocateNothingForRepairPackets() {
        UrdmaOffer offer = Host.OFFER.toBuilder().fec(16).build();
        QpAttr attr = Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer);
        connect(
                attr.urdmaTuning(UrdmaTuning.builder().fec("8,2").build()),
                Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer));
        assertAllocatesNothing();
        assertThat(b.count(Counter.REPAIRED_PKTS)).isPositive();
    }

    /** Packets have path words, and reports on paths come besides. */
    @Test
    void shouldAllocateNothingForPaths() {
        UrdmaOffer offer = Host.OFFER.toBuilder().paths(true).build();
        QpAttr attr = Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer);
        connect(
                attr.urdmaTuning(UrdmaTuning.builder().paths(UrdmaPaths.AUTO).build()),
                Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer));
        assertAllocatesNothing();
    }

    @Test
    void shouldAllocateNothingForGrants() {
        UrdmaOffer offer = Host.OFFER.toBuilder().grants(true).build();
        UrdmaTuning tuning =
                UrdmaTuning.builder()
                        .congestionControl(CongestionControlType.RRCC_GRANTS)
                        .grantRate(1_000_000_000)
                        .build();
        QpAttr attr = Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
        connect(attr, Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning));
        assertAllocatesNothing();
        assertThat(a.count(Counter.GRANTS_RCVD)).isPositive();
    }
}
