package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** One end of a connection: an application that posts drawn requests and checks completions. */
final class TrafficEnd {
    private static final int POSTS_AT_ONCE = 8;

    final ProtectionDomain domain;
    final TrafficMemory memory;
    final MemoryRegion region;
    final TrafficReceives receives;
    final QueuePair qp;
    private final String name;
    private final TrafficConfig config;
    private final CompletionQueue cq;
    private final RandomGenerator random;
    private final Queue<Request> outstanding = new ArrayDeque<>();
    private final WorkCompletion[] holder = WorkCompletion.array(1);
    private final SendWr wr = new SendWr();
    private TrafficRequests requests;
    private int unsignaled;
    private boolean allPosted;

    /** How many atomic operations it has posted. */
    long atomics;

    TrafficEnd(
            String name,
            SoftContext context,
            TrafficConfig config,
            VirtualTime time,
            RandomGenerator random) {
        this.name = name;
        this.config = config;
        this.random = random;
        int mtu = config.mtu().bytes();
        int slotBytes = TrafficRequests.MAX_SEND_MTUS * mtu;
        int areaBytes = TrafficRequests.MAX_MTUS * mtu;
        domain = context.allocPd();
        memory = new TrafficMemory(areaBytes, config.receives(), slotBytes, random);
        region = domain.regMr(memory.actual, Peer.ALL_ACCESS);
        cq = context.createCq(1024);
        QpCap cap =
                new QpCap(
                        config.sendQueue(),
                        config.receives(),
                        TrafficRequests.MAX_SGE,
                        TrafficRequests.MAX_SGE,
                        TrafficRequests.MAX_INLINE);
        qp = domain.createQp(QpInitAttr.builder().cq(cq).cap(cap).build());
        receives =
                new TrafficReceives(
                        qp, memory, region, time, random, slotBytes, config.latestReceiveNs());
    }

    /** Starts to send to {@code peer}, both being connected. */
    void start(TrafficEnd peer) {
        requests = new TrafficRequests(this, peer, random, config.mtu().bytes());
        for (int slot = 0; slot < config.receives(); slot++) {
            receives.postLater(slot);
        }
        post();
    }

    /** Runs after each turn of the host. */
    void onTurn() {
        while (cq.poll(holder) == 1) {
            WorkCompletion done = holder[0];
            assertThat(done.status()).as("%s: %s", name, done).isEqualTo(WcStatus.SUCCESS);
            assertThat(done.qpNum()).isEqualTo(qp.qpNum());
            if (done.opcode().isReceive()) {
                receives.onCompletion(done);
            } else {
                onSent(done);
            }
        }
        post();
    }

    private void onSent(WorkCompletion done) {
        Request request = outstanding.remove();
        while (request.id() != done.wrId()) {
            assertThat(request.signaled()).as("%s: completion of %s", name, request).isFalse();
            finish(request);
            assertThat(outstanding).as("%s: requests before %s", name, done).isNotEmpty();
            request = outstanding.remove();
        }
        assertThat(request.signaled()).as("%s: %s completes visibly", name, request).isTrue();
        assertThat(done.opcode()).isEqualTo(request.opcode());
        if (request.landing() >= 0) {
            assertThat(done.byteLen()).isEqualTo(request.result().length);
        }
        finish(request);
    }

    private void finish(Request request) {
        if (request.landing() >= 0) {
            memory.expect(request.landing(), request.result());
            memory.check(request.toString(), request.landing(), request.result().length);
            memory.freeLanding(request.landing(), request.result().length);
        }
    }

    private void post() {
        boolean willHear = outstanding.stream().anyMatch(Request::signaled);
        int posts = random.nextInt(willHear ? 0 : 1, POSTS_AT_ONCE);
        for (int i = 0; i < posts; i++) {
            if (allPosted || outstanding.size() == config.sendQueue()) {
                return;
            }
            boolean last = requests.packets() >= config.packetsEachWay() / config.connections();
            boolean signaled = last || unsignaled >= config.sendQueue() / 2 || random.nextBoolean();
            unsignaled = signaled ? 0 : unsignaled + 1;
            Request request = requests.next(wr, signaled);
            outstanding.add(request);
            allPosted = last;
            assertThat(qp.postSend(wr)).isEqualTo(PostStatus.OK);
        }
    }

    /** Returns whether everything is sent, answered and received. */
    boolean done() {
        return allPosted && outstanding.isEmpty() && receives.idle();
    }

    @Override
    public String toString() {
        return "%s: %d outstanding, oldest %s, all posted %s, arrivals awaited %s"
                .formatted(
                        name, outstanding.size(), outstanding.peek(), allPosted, !receives.idle());
    }
}
