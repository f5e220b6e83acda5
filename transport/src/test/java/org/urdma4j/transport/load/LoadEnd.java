package org.urdma4j.transport.load;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
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

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One end: a device, a queue pair, and memory. */
final class LoadEnd implements AutoCloseable {
    private static final int ACCESS = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;

    /** 4.3 s. */
    private static final int ACK_TIMEOUT = 20;

    final SoftContext context;
    private final MemoryRegion region;
    private final QueuePair qp;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final QpEndpoint address;
    private final LoadOptions options;
    private final WorkCompletion[] polled = WorkCompletion.array(64);
    private final SendWr request = new SendWr();
    private long posted;
    private final AtomicLong completed = new AtomicLong();

    LoadEnd(InetAddress local, LoadOptions options) {
        this.options = options;
        UdpPortConfig config =
                UdpPortConfig.builder(local)
                        .port(options.port())
                        .socketBufferBytes(options.buffer())
                        .build();
        context = new SoftDevice(local.getHostAddress(), 1, () -> UdpPort.open(config)).open();
        ProtectionDomain domain = context.allocPd();
        channel = context.createCompChannel();
        completions = context.createCq(2 * options.depth(), null, channel);
        region = domain.regMr(Arena.ofAuto().allocate(options.memory(), 4096), ACCESS);
        region.segment().fill((byte) 1); // have the pages
        qp =
                domain.createQp(
                        QpInitAttr.builder()
                                .cq(completions)
                                .cap(new QpCap(options.depth(), 1, 1, 1, 0))
                                .build());
        address = QpEndpoint.local(qp, context.queryGid(1, 0));
    }

    QpEndpoint address() {
        return address;
    }

    long memoryAddress() {
        return region.addr();
    }

    int rkey() {
        return region.rkey();
    }

    void connect(QpEndpoint remote, boolean urdma) {
        QpAttr attr = options.connection(urdma, context.largestPayload(false));
        QpAttrs.connect(qp, address, remote, attr.qpAccessFlags(ACCESS).timeout(ACK_TIMEOUT));
    }

    PathStatistics path() {
        return PathQuery.of(qp);
    }

    long count(Counter counter) {
        return context.counters().get(counter);
    }

    /** Returns the bytes of requests that have completed. */
    long completedBytes() {
        return completed.get();
    }

    /** Keeps {@code depth} WRITEs posted until {@code deadlineNs}, then waits for those left. */
    void write(long remoteAddress, int rkey, long deadlineNs) throws InterruptedException {
        long outstanding = 0;
        while (true) {
            while (outstanding < options.depth() && System.nanoTime() - deadlineNs < 0) {
                post(remoteAddress, rkey);
                outstanding++;
            }
            if (outstanding == 0) {
                return;
            }
            outstanding -= await();
        }
    }

    private void post(long remoteAddress, int rkey) {
        long at = posted++ % options.depth() * options.size();
        request.clearSges()
                .opcode(WrOpcode.RDMA_WRITE)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(remoteAddress + at, rkey)
                .addSge(region.addr() + at, options.size(), region.lkey());
        if (qp.postSend(request) != PostStatus.OK) {
            throw new IllegalStateException("the send queue is full");
        }
    }

    private int await() throws InterruptedException {
        int n = completions.poll(polled);
        if (n == 0) {
            completions.reqNotify(false);
            n = completions.poll(polled);
        }
        if (n == 0 && channel.getCqEvent(Duration.ofSeconds(40)) == null) {
            throw new IllegalStateException("nothing completed for 40 s");
        }
        for (int i = 0; i < n; i++) {
            if (!polled[i].isSuccess()) {
                throw new IllegalStateException("failed: " + polled[i]);
            }
        }
        completed.addAndGet((long) n * options.size());
        return n;
    }

    @Override
    public void close() {
        context.close();
    }
}
