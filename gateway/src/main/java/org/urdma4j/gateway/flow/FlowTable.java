package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.packet.Headers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The flows of one direction: by hosts and queue pair of requests, and by those of answers once
 * they are paired. An answer names the requester's queue pair alone, and the requests the
 * responder's: that the two belong together follows from sequence numbers.
 *
 * @param <F> the flows
 */
public final class FlowTable<F extends Flow<F, ?>> {
    private static final int BUCKETS = 1 << 12;

    /** The part of the table that one source may take. */
    private static final int SOURCE_SHARE = 8;

    /** Unpaired flows of two hosts that are compared with an answer. */
    private static final int COMPARED = 256;

    private final int most;
    private final List<F> byKey = buckets();
    private final List<F> byAnswer = buckets();
    private final List<F> unpaired = buckets();
    private final List<F> byIndex = new ArrayList<>();
    private final int[] perSource = new int[BUCKETS];
    private final int[] freeIndexes;
    private int freeCount;
    private int used;

    /**
     * @param most flows, at least 1
     */
    public FlowTable(int most) {
        this.most = most;
        this.freeIndexes = new int[most];
    }

    private static <F> List<F> buckets() {
        List<F> all = new ArrayList<>(BUCKETS);
        for (int i = 0; i < BUCKETS; i++) {
            all.add(null);
        }
        return all;
    }

