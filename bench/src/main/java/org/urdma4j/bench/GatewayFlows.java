package org.urdma4j.bench;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.gateway.Gateway;
import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.packet.GatewayConfig;

/**
 * Many flows through a gateway, a burst of WRITE packets and its acknowledgement from each in turn.
 * A second gateway answers the first until both know the flows; then each is alone.
 */
final class GatewayFlows {
    /** Packets of a flow before the next one's turn. */
    static final int BURST = 8;

    private static final int FLOWS = 10_000;
    private static final int MTU = 4096;
    private static final int MAX_FLOWS = 1 << 15;
    private static final long PACKET_NS = 100;
    private static final long RTT_NS = 1_000_000;
    private static final int ROUNDS = 4;
    private static final int SENDER = 100_000;

    private final GatewayFrames frames;
    private final Gateway<GatewayFrame> left;
    private final Gateway<GatewayFrame> right;
    private long nowNs;
    private int flow;
    private int psn;

    GatewayFlows(boolean payload) {
        frames = new GatewayFrames(payload, MTU);
        left = new Gateway<>(config(1), frames);
        right = new Gateway<>(config(2), frames);
        for (flow = 0; flow < FLOWS; flow++) {
            psn = 0;
            for (int i = 0; i < ROUNDS; i++) {
                introduce();
            }
        }
        flow = 0;
    }

    private void introduce() {
        for (int packet = 0; packet < BURST; packet++) {
            left.onFrame(Port.INSIDE, write(packet), nowNs);
            exchange();
        }
        right.onFrame(Port.INSIDE, acknowledgement(), nowNs);
        exchange();
        psn += BURST;
    }

    private static GatewayConfig config(int bootId) {
        return GatewayConfig.builder(bootId)
                .maxFlows(MAX_FLOWS)
                .bdp(64L << 20)
                .longRttNs(RTT_NS)
                .build();
    }

    /** Passes everything on until both are quiet. */
    private void exchange() {
        boolean moved = true;
        while (moved) {
            moved = pass(left, right);
            moved |= pass(right, left);
            drain(left, Port.INSIDE);
            drain(right, Port.INSIDE);
        }
    }

    private boolean pass(Gateway<GatewayFrame> from, Gateway<GatewayFrame> to) {
        GatewayFrame frame = from.poll(Port.OUTSIDE);
        boolean any = frame != null;
        while (frame != null) {
            to.onFrame(Port.OUTSIDE, frame, nowNs);
            frame = from.poll(Port.OUTSIDE);
        }
        return any;
    }

    private void drain(Gateway<GatewayFrame> gateway, Port port) {
        for (GatewayFrame frame = gateway.poll(port); frame != null; frame = gateway.poll(port)) {
            frames.release(frame);
        }
    }

    private void next() {
        if (++flow == FLOWS) {
            flow = 0;
            psn = Psn.add(psn, BURST);
        }
    }

    private GatewayFrame write(int packet) {
        nowNs += PACKET_NS;
        return request(Opcode.RC_RDMA_WRITE_MIDDLE, packet);
    }

    private GatewayFrame request(int opcode, int packet) {
        GatewayFrame frame = frames.take();
        frame.source = flow;
        frame.destination = flow + FLOWS;
        frame.length = Bth.LENGTH + MTU;
        int flags = packet + 1 == BURST ? Bth.ACK_REQ : 0;
        int number = Psn.add(psn, packet);
        Bth.write(frame.buffer, 0, opcode, flags, 0, Bth.DEFAULT_P_KEY, flow + 2, number);
        return frame;
    }

    private GatewayFrame acknowledgement() {
        GatewayFrame frame = frames.take();
        frame.source = flow + FLOWS;
        frame.destination = flow;
        frame.length = Bth.LENGTH + Aeth.LENGTH;
        int number = Psn.add(psn, BURST - 1);
        Bth.write(
                frame.buffer,
                0,
                Opcode.RC_ACKNOWLEDGE,
                0,
                0,
                Bth.DEFAULT_P_KEY,
                flow + SENDER,
                number);
        Aeth.write(frame.buffer, Bth.LENGTH, AethSyndrome.ACK_UNLIMITED, psn);
        return frame;
    }

    /** A burst from a host to the long link, and its acknowledgement back. */
    int throughSentry() {
        return through(left, Port.INSIDE, Port.OUTSIDE);
    }

    /** A burst from the long link to a host, and its acknowledgement back. */
    int throughDepot() {
        return through(right, Port.OUTSIDE, Port.INSIDE);
    }

    private int through(Gateway<GatewayFrame> gateway, Port from, Port to) {
        for (int packet = 0; packet < BURST; packet++) {
            gateway.onFrame(from, write(packet), nowNs);
            drain(gateway, to);
        }
        gateway.onFrame(to, acknowledgement(), nowNs);
        if (gateway.nextDeadlineNs() <= nowNs) {
            gateway.onTimers(nowNs);
        }
        drain(gateway, from);
        drain(gateway, to);
        next();
        return frames.sum();
    }

    /** A burst of packets that a gateway doesn't know, which it forwards as they are. */
    int plainly() {
        for (int packet = 0; packet < BURST; packet++) {
            nowNs += PACKET_NS;
            left.onFrame(Port.INSIDE, request(Opcode.UC_RDMA_WRITE_MIDDLE, packet), nowNs);
            drain(left, Port.OUTSIDE);
        }
        next();
        return frames.sum();
    }

    /** Returns packets that were not kept though they should have been, of either gateway. */
    long notKept() {
        return left.counters().notCopied + right.counters().withoutFlow + left.counters().filtered;
    }

    /** Returns copies kept at most at once, in bytes. */
    long keptBytes() {
        return Math.min(left.counters().copyBytesMax, right.counters().backupBytesMax);
    }
}
