package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Many queue pairs of the URDMA profile between two hosts, all of which ask again and again. */
final class Multitude {
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;

    /** Bytes of the wire that a full packet takes, the frame and its gap included. */
    static final int PACKET = Bulk.PAYLOAD + 106;

    private static final UrdmaOffer OFFER = UrdmaOffer.builder().payloadBytes(Bulk.PAYLOAD).build();

    /** Why requests failed, in the order in which they did. */
    final List<WorkCompletion> failed = new ArrayList<>();

    private final WrOpcode operation;
    private final long bytes;
    private final int depth;
    private final CompletionQueue askerCq;
    private final CompletionQueue otherCq;
    private final MemoryRegion askerMemory;
    private final MemoryRegion otherMemory;
    private final ProtectionDomain askerDomain;
    private final ProtectionDomain otherDomain;
    private final SimulatedHost asker;
    private final SimulatedHost other;
    private final List<Asking> all = new ArrayList<>();
    private final Map<Integer, Asking> byNumber = new HashMap<>();
    private final Map<Integer, QueuePair> others = new HashMap<>();
    private final WorkCompletion[] polled = WorkCompletion.array(64);

    /** A queue pair that asks. */
    static final class Asking {
        final QueuePair qp;
        final QueuePair peer;
        final long bytes;
        final int depth;
        long posted;
        long completed;
        long before;
        boolean ended;

        Asking(QueuePair qp, QueuePair peer, long bytes, int depth) {
            this.qp = qp;
            this.peer = peer;
            this.bytes = bytes;
            this.depth = depth;
        }
    }

    Multitude(SimulatedHost asker, SimulatedHost other, WrOpcode operation, long bytes, int depth) {
        this.asker = asker;
        this.other = other;
        this.operation = operation;
        this.bytes = bytes;
        this.depth = depth;
        SoftContext here = asker.open();
        SoftContext there = other.open();
        askerDomain = here.allocPd();
        otherDomain = there.allocPd();
        askerCq = here.createCq(1 << 19);
        otherCq = there.createCq(1 << 19);
        askerMemory = askerDomain.regMr(Bulk.nowhere(depth * bytes), ACCESS);
        otherMemory = otherDomain.regMr(Bulk.nowhere(depth * bytes), ACCESS);
        asker.application(this::onAskerTurn);
        other.application(this::onOtherTurn);
    }

    /** Returns one way of a path between the two hosts. */
    static LinkConfigBuilder link(long mbps, long rttUs, long queueKb) {
        return LinkConfig.builder()
                .rate(mbps * 1_000_000)
                .delay(rttUs * 1000 / 2)
                .queue(queueKb * 1000);
    }

    /** Adds queue pairs that ask from now on. */
    void add(int count) {
        add(count, UrdmaTuning.DEFAULT);
    }

    List<Asking> add(int count, UrdmaTuning tuning) {
        return add(count, OFFER, tuning, bytes, depth);
    }

    void add(int count, UrdmaOffer offer) {
        add(count, offer, UrdmaTuning.DEFAULT, bytes, depth);
    }

    /** Adds one that asks for so much at a time, which is less than what others ask for. */
    List<Asking> addSmall(long size, UrdmaTuning tuning) {
        return add(1, OFFER, tuning, size, 1);
    }

