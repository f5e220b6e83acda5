package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One side of the tests: a context, a domain, memory with all rights, a completion queue. */
public final class End implements AutoCloseable {
    /** Bytes of {@link #memory}. */
    public static final int MEMORY = 1 << 20;

    /** All rights that a region and a queue pair may have. */
    public static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    private static final Duration PATIENCE =
            Duration.ofSeconds(Integer.getInteger("urdma4j.conformance.patience", 30));

    final Context context;
    private final GidEntry entry;
    final ProtectionDomain domain;
    final MemoryRegion region;
    final CompletionQueue cq;
    private final CompletionChannel channel;

    /**
     * Creates a side.
     *
     * @param from where its packets start from
     */
    End(Context context, GidEntry from, long seed) {
        this.context = context;
        entry = from;
        domain = context.allocPd();
        channel = context.createCompChannel();
        cq = context.createCq(1024, null, channel);
        region = domain.regMr(Arena.ofAuto().allocate(MEMORY, 64), ACCESS);
        byte[] bytes = new byte[MEMORY];
        new SplittableRandom(seed).nextBytes(bytes);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory(), 0, MEMORY);
    }

    MemorySegment memory() {
        return region.segment();
    }

    /** Returns a copy of {@code bytes} bytes of the memory. */
    byte[] copy(long offset, long bytes) {
        return memory().asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    static QpInitAttr.Builder attributes(CompletionQueue cq) {
        return QpInitAttr.builder().cq(cq).cap(new QpCap(64, 64, 4, 4, 64));
    }

    Gid gid() {
        return entry.gid();
    }

    /** Describes a queue pair of this side, with a first sequence number of its own. */
    QpEndpoint endpoint(QueuePair qp) {
        return QpEndpoint.local(qp, gid());
    }

    AhAttr to(Gid peer) {
        return new AhAttr(GlobalRoute.to(peer, entry.gidIndex()), 0, 1);
    }

    /** Returns options that lead to an address; connecting finds the way itself over RoCEv2. */
    QpAttr through(QpAttr options, Gid peer) {
        return entry.gidType() == GidType.ROCE_V2
                ? options
                : new QpAttr().copyFrom(options, options.mask()).ahAttr(to(peer));
    }

    QueuePair createQp() {
        return domain.createQp(attributes(cq).build());
    }

    /** Returns a signaled request over {@code bytes} bytes at {@code offset}, to the same there. */
    SendWr request(WrOpcode opcode, End peer, long offset, long bytes) {
        return new SendWr()
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(peer.region.addr() + offset, peer.region.rkey())
                .addSge(region.sge(offset, bytes));
    }

    RecvWr receive(long wrId, long offset, long bytes) {
        return new RecvWr().wrId(wrId).addSge(region.sge(offset, bytes));
    }

    static void post(QueuePair qp, SendWr request) {
        assertThat(qp.postSend(request)).isEqualTo(PostStatus.OK);
    }

    static void post(QueuePair qp, RecvWr receive) {
        assertThat(qp.postRecv(receive)).isEqualTo(PostStatus.OK);
    }

    /** Waits for one completion, asleep in the completion channel. */
    WorkCompletion await() throws InterruptedException {
        WorkCompletion[] one = WorkCompletion.array(1);
        while (cq.poll(one) == 0) {
            cq.reqNotify(false);
            if (cq.poll(one) == 1) {
                break;
            }
            assertThat(channel.getCqEvent(PATIENCE)).as("a completion event").isNotNull();
        }
        return one[0];
    }

    WorkCompletion awaitSuccess(WcOpcode opcode) throws InterruptedException {
        WorkCompletion done = await();
        assertThat(done.status()).as("status of %s", done).isEqualTo(WcStatus.SUCCESS);
        assertThat(done.opcode()).isEqualTo(opcode);
        return done;
    }

    WorkCompletion await(WcStatus status) throws InterruptedException {
        WorkCompletion done = await();
        assertThat(done.status()).as("status of %s", done).isEqualTo(status);
        return done;
    }

    /** Waits for an event of this type, and drops others. */
    AsyncEvent awaitEvent(EventType type) throws InterruptedException {
        while (true) {
            AsyncEvent event = context.getAsyncEvent(PATIENCE);
            assertThat(event).as("event %s", type).isNotNull();
            if (event.eventType() == type) {
                return event;
            }
        }
    }

    /** Waits until the queue pair is in {@code state}; whether it gets there is up to others. */
    static void awaitState(QueuePair qp, QpState state) {
        for (int i = 0; i < 100 * PATIENCE.toSeconds() && qp.state() != state; i++) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(qp.state()).isEqualTo(state);
    }

    @Override
    public void close() {
        context.close();
    }
}
