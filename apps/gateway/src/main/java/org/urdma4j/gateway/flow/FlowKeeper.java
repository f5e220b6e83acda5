package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.packet.LongRtt;

import java.util.List;

/**
 * The flows of one half of a gateway: how they come and go, and when something is due of them.
 *
 * @param <F> the flows
 * @param <P> handles of packets
 */
public abstract class FlowKeeper<F extends Flow<F, P>, P> implements ConnectedFlows {
    /** After so long without a packet a flow is forgotten. */
    private static final long IDLE_NS = 30_000_000_000L;

    protected final Environment<P> environment;
    protected final FlowTable<F> flows;
    private long startNs = Flow.NEVER;
    private long refusedNs = Flow.NEVER;
    private final DeadlineHeap<F> deadlines = new DeadlineHeap<>();
    private final FlowReport.Half half;
    private final EndedFlows ended = new EndedFlows();

    protected FlowKeeper(FlowReport.Half half, Environment<P> environment) {
        this.half = half;
        this.environment = environment;
        this.flows = new FlowTable<>(environment.config().maxFlows(), environment.config().seed());
    }

    protected abstract F create(FlowKey key);

    /** Drops what is kept of a flow's packets. */
    protected abstract void drop(F flow);

    protected abstract long poolBytes(F flow);

    protected abstract long dueNs(F flow);

    protected abstract void onDue(F flow, long nowNs);

    /** Returns a new flow that is in the table, null without room. */
    protected final F open(FlowKey key, long nowNs) {
        if (!flows.hasRoom(key)) {
            refusedNs = nowNs;
            return null;
        }
        F flow = create(key);
        flow.seenAt(nowNs);
        flows.add(flow);
        return flow;
    }

    /** Forgets all of a flow but who it is between. */
    protected abstract void forget(F flow);

    /** Puts a forgotten flow at its first number, of which nothing has been sent yet. */
    protected abstract void begin(F flow, int psn);

    /** Puts a forgotten flow behind READs that were forwarded; the first is being answered. */
    protected abstract void begin(F flow, UnmeasuredReads reads, long nowNs);

    @Override
    public final void connect(FlowKey key, int sender, int psn, int mtu, long nowNs) {
        F flow = flows.find(key);
        if (flow == null) {
            flow = open(key, nowNs);
        }
        if (flow != null) {
            forget(flow);
            flow.connect(mtu, nowNs);
            flows.pair(flow, sender);
            begin(flow, psn);
            schedule(flow);
        }
    }

    @Override
    public final void end(FlowKey key, long nowNs) {
        F flow = flows.find(key);
        if (flow != null) {
            flow.endAt(nowNs + 2 * environment.longRtt().ns());
            schedule(flow);
        }
    }

    @Override
    public final int senderOf(FlowKey key) {
        F flow = flows.find(key);
        return flow == null ? Flow.UNKNOWN : flow.senderQpn();
    }

    /**
     * Returns the flow of an answer, or null. Answers don't tell flows apart while some may be
     * under way that are not here: those of before the start, and those without room.
     */
    protected final F ofAnswer(Headers answer, long nowNs) {
        if (startNs == Flow.NEVER) {
            startNs = nowNs;
        }
        LongRtt longRtt = environment.longRtt();
        long unknownNs = longRtt.isKnown() ? longRtt.ns() : longRtt.patienceNs();
        boolean crowded = refusedNs != Flow.NEVER && nowNs - refusedNs < IDLE_NS;
        F flow = flows.ofAnswer(answer);
        if (flow != null) {
            return flow;
        }
        boolean mayPair = nowNs - startNs >= unknownNs && !crowded;
        flow = beginBy(answer, nowNs);
        if (flow != null && mayPair) {
            flows.pair(flow, answer.transport().destQp());
            return flow;
        }
        return mayPair ? flows.pair(answer, nowNs) : null;
    }

    /**
     * Returns the flow that begins as an answer tells how many numbers its READs take, or null. It
     * is that of the answer: one number and the length of one READ are not met by chance.
     */
    private F beginBy(Headers answer, long nowNs) {
        if (!answer.transport().has(Opcode.READ_RESPONSE | Opcode.START)) {
            return null;
        }
        F flow = flows.measuredBy(answer);
        UnmeasuredReads reads = flow == null ? null : flow.measure(answer.transport());
        if (reads == null || flow.isStarted()) {
            return null;
        }
        begin(flow, reads, nowNs);
        schedule(flow);
        return flow;
    }

    /** Forgets a flow of which packets may be under way. */
    protected final void forget(F flow, long nowNs) {
        boolean mayBeUnderWay = flow.isStarted();
        forget(flow);
        if (mayBeUnderWay) {
            flow.unclearUntil(nowNs + environment.longRtt().patienceNs());
        }
    }

    /** To be called when anything has happened to a flow. */
    protected final void schedule(F flow) {
        deadlines.atLatest(flow, Math.min(dueNs(flow), endNs(flow)));
    }

    private static long endNs(Flow<?, ?> flow) {
        return Math.min(flow.lastSeenNs() + IDLE_NS, flow.endsAtNs());
    }

    /** Returns when {@link #onTimers} is due, {@link Long#MAX_VALUE} for never. */
    public final long nextDeadlineNs() {
        return deadlines.nextNs();
    }

    public final void onTimers(long nowNs) {
        if (startNs == Flow.NEVER) {
            startNs = nowNs;
        }
        for (int i = flows.count(); i > 0 && deadlines.nextNs() <= nowNs; i--) {
            F flow = deadlines.first();
            deadlines.set(flow, Flow.NEVER);
            if (endNs(flow) <= nowNs) {
                remove(flow);
            } else {
                onDue(flow, nowNs);
                schedule(flow);
            }
        }
    }

    protected final void remove(F flow) {
        ended.add(FlowReport.of(half, flow, 0, true));
        drop(flow);
        release(flow.there());
        release(flow.back());
        deadlines.set(flow, Flow.NEVER);
        flows.remove(flow);
    }

    /** Adds what is known of all flows, and of those that ended last; of each that had packets. */
    public final void report(List<FlowReport> to) {
        for (F flow : flows.all()) {
            if (flow != null && flow.counters.packets > 0) {
                to.add(FlowReport.of(half, flow, poolBytes(flow), false));
            }
        }
        to.addAll(ended.all());
    }

    private void release(P template) {
        if (template != null) {
            environment.store().release(template);
        }
    }

    /** Gives back whatever is kept; what was held is lost. */
    public final void close() {
        for (F flow : flows.all()) {
            if (flow != null) {
                remove(flow);
            }
        }
    }
}
