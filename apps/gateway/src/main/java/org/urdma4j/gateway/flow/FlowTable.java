package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.packet.Headers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The flows of one direction: by hosts and queue pair of requests, and by those of answers once
 * they are paired. An answer names the requester's queue pair alone, and the requests the
 * responder's: that the two belong together follows from sequence numbers, unless the connection
 * manager has said so.
 *
 * @param <F> the flows
 */
public final class FlowTable<F extends Flow<F, ?>> {
    /** Unpaired flows of two hosts that are compared with an answer. */
    private static final int COMPARED = 256;

    private final int most;
    private final FlowHash hash;
    private final SourceShares shares;
    private final List<F> byIndex = new ArrayList<>();
    private final List<Integer> freeIndexes = new ArrayList<>();

    /** By what requests name. */
    private final FlowIndex<F> byKey =
            new FlowIndex<>(
                    flow -> hash(flow.key, flow.key.qpn()),
                    flow -> flow.nextByKey,
                    (flow, next) -> flow.nextByKey = next);

    /** By what answers name. */
    private final FlowIndex<F> byAnswer =
            new FlowIndex<>(
                    flow -> hashBack(flow.key, flow.senderQpn()),
                    flow -> flow.nextByAnswer,
                    (flow, next) -> flow.nextByAnswer = next);

    /** By hosts alone. */
    private final FlowIndex<F> unpaired =
            new FlowIndex<>(
                    flow -> hash(flow.key, 0),
                    flow -> flow.nextUnpaired,
                    (flow, next) -> flow.nextUnpaired = next);

    /**
     * @param most flows, at least 1
     * @param seed strangers who know it can make searches slow
     */
    public FlowTable(int most, long seed) {
        this.most = most;
        this.hash = new FlowHash(seed);
        this.shares = new SourceShares(most, hash);
    }

    private int hash(FlowKey key, int qpn) {
        return hash.of(
                key.sourceHigh(),
                key.sourceLow(),
                key.destinationHigh(),
                key.destinationLow(),
                qpn);
    }

    private int hashBack(FlowKey key, int qpn) {
        return hash.of(
                key.destinationHigh(),
                key.destinationLow(),
                key.sourceHigh(),
                key.sourceLow(),
                qpn);
    }

    public int count() {
        return byIndex.size() - freeIndexes.size();
    }

    /** Returns the flow of a request, or null. */
    public F find(Headers request) {
        return find(
                request.sourceHigh(),
                request.sourceLow(),
                request.destinationHigh(),
                request.destinationLow(),
                request.transport().destQp());
    }

    /** Returns the flow that a message from its receiver's side is about, or null. */
    public F findReversed(Headers message) {
        return find(
                message.destinationHigh(),
                message.destinationLow(),
                message.sourceHigh(),
                message.sourceLow(),
                message.transport().destQp());
    }

    /** Returns the flow with a key, or null. */
    public F find(FlowKey key) {
        return find(
                key.sourceHigh(),
                key.sourceLow(),
                key.destinationHigh(),
                key.destinationLow(),
                key.qpn());
    }

    private F find(long fromHigh, long fromLow, long toHigh, long toLow, int qpn) {
        F flow = byKey.first(hash.of(fromHigh, fromLow, toHigh, toLow, qpn));
        while (flow != null
                && (flow.qpn() != qpn || !between(flow.key, fromHigh, fromLow, toHigh, toLow))) {
            flow = flow.nextByKey;
        }
        return flow;
    }

    private static boolean between(
            FlowKey key, long fromHigh, long fromLow, long toHigh, long toLow) {
        return key.sourceLow() == fromLow
                && key.destinationLow() == toLow
                && key.sourceHigh() == fromHigh
                && key.destinationHigh() == toHigh;
    }

    public boolean hasRoom(FlowKey key) {
        return count() < most && shares.hasRoom(key);
    }

    /** Returns the flow with a number, which there is. */
    public F at(int index) {
        return byIndex.get(index);
    }

