package org.urdma4j.transport.handler;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/**
 * Makes a frame of each {@link RoceMessage}, of this profile or URDMA's: the bytes that it came
 * with, or, if the message was changed, lengths, pad, checksums and ICRC that fit. The frame of a
 * changed message ends with its ICRC. Messages of packets that are sealed can be passed on, but not
 * changed: whoever opens them would see it.
 *
 * <p>One for a pipeline, not sharable; used by its event loop.
 */
public final class RoceFrameEncoder extends ChannelOutboundHandlerAdapter {
    private final Icrc icrc = new Icrc();

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!(message instanceof RoceMessage in)) {
            var _ = context.write(message, promise);
            return;
        }
        try {
            var _ = context.write(frame(context, in), promise);
        } finally {
            in.release();
        }
    }

    private ByteBuf frame(ChannelHandlerContext context, RoceMessage in) {
        RoceMessage.Around around = in.around();
        byte[] before = around.before();
        int transport = in.transportLength();
        int most = before.length + transport + in.behind().length;
        ByteBuf frame = context.alloc().buffer(most);
        frame.writeBytes(before);
        if (in.isChanged()) {
            writeAnew(in, frame);
            fit(around, frame.nioBuffer(), transport);
        } else {
            write(in.bth(), frame);
            in.headers().forEach(header -> header.write(frame));
            writePayload(in, frame);
            frame.writeBytes(in.behind());
        }
        return frame;
    }

    private static void write(BaseTransportHeader bth, ByteBuf frame) {
        frame.writeInt(bth.word0()).writeInt(bth.word1()).writeInt(bth.word2());
    }

    private static void writePayload(RoceMessage in, ByteBuf frame) {
        ByteBuf payload = in.content();
        frame.writeBytes(payload, payload.readerIndex(), payload.readableBytes());
    }

    private static void writeAnew(RoceMessage in, ByteBuf frame) {
        int pad = in.isPadded() ? Bth.padFor(in.content().readableBytes()) : 0;
        write(in.isPadded() ? in.bth().withPadCount(pad) : in.bth(), frame);
        in.headers().forEach(header -> header.write(frame));
        writePayload(in, frame);
        frame.writeZero(pad + Icrc.LENGTH);
    }

    /** Writes lengths and checksums of the headers before the BTH, and the ICRC. */
    private void fit(RoceMessage.Around around, ByteBuffer b, int transport) {
        int network = around.networkAt();
        int udp = around.udpAt();
        int icrcAt = b.limit() - Icrc.LENGTH;
        int covered = icrcAt - network;
        if (around.encapsulation() == Encapsulation.ROCE_V1) {
            Grh.setPayloadLength(b, network, transport);
            Icrc.put(b, icrcAt, icrc.overRoceV1(b, network, covered));
            return;
        }
        boolean v4 = around.encapsulation() == Encapsulation.ROCE_V2_IPV4;
        boolean checked = Udp.checksum(b, udp) != Udp.NO_CHECKSUM;
        Udp.setLength(b, udp, Udp.LENGTH + transport);
        if (v4) {
            Ipv4.setTotalLength(b, network, Ipv4.LENGTH + Udp.LENGTH + transport);
            Ipv4.setChecksum(b, network);
            Icrc.put(b, icrcAt, icrc.overIpv4(b, network, covered));
        } else {
            Ipv6.setPayloadLength(b, network, Udp.LENGTH + transport);
            Icrc.put(b, icrcAt, icrc.overIpv6(b, network, covered));
        }
        if (checked) {
            Udp.setChecksum(
                    b,
                    udp,
                    v4
                            ? Udp.checksumOverIpv4(b, network, udp)
                            : Udp.checksumOverIpv6(b, network, udp));
        }
    }
}
