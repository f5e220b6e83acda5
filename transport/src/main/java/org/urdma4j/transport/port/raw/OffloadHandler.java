package org.urdma4j.transport.port.raw;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.port.frame.OutboundFrames;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;

/**
 * Says in front of each frame what the kernel or the device is to complete: UDP's checksum, and the
 * cutting of super-packets. Confined to the event loop.
 */
final class OffloadHandler extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        OutboundFrames frames = (OutboundFrames) message;
        int ipLength =
                switch (frames.route().etherType()) {
                    case EtherType.IPV4 -> Ipv4.LENGTH;
                    case EtherType.IPV6 -> Ipv6.LENGTH;
                    default -> 0;
                };
        for (int i = 0; i < frames.count(); i++) {
            int link = frames.linkBytes(i);
            int at = frames.prepend(i, VirtioHeader.LENGTH);
            if (ipLength == 0) {
                VirtioHeader.writeComplete(frames.headers(), at);
            } else {
                complete(frames, at, link, ipLength);
            }
        }
        var _ = context.write(frames, promise);
    }

    private static void complete(OutboundFrames frames, int at, int link, int ipLength) {
        ByteBuffer b = frames.headers();
        int ip = at + VirtioHeader.LENGTH + link;
        int udp = ip + ipLength;
        int partial =
                ipLength == Ipv4.LENGTH
                        ? Udp.partialOverIpv4(b, ip, udp)
                        : Udp.partialOverIpv6(b, ip, udp);
        Udp.setChecksum(b, udp, partial);
        int udpAt = link + ipLength;
        VirtioHeader.writeUdp(b, at, udpAt, Udp.CHECKSUM, udpAt + Udp.LENGTH, frames.segment());
    }
}
