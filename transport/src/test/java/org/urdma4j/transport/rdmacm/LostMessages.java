package org.urdma4j.transport.rdmacm;

import io.netty.buffer.ByteBuf;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.transport.port.pipeline.InboundStage;

import java.util.ArrayDeque;

/** Loses the first messages of one kind that come to a device. */
final class LostMessages implements InboundStage {
    private static final int ATTRIBUTE = GsiPacket.MAD_OFFSET + 16;

    private final ArrayDeque<ByteBuf> packets = new ArrayDeque<>();
    private final int attribute;
    private Object from;
    private int left;

    LostMessages(CmMessage kind, int count) {
        attribute = kind.attributeId();
        left = count;
    }

    @Override
    public void offer(ByteBuf packet, Object source, long nowNs) {
        int at = packet.readerIndex() + ATTRIBUTE;
        boolean mad = packet.readableBytes() == GsiPacket.LENGTH + Integer.BYTES;
        if (left > 0 && mad && packet.getUnsignedShort(at) == attribute) {
            left--;
            packet.release();
        } else {
            packets.add(packet);
            from = source;
        }
    }

    @Override
    public long poll(long nowNs, Delivery delivery) {
        while (!packets.isEmpty()) {
            delivery.deliver(packets.remove(), from);
        }
        return NEVER;
    }

    @Override
    public void close() {
        packets.forEach(ByteBuf::release);
    }
}
