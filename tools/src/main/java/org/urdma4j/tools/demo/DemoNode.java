package org.urdma4j.tools.demo;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** One end of the demo: a device on an address, with one queue pair and one memory region. */
final class DemoNode implements AutoCloseable {
    /** Requests that may be posted at a time, on either queue. */
    static final int DEPTH = 128;

    /** How long nothing may happen before the demo gives up. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Port of the receiver. */
    private static final int PORT = 7174;

    private static final int REMOTE_ACCESS = AccessFlags.REMOTE_WRITE;

    private final SoftContext context;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final CmEventChannel events;
    private final ProtectionDomain domain;
    private final MemoryRegion region;
    private QueuePair queuePair;
    private final WorkCompletion[] polled = WorkCompletion.array(32);

    DemoNode(UdpPortConfig config, MemorySegment memory) {
        InetAddress address = config.local();
        String name = "udp-" + address.getHostAddress();
        context = new SoftDevice(name, address.hashCode(), () -> UdpPort.open(config)).open();
        events = RdmaCm.createEventChannel(context);
        domain = context.allocPd();
        channel = context.createCompChannel();
        completions = context.createCq(2 * DEPTH, null, channel);
        region = domain.regMr(memory, access(memory));
    }

    private static int access(MemorySegment memory) {
        return memory.isReadOnly() ? 0 : AccessFlags.LOCAL_WRITE | REMOTE_ACCESS;
    }

    /**
     * Connects two nodes to each other through the connection manager.
     *
     * @param profile what they speak
     * @param ackTimeout code of the transport timer of the Standard profile
     */
    static void connect(DemoNode from, DemoNode to, DemoProfile profile, int ackTimeout)
            throws InterruptedException, DemoException {
        CmId listener = to.events.createId(to.context, CmPortSpace.TCP);
        listener.bindAddr(new InetSocketAddress(PORT));
        listener.listen(1);
        CmId id = from.events.createId(from.context, CmPortSpace.TCP);
        id.resolveAddr(null, listener.localAddr(), PATIENCE);
        from.awaitEvent(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        from.awaitEvent(CmEventType.ROUTE_RESOLVED);
        id.ackTimeout(ackTimeout);
        from.createQp(id);
        id.connect(profile.param());
        CmId accepted = to.awaitEvent(CmEventType.CONNECT_REQUEST);
        to.createQp(accepted);
        accepted.accept(profile.param());
        from.awaitEvent(CmEventType.ESTABLISHED);
        to.awaitEvent(CmEventType.ESTABLISHED);
    }

    private void createQp(CmId id) {
        QpCap cap = new QpCap(DEPTH, DEPTH, 1, 0, 0);
        queuePair = id.createQp(domain, QpInitAttr.builder().cq(completions).cap(cap).build());
    }

    private CmId awaitEvent(CmEventType expected) throws InterruptedException, DemoException {
        CmEvent event = events.getCmEvent(PATIENCE);
        if (event == null || event.eventType() != expected) {
            throw new DemoException("no connection: %s instead of %s".formatted(event, expected));
        }
        return event.id();
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
        events.close();
        context.close();
    }
}