    /** Returns how many flows there are. */
    public int count() {
        return used - freeCount;
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

    private F find(long fromHigh, long fromLow, long toHigh, long toLow, int qpn) {
        F flow = byKey.get(hash(fromHigh, fromLow, toHigh, toLow, qpn));
        while (flow != null && !is(flow, fromHigh, fromLow, toHigh, toLow, qpn)) {
            flow = flow.nextByKey;
        }
        return flow;
    }

    private static boolean is(
            Flow<?, ?> flow, long fromHigh, long fromLow, long toHigh, long toLow, int qpn) {
        return flow.qpn == qpn && between(flow, fromHigh, fromLow, toHigh, toLow);
    }

    private static boolean between(
            Flow<?, ?> flow, long fromHigh, long fromLow, long toHigh, long toLow) {
        return flow.sourceLow == fromLow
                && flow.destinationLow == toLow
                && flow.sourceHigh == fromHigh
                && flow.destinationHigh == toHigh;
    }

    /** Returns whether a source may have one more. */
    public boolean hasRoom(Headers request) {
        return count() < most
                && perSource[source(request.sourceHigh(), request.sourceLow())]
                        < Math.max(1, most / SOURCE_SHARE);
    }

    /** Returns the flow with a number, which there is. */
    public F at(int index) {
        return byIndex.get(index);
    }

    /** Returns all flows, null in the place of those that are gone. */
    public List<F> all() {
        return Collections.unmodifiableList(byIndex);
    }

    /** Adds a flow that is not there and for which there is room. */
    public void add(F flow) {
        if (freeCount > 0) {
            flow.index = freeIndexes[--freeCount];
            byIndex.set(flow.index, flow);
        } else {
            flow.index = used++;
            byIndex.add(flow);
        }
        perSource[source(flow.sourceHigh, flow.sourceLow)]++;
        int bucket = keyHash(flow);
        flow.nextByKey = byKey.get(bucket);
        byKey.set(bucket, flow);
        addUnpaired(flow);
    }

    /** Takes a flow out. */
    public void remove(F flow) {
        freeIndexes[freeCount++] = flow.index;
        byIndex.set(flow.index, null);
        perSource[source(flow.sourceHigh, flow.sourceLow)]--;
        int bucket = keyHash(flow);
        F at = byKey.get(bucket);
        if (at.index == flow.index) {
            byKey.set(bucket, flow.nextByKey);
        } else {
            while (at.nextByKey.index != flow.index) {
                at = at.nextByKey;
            }
            at.nextByKey = flow.nextByKey;
        }
        if (flow.isPaired()) {
            removePaired(flow);
        } else {
            removeUnpaired(flow);
        }
    }

    /** Ends the pairing of a flow, if there is one. */
    public void unpair(F flow) {
        if (flow.isPaired()) {
            removePaired(flow);
            flow.pair(Flow.UNKNOWN);
            addUnpaired(flow);
        }
    }

    /**
     * Returns the flow that an answer belongs to, or null if none is known. Two answers to the same
     * queue pair with different sequence numbers, both under way in exactly one unpaired flow of
     * these hosts, pair it.
     */
    public F ofAnswer(Headers answer) {
        TransportPacket transport = answer.transport();
        int bucket = answerHash(answer, transport.destQp());
        F flow = byAnswer.get(bucket);
        while (flow != null && !isAnswer(flow, answer, transport.destQp())) {
            flow = flow.nextByAnswer;
        }
        return flow != null ? flow : pair(answer, bucket);
    }

    private static boolean isAnswer(Flow<?, ?> flow, Headers answer, int sender) {
        return flow.senderQpn() == sender && isBack(flow, answer);
    }

    private static boolean isBack(Flow<?, ?> flow, Headers answer) {
        return between(
                flow,
                answer.destinationHigh(),
                answer.destinationLow(),
                answer.sourceHigh(),
                answer.sourceLow());
    }

    private F pair(Headers answer, int bucket) {
        F only = null;
        F flow = unpaired.get(hostsHash(answer));
        for (int i = 0; flow != null; flow = flow.nextUnpaired) {
            if (isBack(flow, answer) && isUnderWay(flow, answer.transport().psn())) {
                if (only != null) {
                    return null;
                }
                only = flow;
            }
            if (++i == COMPARED) {
                return null;
            }
        }
        if (only == null || !only.confirm(answer.transport().destQp(), answer.transport().psn())) {
            return null;
        }
        removeUnpaired(only);
        only.pair(answer.transport().destQp());
        only.nextByAnswer = byAnswer.get(bucket);
        byAnswer.set(bucket, only);
        return only;
    }

    private static boolean isUnderWay(Flow<?, ?> flow, int psn) {
        long unwrapped = flow.unwrap(psn);
        return unwrapped >= flow.oldest() && unwrapped < flow.highest();
    }

    private void addUnpaired(F flow) {
        int bucket = unpairedHash(flow);
        flow.nextUnpaired = unpaired.get(bucket);
        unpaired.set(bucket, flow);
    }

    private void removeUnpaired(F flow) {
        int bucket = unpairedHash(flow);
        F at = unpaired.get(bucket);
        if (at.index == flow.index) {
            unpaired.set(bucket, flow.nextUnpaired);
        } else {
            while (at.nextUnpaired.index != flow.index) {
                at = at.nextUnpaired;
            }
            at.nextUnpaired = flow.nextUnpaired;
        }
        flow.nextUnpaired = null;
    }

    private void removePaired(F flow) {
        int bucket =
                hash(
                        flow.destinationHigh,
                        flow.destinationLow,
                        flow.sourceHigh,
                        flow.sourceLow,
                        flow.senderQpn());
        F at = byAnswer.get(bucket);
        if (at.index == flow.index) {
            byAnswer.set(bucket, flow.nextByAnswer);
        } else {
            while (at.nextByAnswer.index != flow.index) {
                at = at.nextByAnswer;
            }
            at.nextByAnswer = flow.nextByAnswer;
        }
        flow.nextByAnswer = null;
    }

    private static int keyHash(Flow<?, ?> flow) {
        return hash(
                flow.sourceHigh,
                flow.sourceLow,
                flow.destinationHigh,
                flow.destinationLow,
                flow.qpn);
    }

    private static int answerHash(Headers answer, int sender) {
        return hash(
                answer.sourceHigh(),
                answer.sourceLow(),
                answer.destinationHigh(),
                answer.destinationLow(),
                sender);
    }

    private static int unpairedHash(Flow<?, ?> flow) {
        return hash(flow.sourceHigh, flow.sourceLow, flow.destinationHigh, flow.destinationLow, 0);
    }

    private static int hostsHash(Headers answer) {
        return hash(
                answer.destinationHigh(),
                answer.destinationLow(),
                answer.sourceHigh(),
                answer.sourceLow(),
                0);
    }

    private static int source(long high, long low) {
        return hash(high, low, 0, 0, 0);
    }

    private static int hash(long a, long b, long c, long d, int e) {
        long mixed = a;
        mixed = mixed * 0x9e37_79b9_7f4a_7c15L + b;
        mixed = mixed * 0x9e37_79b9_7f4a_7c15L + c;
        mixed = mixed * 0x9e37_79b9_7f4a_7c15L + d;
        mixed = (mixed ^ (mixed >>> 29)) * 0xff51_afd7_ed55_8ccdL + e;
        mixed = (mixed ^ (mixed >>> 32)) * 0xc4ce_b9fe_1a85_ec53L;
        return (int) (mixed >>> 40) & (BUCKETS - 1);
    }
}
