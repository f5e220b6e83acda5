package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One end of a connection over a port under test: a queue pair and a memory region. */
public final class Endpoint implements AutoCloseable {
    private static final long POLL_NS = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A transport timer of 17 s: a machine under load is not a lossy network. */
    private static final int ACK_TIMEOUT = 22;

    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;

    private final SoftContext context;
    private final NetworkPort port;
    private final CompletionQueue completions;
    private final QueuePair qp;
    private final QpEndpoint address;
    private final MemoryRegion region;
    private final WorkCompletion[] polled = WorkCompletion.array(1);
    public final MemorySegment memory;

    /** Makes an end over {@code port}, which it closes. */
    public Endpoint(NetworkPort port, long bytes) {
        this(port, bytes, 0);
    }

    /** Makes an end at one of the port's addresses. */
    public Endpoint(NetworkPort port, long bytes, int gidIndex) {
        this.port = port;
        context = new SoftDevice(port.description(), 1, () -> port).open();
        ProtectionDomain domain = context.allocPd();
        memory = Arena.ofAuto().allocate(bytes, 64);
        region = domain.regMr(memory, ACCESS);
        completions = context.createCq(64);
        QpCap cap = new QpCap(64, 64, 1, 1, 0);
        qp = domain.createQp(QpInitAttr.builder().cq(completions).cap(cap).sqSigAll(true).build());
        address = QpEndpoint.local(qp, port.gids().get(gidIndex).gid());
    }

    /** Connects two ends, or one with itself. */
    public static void connect(Endpoint a, Endpoint b, Mtu mtu) {
        a.connectTo(b.address, mtu);
        if (a != b) {
            b.connectTo(a.address, mtu);
        }
    }

    public void connectTo(QpEndpoint remote, Mtu mtu) {
        QpAttr options = new QpAttr().pathMtu(mtu).qpAccessFlags(ACCESS).timeout(ACK_TIMEOUT);
        QpAttrs.connect(qp, address, remote, options);
    }

    public NetworkPort port() {
        return port;
    }

    QpEndpoint address() {
        return address;
    }

    public void fill(long seed) {
        byte[] bytes = new byte[(int) memory.byteSize()];
        new Random(seed).nextBytes(bytes);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, bytes.length);
    }

    /** Posts a WRITE of the whole memory to the same place of {@code peer}'s. */
    public void post(WrOpcode opcode, Endpoint peer) {
        post(opcode, peer.region.addr(), peer.region.rkey(), memory.byteSize());
    }

    public void post(WrOpcode opcode, long remoteAddress, int rkey, long bytes) {
        SendWr request = new SendWr().opcode(opcode).rdma(remoteAddress, rkey);
        request.addSge(region.addr(), bytes, region.lkey());
        assertThat(qp.postSend(request)).isEqualTo(PostStatus.OK);
    }

    /** Waits until a request has completed; it must have gone well. */
    public void awaitSuccess() {
        await(() -> completions.poll(polled) == 1, "a completion");
        assertThat(polled[0].status()).isEqualTo(WcStatus.SUCCESS);
    }

    public long count(Counter counter) {
        return context.counters().get(counter);
    }

    /** Waits for something that another thread does. */
    public static void await(BooleanSupplier condition, String what) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NS);
            assertThat(System.nanoTime() - start)
                    .as("nanoseconds waited for %s", what)
                    .isLessThan(PATIENCE.toNanos());
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
