package org.urdma4j.gateway.bridge.frame;

import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.bridge.store.StoredFrame;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Sends a made-up connection each way through two made-up gateways and a lossy link between them,
 * until the code that will carry real ones is compiled: else the first seconds of a run are late.
 * What comes by then should have come by here, or what is compiled is thrown away again. Not
 * thread-safe.
 */
public final class GatewayWarmUp {
    /** More than two seconds are enough for: the compiler is still at it after 60,000. */
    private static final int PACKETS = 250_000;

    /** At 1 Gbit/s and 2 ms, in time that is made up as well. */
    private static final long PACKET_NS = 33_000;

    private static final long DELAY_NS = 1_000_000;
    private static final long POOL_BYTES = 2 << 20;
    private static final int LOST_OF = 64;
    private static final int HOST = 0x0a00_0001;
    private static final int PEER = 0x0a00_0002;

    private final FrameGateway near = gateway(1);
    private final FrameGateway far = gateway(2);
    private final SampleConnection there =
            new SampleConnection(near, far, new SampleFlow(HOST, PEER, 0x11, 0x12));
    private final SampleConnection back =
            new SampleConnection(far, near, new SampleFlow(PEER, HOST, 0x13, 0x14));
    private final ByteBuffer crossing =
            ByteBuffer.allocateDirect(
                    VirtioHeader.LENGTH + MemoryBound.longestFrame(SampleFlow.mtu()));
    private final SplittableRandom random = new SplittableRandom(1);
    private long nowNs;
    private int sent;
    private int delivered;

    private GatewayWarmUp() {}

    /** Returns a gateway that is good for nothing but being tried out. */
    public static FrameGateway gateway(int bootId) {
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

    /** Sends a packet each way, and returns whether there are more. */
    private boolean step() {
        nowNs += PACKET_NS;
        there.step(nowNs);
        back.step(nowNs);
        near.onTimers(nowNs);
        far.onTimers(nowNs);
        boolean moved = true;
        while (moved) {
            moved = cross(near, far);
            moved |= cross(far, near);
            delivered += drain(far) + drain(near);
        }
        return ++sent < PACKETS;
    }

    private boolean cross(FrameGateway from, FrameGateway to) {
        boolean any = false;
        for (StoredFrame f = from.poll(Port.OUTSIDE); f != null; f = from.poll(Port.OUTSIDE)) {
            any = true;
            int bytes = f.length();
            VirtioHeader.writeComplete(crossing, 0);
            crossing.put(VirtioHeader.LENGTH, f.buffer(), f.at(), bytes);
            from.release(f);
            if (random.nextInt(LOST_OF) != 0) {
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
