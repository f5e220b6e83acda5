package org.urdma4j.transport.port.frame;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Vlan;

import java.nio.ByteBuffer;

/**
 * Ethernet and VLAN tags: finds the network header of what comes in, and writes what stands before
 * it of what goes out. Confined to the event loop.
 */
public final class FrameHandler extends ChannelDuplexHandler {
    /** Takes frames of all VLANs, and those of none. */
    public static final int ANY_VLAN = 0;

    private static final int PRIORITY_SHIFT = 13;
    private static final int NUMBER = 0xfff;

    private final int vlan;

    public FrameHandler() {
        this(ANY_VLAN);
    }

    /**
     * Creates a handler.
     *
     * @param vlan number of the VLAN whose frames are taken, 1 to 4094; or {@link #ANY_VLAN}
     */
    public FrameHandler(int vlan) {
        this.vlan = vlan;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundFrame frame = (InboundFrame) message;
        if (frame.length() < Ethernet.LENGTH) {
            return; // no frame: nobody can have meant us
        }
        ByteBuffer buffer = frame.buffer();
        int etherType = Ethernet.etherType(buffer, frame.at());
        int at = frame.at() + Ethernet.LENGTH;
        int tag = frame.tag();
        while (EtherType.isTag(etherType) && at + Vlan.LENGTH <= frame.end()) {
            tag = Short.toUnsignedInt(buffer.getShort(at));
            etherType = Vlan.etherType(buffer, at);
            at += Vlan.LENGTH;
        }
        if (!isOurs(tag) && etherType != EtherType.MAC_CONTROL) {
            return; // somebody else on the same cable is meant
        }
        frame.network(etherType, tag, at);
        context.fireChannelRead(frame);
    }

    private boolean isOurs(int tag) {
        return vlan == ANY_VLAN || (tag != InboundFrame.UNTAGGED && (tag & NUMBER) == vlan);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        OutboundFrames frames = (OutboundFrames) message;
        FrameRoute route = frames.route();
        for (int i = 0; i < frames.count(); i++) {
            write(frames, i, route);
        }
        var _ = context.write(frames, promise);
    }

    private static void write(OutboundFrames frames, int i, FrameRoute route) {
        ByteBuffer headers = frames.headers();
        int etherType = route.etherType();
        int tag = route.tag();
        if (tag != InboundFrame.UNTAGGED) {
            int at = frames.prepend(i, Vlan.LENGTH);
            Vlan.write(headers, at, tag >> PRIORITY_SHIFT, (tag & 0x1000) != 0, tag, etherType);
            etherType = EtherType.VLAN;
        }
        int at = frames.prepend(i, Ethernet.LENGTH);
        Ethernet.write(headers, at, route.hop().mac(), route.sourceMac(), etherType);
    }
}
