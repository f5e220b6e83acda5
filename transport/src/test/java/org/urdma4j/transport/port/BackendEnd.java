package org.urdma4j.transport.port;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.SplittableRandom;

/** An application at one end, which knows nothing but verbs. */
public final class BackendEnd implements AutoCloseable {
    public static final int MEMORY = 4 << 20;
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    /** 4.3 s: a machine under load is not a lossy network. */
    private static final int ACK_TIMEOUT = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final NetworkPort port;
    public final SoftContext context;
    public final MemoryRegion region;
    public final QueuePair qp;
    private final CompletionChannel channel;
    private final CompletionQueue completions;
    private final QpEndpoint address;

    public BackendEnd(NetworkPort port) {
        this(port, QpType.RC);
    }

    public BackendEnd(NetworkPort port, QpType type) {
        this(port, new SoftDevice(port.description(), 1, () -> port).open(), type);
    }

    /** Opens another queue pair of the same device, which either end closes. */
    public static BackendEnd beside(BackendEnd other) {
        return new BackendEnd(other.port, other.context, QpType.RC);
    }

    private BackendEnd(NetworkPort port, SoftContext context, QpType type) {
        this.port = port;
        this.context = context;
        ProtectionDomain domain = context.allocPd();
        channel = context.createCompChannel();
        completions = context.createCq(512, null, channel);
        region = domain.regMr(Arena.ofAuto().allocate(MEMORY, 64), ACCESS);
        qp =
                domain.createQp(
                        QpInitAttr.builder()
                                .qpType(type)
                                .cq(completions)
                                .cap(new QpCap(128, 128, 2, 2, 64))
                                .build());
        address = QpEndpoint.local(qp, port.address());
    }

    /** Connects with {@code options}, all access and, unless they say, much patience. */
    public static void connect(BackendEnd a, BackendEnd b, QpAttr options) {
        connect(a, b, options, 0);
    }

    /** The same with a service level. */
    public static void connect(BackendEnd a, BackendEnd b, QpAttr options, int sl) {
        options.qpAccessFlags(ACCESS);
        if (a.qp.qpType() == QpType.RC && (options.mask() & QpAttrMask.TIMEOUT) == 0) {
            options.timeout(ACK_TIMEOUT);
        }
        QpAttrs.connect(a.qp, a.address, b.address, options.ahAttr(a.wayTo(b, sl)));
        QpAttrs.connect(b.qp, b.address, a.address, options.ahAttr(b.wayTo(a, sl)));
    }

    /** Connects them under other GIDs than their ports' addresses. */
    public static void connect(BackendEnd a, Gid ofA, BackendEnd b, Gid ofB, QpAttr options) {
        options.qpAccessFlags(ACCESS).timeout(ACK_TIMEOUT);
        QpEndpoint endA = new QpEndpoint(a.address.qpn(), a.address.psn(), ofA);
        QpEndpoint endB = new QpEndpoint(b.address.qpn(), b.address.psn(), ofB);
        QpAttrs.connect(a.qp, endA, endB, options.ahAttr(a.wayTo(ofB)));
        QpAttrs.connect(b.qp, endB, endA, options.ahAttr(b.wayTo(ofA)));
    }

    /** Writes all memory of {@code a} to {@code b}, and reads it back with other content. */
    public static void exchange(BackendEnd a, BackendEnd b) throws InterruptedException {
        a.fill(1);
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, MEMORY));
        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
        b.fill(2);
        a.post(a.request(WrOpcode.RDMA_READ, b, 0, MEMORY));
        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
        assertThat(a.count(Counter.DROPPED_ICRC)).isZero();
    }

    private AhAttr wayTo(Gid peer) {
        return new AhAttr(GlobalRoute.to(peer, port.gidIndexTowards(peer)), 0, 1);
    }

    private AhAttr wayTo(BackendEnd peer, int sl) {
        int index = port.defaultGidIndex();
        return new AhAttr(GlobalRoute.to(peer.address.gid(), index), sl, 1);
    }

    public MemorySegment memory() {
        return region.segment();
    }

    public void fill(long seed) {
        byte[] bytes = new byte[MEMORY];
        new SplittableRandom(seed).nextBytes(bytes);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory(), 0, MEMORY);
    }

    /** Returns a signaled request over {@code bytes} bytes at {@code offset}, to the same there. */
    public SendWr request(WrOpcode opcode, BackendEnd peer, long offset, long bytes) {
        return new SendWr()
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(peer.region.addr() + offset, peer.region.rkey())
                .addSge(region.sge(offset, bytes));
    }

    public void post(SendWr request) {
        assertThat(qp.postSend(request)).isEqualTo(PostStatus.OK);
    }

    public void receive(long wrId, long offset, long bytes) {
        RecvWr receive = new RecvWr().wrId(wrId).addSge(region.sge(offset, bytes));
        assertThat(qp.postRecv(receive)).isEqualTo(PostStatus.OK);
    }

    /** Returns the index of the GID that connections start from. */
    public int gidIndex() {
        return port.defaultGidIndex();
    }

    /** Waits for one completion, asleep in the completion channel. */
    public WorkCompletion await() throws InterruptedException {
        WorkCompletion[] one = WorkCompletion.array(1);
        while (completions.poll(one) == 0) {
            completions.reqNotify(false);
            if (completions.poll(one) == 1) {
                break;
            }
            assertThat(channel.getCqEvent(PATIENCE)).as("a completion event").isNotNull();
        }
        return one[0];
    }

    public long count(Counter counter) {
        return context.counters().get(counter);
    }

    @Override
    public void close() {
        context.close();
    }
}
