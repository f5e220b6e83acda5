package org.urdma4j.transport.port.raw;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.port.frame.InboundFrame;
import org.urdma4j.transport.port.linux.FrameCutter;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.transport.port.pipeline.InboundRun;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.wire.PayloadSource;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Passes frames to a queue pair as they were on the cable: each alone, with its VLAN tag, and its
 * checksum complete. Confined to the event loop; nothing is allocated for a frame.
 */
final class SteeredFrameHandler extends ChannelInboundHandlerAdapter {
    /** A frame in memory. */
    private static final class Bytes implements PayloadSource {
        private MemorySegment memory;
        private long at;

        @Override
        public void payloadTo(int offset, MemorySegment to, long toOffset, long n) {
            RegisteredMemory.copy(memory, at + offset, to, toOffset, n);
        }
    }

    private static final int ADDRESSES = Ethernet.ETHER_TYPE;

    private final Qp qp;
    private final SocketDrops drops;
    private final Runnable afterRead;
    private final FrameCutter cutter = new FrameCutter();
    private final Bytes bytes = new Bytes();

    SteeredFrameHandler(Qp qp, SocketDrops drops, Runnable afterRead) {
        this.qp = qp;
        this.drops = drops;
        this.afterRead = afterRead;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundFrame frame = (InboundFrame) message;
        if (frame.length() < Ethernet.LENGTH) {
            qp.counters().increment(Counter.DROPPED_MALFORMED);
            return;
        }
        ByteBuffer whole = frame.buffer();
        if (cutter.begin(whole, frame.at() - VirtioHeader.LENGTH, frame.length())) {
            while (cutter.next()) {
                bytes.memory = cutter.memory();
                bytes.at = FrameCutter.SPARE;
                pass(frame, cutter.buffer(), FrameCutter.SPARE, cutter.length());
            }
        } else {
            bytes.memory = InboundRun.wholeMemory();
            bytes.at = frame.address();
            pass(frame, whole, frame.at(), frame.length());
        }
    }

    /** What is in front of the frame, at the same place in {@link #bytes}, may be written over. */
    private void pass(InboundFrame as, ByteBuffer b, int at, int length) {
        int total = length;
        if (as.tag() != InboundFrame.UNTAGGED) {
            b.put(at - Vlan.LENGTH, b, at, ADDRESSES);
            int tagAt = at - Vlan.LENGTH + ADDRESSES;
            b.putShort(tagAt, (short) as.tagProtocol());
            b.putShort(tagAt + Short.BYTES, (short) as.tag());
            bytes.at -= Vlan.LENGTH;
            total += Vlan.LENGTH;
        }
        qp.onFrame(bytes, total);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        drops.onArrival();
        afterRead.run();
    }

    /** The socket reports trouble, such as an interface that went down. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        qp.counters().increment(Counter.SEND_ERR);
    }
}
