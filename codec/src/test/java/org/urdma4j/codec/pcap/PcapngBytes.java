package org.urdma4j.codec.pcap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes pcapng block by block, straight from the format's tables, for the reader's tests. */
final class PcapngBytes {
    private final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);

    PcapngBytes section(ByteOrder order) {
        bytes.order(order);
        return block(0x0a0d0d0a, body(16).putInt(0x1a2b3c4d).putShort((short) 1).putLong(8, -1));
    }

    PcapngBytes interfaceDescription(int linkType, int snapLength, byte[]... options) {
        ByteBuffer body = body(8 + 64).putShort((short) linkType).putShort((short) 0);
        body.putInt(snapLength);
        for (byte[] option : options) {
            body.put(option);
        }
        return block(1, body.flip());
    }

    byte[] option(int code, byte... value) {
        byte[] option = new byte[4 + PcapngFormat.padded(value.length)];
        ByteBuffer.wrap(option)
                .order(bytes.order())
                .putShort((short) code)
                .putShort((short) value.length)
                .put(value);
        return option;
    }

    byte[] longOption(int code, long value) {
        byte[] bytes = new byte[8];
        ByteBuffer.wrap(bytes).order(this.bytes.order()).putLong(value);
        return option(code, bytes);
    }

    PcapngBytes enhanced(int onInterface, long ticks, int original, byte... packet) {
        return packet(6, body(4).putInt(onInterface), ticks, original, packet);
    }

    PcapngBytes obsolete(int onInterface, int drops, long ticks, int original, byte... packet) {
        ByteBuffer on = body(4).putShort((short) onInterface).putShort((short) drops);
        return packet(2, on, ticks, original, packet);
    }

    private PcapngBytes packet(int type, ByteBuffer on, long ticks, int original, byte... packet) {
        ByteBuffer body = body(20 + PcapngFormat.padded(packet.length) + 4);
        body.put(on.flip()).putInt((int) (ticks >>> 32)).putInt((int) ticks);
        body.putInt(packet.length).putInt(original).put(packet);
        return block(type, body.rewind());
    }

    PcapngBytes simple(int original, byte... packet) {
        ByteBuffer body = body(4 + PcapngFormat.padded(packet.length));
        return block(3, body.putInt(original).put(packet).rewind());
    }

    /** A block whose body goes from the buffer's position 0 to its limit. */
    PcapngBytes block(int type, ByteBuffer body) {
        body.rewind();
        int total = body.limit() + 12;
        bytes.putInt(type).putInt(total).put(body).putInt(total);
        return this;
    }

    ByteBuffer body(int length) {
        return ByteBuffer.allocate(length).order(bytes.order());
    }

    byte[] toArray() {
        byte[] array = new byte[bytes.position()];
        bytes.get(0, array);
        return array;
    }
}
