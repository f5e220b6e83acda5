package org.urdma4j.tools.demo;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.netty.UdpPort;
import org.urdma4j.transport.netty.UdpPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** One end of the demo: a device on an address, with one queue pair and one memory region. */
final class DemoNode implements AutoCloseable {
    /** Requests that may be posted at a time, on either queue. */
    static final int DEPTH = 128;

    /** How long nothing may happen before the demo gives up. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int REMOTE_ACCESS = AccessFlags.REMOTE_WRITE;

    private final SoftContext context;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final QueuePair queuePair;
    private final MemoryRegion region;
    private final QpEndpoint endpoint;
    private final WorkCompletion[] polled = WorkCompletion.array(32);

    DemoNode(UdpPortConfig config, MemorySegment memory) {
        InetAddress address = config.local();
        String name = "udp-" + address.getHostAddress();
        context = new SoftDevice(name, address.hashCode(), () -> UdpPort.open(config)).open();
        ProtectionDomain domain = context.allocPd();
        channel = context.createCompChannel();
        completions = context.createCq(2 * DEPTH, null, channel);
        region = domain.regMr(memory, access(memory));
        queuePair =
                domain.createQp(
                        QpInitAttr.builder()
                                .cq(completions)
                                .cap(new QpCap(DEPTH, DEPTH, 1, 0, 0))
                                .build());
        endpoint = QpEndpoint.local(queuePair, context.queryGid(1, 0));
    }

    private static int access(MemorySegment memory) {
        return memory.isReadOnly() ? 0 : AccessFlags.LOCAL_WRITE | REMOTE_ACCESS;
    }

    /**
     * Connects two nodes to each other.
     *
     * @param profile what they speak
     * @param ackTimeout code of the transport timer of the Standard profile
     */
    static void connect(DemoNode a, DemoNode b, DemoProfile profile, int ackTimeout) {
        QpAttr options = new QpAttr().qpAccessFlags(REMOTE_ACCESS).timeout(ackTimeout);
        profile.configure(options);
        QpAttrs.connect(a.queuePair, a.endpoint, b.endpoint, options);
        QpAttrs.connect(b.queuePair, b.endpoint, a.endpoint, options);
    }

    QueuePair queuePair() {
        return queuePair;
    }

    MemoryRegion region() {
        return region;
    }

    long count(Counter counter) {
        return context.counters().get(counter);
    }

    /** Waits for completions and passes on those that have come. */
    void await(Consumer<WorkCompletion> each) throws InterruptedException, DemoException {
        int n = completions.poll(polled);
        if (n == 0) {
            completions.reqNotify(false);
            n = completions.poll(polled);
        }
        if (n == 0 && channel.getCqEvent(PATIENCE) == null) {
            throw new DemoException("nothing completed for " + PATIENCE.toSeconds() + " s");
        }
        for (int i = 0; i < n; i++) {
            if (!polled[i].isSuccess()) {
                throw new DemoException("a work request failed: " + polled[i]);
            }
            each.accept(polled[i]);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
