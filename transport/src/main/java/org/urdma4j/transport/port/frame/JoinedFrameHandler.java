package org.urdma4j.transport.port.frame;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.SegmentFinder;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;

/**
 * Finds out by the ICRC which frames are several packets that a kernel has not cut yet, or has
 * joined, where the link doesn't tell. Confined to the event loop.
 */
public final class JoinedFrameHandler extends ChannelInboundHandlerAdapter {
    private final RoceFrame roce = new RoceFrame();
    private final Icrc icrc = new Icrc();
    private final SegmentFinder segments = new SegmentFinder();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundFrame frame = (InboundFrame) message;
        int type = frame.etherType();
        if (type == EtherType.IPV4 || type == EtherType.IPV6) {
            look(frame);
        }
        context.fireChannelRead(frame);
    }

    private void look(InboundFrame frame) {
        FrameStatus status =
                roce.wrap(frame.buffer(), frame.at(), frame.length(), LinkLayer.ETHERNET);
        if (status != FrameStatus.OK || icrc.over(roce) == wire()) {
            return;
        }
        int first = segments.firstSegment(roce);
        if (first != SegmentFinder.NONE) {
            frame.segment(first + Icrc.LENGTH);
        }
    }

    private int wire() {
        return Icrc.get(roce.buffer(), roce.transportOffset() + roce.transportLength());
    }
}
