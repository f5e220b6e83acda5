package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.linux.Namespace;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.function.Supplier;

/** A device in a namespace, with one queue pair and one region. */
final class RdmaNode implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final SoftContext context;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final QueuePair queuePair;
    private final MemoryRegion region;
    private final QpEndpoint endpoint;

    RdmaNode(String namespace, Supplier<NetworkPort> port, MemorySegment memory) throws Exception {
        context =
                new Namespace(namespace)
                        .call(() -> new SoftDevice(namespace, namespace.hashCode(), port).open());
        ProtectionDomain domain = context.allocPd();
        channel = context.createCompChannel();
        completions = context.createCq(16, null, channel);
        region = domain.regMr(memory, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
        queuePair =
                domain.createQp(
                        QpInitAttr.builder().cq(completions).cap(new QpCap(8, 8, 1, 0, 0)).build());
        endpoint = QpEndpoint.local(queuePair, context.findGid(1, GidType.ROCE_V2).gid());
    }

    void connect(RdmaNode peer, QpAttr options) {
        options.qpAccessFlags(AccessFlags.REMOTE_WRITE);
        QpAttrs.connect(queuePair, endpoint, peer.endpoint, options);
    }

    void write(RdmaNode peer, int bytes) throws InterruptedException {
        queuePair.postSend(
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sendFlags(SendFlags.SIGNALED)
                        .rdma(peer.region.addr(), peer.region.rkey())
                        .addSge(region.sge(0, bytes)));
        WorkCompletion[] polled = WorkCompletion.array(1);
        completions.reqNotify(false);
        if (completions.poll(polled) == 0) {
            assertThat(channel.getCqEvent(PATIENCE)).isNotNull();
            assertThat(completions.poll(polled)).isEqualTo(1);
        }
        assertThat(polled[0].isSuccess()).as(polled[0].toString()).isTrue();
    }

    long count(Counter counter) {
        return context.counters().get(counter);
    }

    @Override
    public void close() {
        context.close();
    }
}
