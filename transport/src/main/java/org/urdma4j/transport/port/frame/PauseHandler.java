package org.urdma4j.transport.port.frame;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

import java.util.function.LongSupplier;

/**
 * PAUSE and PFC, next to the link: frames of the other end are obeyed, or refused where packets are
 * sealed, and go no further; what comes in is watched lest it be too much. Confined to the event
 * loop.
 */
public final class PauseHandler extends ChannelInboundHandlerAdapter {
    private final LinkPauses pauses;
    private final ReceiveGuard guard;
    private final Counters counters;
    private final LongSupplier clock;
    private final boolean obeys;

    /**
     * Creates a handler, to stand after {@link FrameHandler}.
     *
     * @param obeys whether whoever is on the cable may stop this port: such frames can't be sealed
     */
    public PauseHandler(
            LinkPauses pauses,
            ReceiveGuard guard,
            Counters counters,
            LongSupplier clock,
            boolean obeys) {
        this.pauses = pauses;
        this.guard = guard;
        this.counters = counters;
        this.clock = clock;
        this.obeys = obeys;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundFrame frame = (InboundFrame) message;
        if (frame.etherType() == EtherType.MAC_CONTROL) {
            obey(frame);
            return;
        }
        guard.onFrame(priority(frame), frame.arrivedNs());
        context.fireChannelRead(frame);
    }

    private void obey(InboundFrame frame) {
        int at = MacControl.find(frame.buffer(), frame.at(), frame.length(), guard.mac());
        if (at == MacControl.NOT_FOUND) {
            return;
        }
        if (obeys) {
            counters.increment(Counter.RX_PAUSE_CTRL_PHY);
            pauses.onFrame(frame.buffer(), at, frame.arrivedNs());
        } else {
            counters.increment(Counter.DROPPED_NOT_PROTECTED);
        }
    }

    private static int priority(InboundFrame frame) {
        if (frame.tag() != InboundFrame.UNTAGGED) {
            return Priority.ofTag(frame.tag());
        }
        boolean whole = frame.networkAt() + Short.BYTES <= frame.end();
        return whole ? Priority.ofHeader(frame.buffer(), frame.networkAt(), frame.etherType()) : 0;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        guard.look(clock.getAsLong());
        context.fireChannelReadComplete();
    }

    /**
     * Does what is due by now; called before each turn.
     *
     * @return when something is next, {@link Long#MAX_VALUE} for never
     */
    public long onTurn(long nowNs) {
        return Math.min(pauses.onTurn(nowNs), guard.onTurn(nowNs));
    }
}
