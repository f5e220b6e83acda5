package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.gateway.Port;
import org.urdma4j.transport.port.linux.FrameReader;

/**
 * A made-up connection from a host behind one gateway to a host behind another: in each block of
 * numbers WRITEs one by one and joined, a READ, the answers to those a while ago, and now and then
 * something else. Not thread-safe.
 */
final class SampleConnection {
    private static final int BLOCK = 32;
    private static final int JOINED_AT = 8;
    private static final int JOINED = 8;
    private static final int READ_AT = 28;
    private static final int READ = BLOCK - READ_AT;

    /** More than are under way: nothing is answered that isn't there. */
    private static final int BEHIND = 8 * BLOCK;

    private final FrameGateway asking;
    private final FrameGateway answering;
    private final SampleFlow flow;
    private int psn;

    SampleConnection(FrameGateway asking, FrameGateway answering, SampleFlow flow) {
        this.asking = asking;
        this.answering = answering;
        this.flow = flow;
    }

    /** Sends what the next number is for. */
    void step(long nowNs) {
        ask(psn, nowNs);
        if (psn >= BEHIND) {
            answer(psn - BEHIND, nowNs);
        }
        psn++;
    }

    private void ask(int number, long nowNs) {
        int at = number % BLOCK;
        if (at == 0) {
            take(asking, flow.other(number / BLOCK), nowNs);
        }
        if (at == JOINED_AT) {
            take(asking, flow.writes(number, JOINED), nowNs);
        } else if (at == READ_AT) {
            take(asking, flow.read(number, READ), nowNs);
        } else if (at < JOINED_AT || (at >= JOINED_AT + JOINED && at < READ_AT)) {
            take(asking, flow.write(number), nowNs);
        }
    }

    private void answer(int number, long nowNs) {
        int at = number % BLOCK;
        if (at >= READ_AT) {
            take(answering, flow.response(number), nowNs);
        } else if (at == JOINED_AT + JOINED || at == READ_AT - 1) {
            take(answering, flow.acknowledgement(number), nowNs);
        }
    }

    private void take(FrameGateway gateway, int bytes, long nowNs) {
        gateway.onRead(Port.INSIDE, flow.buffer(), 0, bytes, FrameReader.UNTAGGED, 0, nowNs);
    }
}
