package org.urdma4j.bridge.frame;

import org.urdma4j.bridge.store.StoredFrame;
import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Sends a made-up connection through two made-up gateways and a lossy link between them, until the
 * code that will carry real ones is compiled: else the first seconds of a run are late. Not
 * thread-safe.
 */
public final class GatewayWarmUp {
    private static final int PACKETS = 60_000;

    /** At 1 Gbit/s and 2 ms, in time that is made up as well. */
    private static final long PACKET_NS = 33_000;

    private static final long DELAY_NS = 1_000_000;
    private static final long POOL_BYTES = 2 << 20;
    private static final int LOST_OF = 64;
    private static final int ACKNOWLEDGED_EACH = 16;

    /** More than are under way: nothing is acknowledged that isn't there. */
    private static final int BEHIND = 256;

    private final SampleFlow flow = new SampleFlow();
    private final FrameGateway near = gateway(1);
    private final FrameGateway far = gateway(2);
    private final ByteBuffer crossing =
            ByteBuffer.allocateDirect(
                    VirtioHeader.LENGTH + MemoryBound.longestFrame(SampleFlow.mtu()));
    private long nowNs;
    private int sent;
    private int crossed;
    private int delivered;

    private GatewayWarmUp() {}

    private static FrameGateway gateway(int bootId) {
        return new FrameGateway(
                GatewayConfig.builder(bootId)
                        .bdp(POOL_BYTES)
                        .backupBytes(POOL_BYTES)
                        .longRttNs(2 * DELAY_NS)
                        .maxFlows(8)
                        .build(),
                Role.BOTH,
                SampleFlow.mtu());
    }

    /**
     * Runs until enough packets have passed or two seconds are over.
     *
     * @return packets that came through
     */
    public static int run(LongSupplier clock) {
        GatewayWarmUp warmUp = new GatewayWarmUp();
        WarmUp.run(clock, warmUp::step);
        return warmUp.delivered;
    }

    /** Sends a packet, and returns whether there are more. */
    private boolean step() {
        int psn = sent++;
        nowNs += PACKET_NS;
        take(near, flow.request(psn));
        if (psn > BEHIND && psn % ACKNOWLEDGED_EACH == 0) {
            take(far, flow.acknowledgement(psn - BEHIND));
        }
        near.onTimers(nowNs);
        far.onTimers(nowNs);
        boolean moved = true;
        while (moved) {
            moved = cross(near, far, true);
            moved |= cross(far, near, false);
            delivered += drain(far);
            drain(near);
        }
        return sent < PACKETS;
    }

    private void take(FrameGateway gateway, int bytes) {
        gateway.onRead(Port.INSIDE, flow.buffer(), 0, bytes, FrameReader.UNTAGGED, 0, nowNs);
    }

    /** Returns whether anything was there. */
    private boolean cross(FrameGateway from, FrameGateway to, boolean lossy) {
        boolean any = false;
        for (StoredFrame f = from.poll(Port.OUTSIDE); f != null; f = from.poll(Port.OUTSIDE)) {
            any = true;
            int bytes = f.length();
            VirtioHeader.writeComplete(crossing, 0);
            crossing.put(VirtioHeader.LENGTH, f.buffer(), f.at(), bytes);
            from.release(f);
            if (!lossy || ++crossed % LOST_OF != 0) {
                to.onRead(Port.OUTSIDE, crossing, 0, bytes, FrameReader.UNTAGGED, 0, nowNs);
            }
        }
        return any;
    }

    private static int drain(FrameGateway gateway) {
        int count = 0;
        for (StoredFrame f = gateway.poll(Port.INSIDE); f != null; f = gateway.poll(Port.INSIDE)) {
            gateway.release(f);
            count++;
        }
        return count;
    }
}
