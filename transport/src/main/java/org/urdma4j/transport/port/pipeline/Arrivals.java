package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;

import java.util.Optional;

/** Takes arriving packets to the shard, through the inbound stage if there is one. */
public final class Arrivals implements InboundStage.Delivery {
    private final PacketIntake intake;
    private final InboundStage stage;
    private long nowNs;

    public Arrivals(PacketIntake intake, Optional<InboundStage> stage) {
        this.intake = intake;
        this.stage = stage.orElse(null);
    }

    /** Takes a packet, BTH to ICRC, and one reference to it. */
    public void onPacket(ByteBuf packet, Object source, long arrivedNs) {
        if (stage == null) {
            nowNs = arrivedNs;
            deliver(packet, source);
        } else {
            stage.offer(packet, source, arrivedNs);
        }
    }

    /** Passes on what the stage has due; returns when it has more. */
    public long poll(long dueNs) {
        if (stage == null) {
            return InboundStage.NEVER;
        }
        nowNs = dueNs;
        return stage.poll(dueNs, this);
    }

    @Override
    public void deliver(ByteBuf packet, Object source) {
        try {
            intake.accept(packet, source, nowNs);
        } finally {
            packet.release();
        }
    }

    public void close() {
        if (stage != null) {
            stage.close();
        }
    }
}