    private List<Asking> add(
            int count, UrdmaOffer offer, UrdmaTuning tuning, long size, int atATime) {
        List<Asking> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            QueuePair a = askerDomain.createQp(init(askerCq));
            QueuePair b = otherDomain.createQp(init(otherCq));
            QpAttr attr =
                    new QpAttr()
                            .urdmaOffer(offer)
                            .urdmaPeerOffer(offer)
                            .urdmaTuning(tuning)
                            .qpAccessFlags(ACCESS);
            QpEndpoint ofA = new QpEndpoint(a.qpNum(), 0, asker.gid());
            QpEndpoint ofB = new QpEndpoint(b.qpNum(), 0, other.gid());
            QpAttrs.connect(a, ofA, ofB, attr);
            QpAttrs.connect(b, ofB, ofA, attr);
            Asking asking = new Asking(a, b, size, atATime);
            byNumber.put(a.qpNum(), asking);
            others.put(b.qpNum(), b);
            added.add(asking);
            for (int j = 0; j < atATime && operation == WrOpcode.SEND; j++) {
                receive(b);
            }
        }
        added.forEach(this::ask);
        all.addAll(added);
        return added;
    }

    private QpInitAttr init(CompletionQueue cq) {
        return QpInitAttr.builder().cq(cq).cap(new QpCap(depth, 2 * depth, 1, 1, 0)).build();
    }

    private void ask(Asking asking) {
        for (int i = 0; i < asking.depth; i++) {
            post(asking);
        }
    }

    private void post(Asking asking) {
        // One that overlaps another would wait for it.
        long at = asking.posted++ % asking.depth * asking.bytes;
        SendWr request =
                new SendWr()
                        .opcode(operation)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(askerMemory.sge(at, asking.bytes));
        if (operation != WrOpcode.SEND) {
            request.rdma(otherMemory.addr() + at, otherMemory.rkey());
        }
        require(asking.qp.postSend(request));
    }

    private void receive(QueuePair qp) {
        require(qp.postRecv(new RecvWr().addSge(otherMemory.sge(0, bytes))));
    }

    private static void require(PostStatus status) {
        if (status != PostStatus.OK) {
            throw new IllegalStateException(status.toString());
        }
    }

    private void onAskerTurn() {
        for (int n = askerCq.poll(polled); n > 0; n = askerCq.poll(polled)) {
            for (int i = 0; i < n; i++) {
                Asking asking = byNumber.get(polled[i].qpNum());
                if (polled[i].isSuccess()) {
                    asking.completed++;
                    if (!asking.ended) {
                        post(asking);
                    }
                } else if (!asking.ended) {
                    asking.ended = true;
                    failed.add(polled[i]);
                    polled[i] = new WorkCompletion();
                }
            }
        }
    }

    private void onOtherTurn() {
        for (int n = otherCq.poll(polled); n > 0; n = otherCq.poll(polled)) {
            for (int i = 0; i < n; i++) {
                QueuePair qp = others.get(polled[i].qpNum());
                if (polled[i].isSuccess() && qp != null) {
                    receive(qp);
                }
            }
        }
    }

    /** Closes a queue pair in the midst of it. */
    void destroy(Asking asking) {
        asking.ended = true;
        asking.qp.close();
    }

    /** Closes the other end of a queue pair, which doesn't notice. */
    void deafen(Asking asking) {
        others.remove(asking.peer.qpNum());
        asking.peer.close();
    }

    /** Moves a queue pair to the error state, and leaves it there. */
    void breakOff(Asking asking) {
        asking.ended = true;
        asking.qp.modify(new QpAttr().qpState(QpState.ERR), QpAttrMask.STATE);
    }

    /** Returns those that go on asking. */
    List<Asking> living() {
        return all.stream().filter(asking -> !asking.ended).toList();
    }

    /** Has {@link #fewest} count from now on. */
    void beginToCount() {
        all.forEach(asking -> asking.before = asking.completed);
    }

    /** Returns how many requests have completed. */
    long completed() {
        return all.stream().mapToLong(asking -> asking.completed).sum();
    }

    /** Returns how many requests of one of these have completed in the mean since then. */
    static double mean(List<Asking> some) {
        return some.stream()
                .mapToLong(each -> each.completed - each.before)
                .average()
                .orElseThrow();
    }

    /** Returns the fewest requests of one that goes on which have completed. */
    long fewest() {
        return living().stream().mapToLong(each -> each.completed - each.before).min().orElse(0);
    }
}