    /** Returns all flows, null in the place of those that are gone. */
    public List<F> all() {
        return Collections.unmodifiableList(byIndex);
    }

    public void add(F flow) {
        if (freeIndexes.isEmpty()) {
            flow.index = byIndex.size();
            byIndex.add(flow);
        } else {
            flow.index = freeIndexes.removeLast();
            byIndex.set(flow.index, flow);
        }
        shares.add(flow.key);
        byKey.add(flow);
        unpaired.add(flow);
    }

    public void remove(F flow) {
        byKey.remove(flow);
        (flow.isPaired() ? byAnswer : unpaired).remove(flow);
        shares.remove(flow.key);
        byIndex.set(flow.index, null);
        freeIndexes.add(flow.index);
    }

    /** Ends the pairing of a flow, if there is one. */
    public void unpair(F flow) {
        if (flow.isPaired()) {
            byAnswer.remove(flow);
            flow.pair(Flow.UNKNOWN);
            unpaired.add(flow);
        }
    }

    /** Has a flow's answers go to this queue pair from now on. */
    public void pair(F flow, int sender) {
        (flow.isPaired() ? byAnswer : unpaired).remove(flow);
        flow.pair(sender);
        byAnswer.add(flow);
    }

    /** Returns the paired flow that an answer belongs to, or null. */
    public F ofAnswer(Headers answer) {
        int sender = answer.transport().destQp();
        F flow =
                byAnswer.first(
                        hash.of(
                                answer.sourceHigh(),
                                answer.sourceLow(),
                                answer.destinationHigh(),
                                answer.destinationLow(),
                                sender));
        while (flow != null && (flow.senderQpn() != sender || !isBack(flow, answer))) {
            flow = flow.nextByAnswer;
        }
        return flow;
    }

    private static boolean isBack(Flow<?, ?> flow, Headers answer) {
        return between(
                flow.key,
                answer.destinationHigh(),
                answer.destinationLow(),
                answer.sourceHigh(),
                answer.sourceLow());
    }

    /** Returns the first of a chain with all unpaired flows between the hosts of an answer. */
    private F firstUnpaired(Headers answer) {
        return unpaired.first(
                hash.of(
                        answer.destinationHigh(),
                        answer.destinationLow(),
                        answer.sourceHigh(),
                        answer.sourceLow(),
                        0));
    }

    /** Returns the only unpaired flow with a READ that an answer tells the path MTU of, or null. */
    F measuredBy(Headers answer) {
        F only = null;
        F flow = firstUnpaired(answer);
        for (int i = 0; flow != null; flow = flow.nextUnpaired) {
            if (isBack(flow, answer) && flow.isMeasuredBy(answer.transport())) {
                if (only != null) {
                    return null;
                }
                only = flow;
            }
            if (++i == COMPARED) {
                return null;
            }
        }
        return only;
    }

    /**
     * Returns the unpaired flow that an answer belongs to, or null if none is known. Two answers to
     * the same queue pair with different sequence numbers, both under way in exactly one unpaired
     * flow of these hosts, pair it. For when every flow that is under way is here.
     */
    public F pair(Headers answer, long nowNs) {
        TransportPacket transport = answer.transport();
        F only = null;
        F flow = firstUnpaired(answer);
        for (int i = 0; flow != null; flow = flow.nextUnpaired) {
            if (isBack(flow, answer)
                    && (flow.isUnclear(nowNs) || isUnderWay(flow, transport.psn()))) {
                if (only != null || flow.isUnclear(nowNs)) {
                    return null;
                }
                only = flow;
            }
            if (++i == COMPARED) {
                return null;
            }
        }
        if (only == null || !only.confirm(transport.destQp(), transport.psn())) {
            return null;
        }
        pair(only, transport.destQp());
        return only;
    }

    private static boolean isUnderWay(Flow<?, ?> flow, int psn) {
        long unwrapped = flow.unwrap(psn);
        return unwrapped >= flow.oldest() && unwrapped < flow.highest();
    }
}
