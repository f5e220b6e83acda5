package org.urdma4j.transport.rdmacm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Somebody in the middle, before a device: sees all that comes to it, and puts what it likes in its
 * place. There is no ICRC that it would have to make right.
 */
final class Middle implements InboundStage {
    private final List<byte[]> seen = new CopyOnWriteArrayList<>();
    private final ArrayDeque<byte[]> passed = new ArrayDeque<>();
    private final Gid peer;
    private volatile Function<byte[], List<byte[]>> attack = List::of;

    /** Whoever it pretends to be. */
    Middle(Gid peer) {
        this.peer = peer;
    }

    /** Has packets replaced by others from now on. */
    void attack(Function<byte[], List<byte[]>> with) {
        attack = with;
    }

    @Override
    public void offer(ByteBuf packet, Object source, long nowNs) {
        byte[] bytes = new byte[packet.readableBytes()];
        packet.readBytes(bytes);
        packet.release();
        seen.add(bytes);
        passed.addAll(attack.apply(bytes.clone()));
    }

    @Override
    public long poll(long nowNs, Delivery delivery) {
        while (!passed.isEmpty()) {
            byte[] bytes = passed.remove();
            delivery.deliver(Unpooled.directBuffer(bytes.length).writeBytes(bytes), peer);
        }
        return NEVER;
    }

    @Override
    public void close() {
        passed.clear();
    }

    /** Returns every packet that was sent to the device. */
    List<byte[]> seen() {
        return seen;
    }

    /** Returns those of a queue pair that anybody can read: they belong in no capture. */
    List<byte[]> clearData() {
        List<byte[]> clear = new ArrayList<>();
        for (byte[] bytes : seen) {
            ByteBuffer b = ByteBuffer.wrap(bytes);
            boolean sealed = Bth.opcode(b, 0) == SealedHeader.OPCODE;
            if (!sealed && Bth.destQp(b, 0) != GsiPacket.QPN) {
                clear.add(bytes);
            }
        }
        return clear;
    }

    /** Returns whether a packet is a sealed message of a connection manager. */
    static boolean isSealedMessage(byte[] packet) {
        return Bth.opcode(ByteBuffer.wrap(packet), 0) == DatagramSeal.OPCODE;
    }

    /** Makes a packet of a message in the clear. */
    static byte[] clear(ByteBuffer mad) {
        ByteBuffer b = ByteBuffer.allocate(GsiPacket.LENGTH + TransmitBatch.ICRC_LENGTH);
        GsiPacket.writeHeaders(b, 0, Bth.DEFAULT_P_KEY, 0);
        b.put(GsiPacket.MAD_OFFSET, mad, 0, Mad.LENGTH);
        return b.array();
    }
}
