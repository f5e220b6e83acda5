package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.packet.PacketStore;

import java.nio.ByteBuffer;

/** Counts what it gave out and hasn't got back. */
final class TestStore implements PacketStore<TestPacket> {
    int kept;

    @Override
    public void view(TestPacket packet, Headers headers) {
        if (packet.roce) {
            headers.transport().wrap(packet.transport, 0, packet.transport.limit());
            headers.roce(packet.transport.limit() + 58, 0, packet.from, 0, packet.to);
        } else {
            headers.other();
        }
    }

    @Override
    public boolean isIntact(TestPacket packet) {
        return packet.intact;
    }

    @Override
    public TestPacket copy(TestPacket packet) {
        kept++;
        return packet.copy();
    }

    @Override
    public void release(TestPacket packet) {
        assertThat(packet.released).as("released twice: %s", packet).isFalse();
        packet.released = true;
        kept--;
    }

    @Override
    public TestPacket template(TestPacket old, TestPacket packet) {
        if (old != null) {
            return old;
        }
        kept++;
        return new TestPacket(packet.from, packet.to, ByteBuffer.allocate(0));
    }

    @Override
    public TestPacket reversed(TestPacket packet) {
        kept++;
        return new TestPacket(packet.to, packet.from, ByteBuffer.allocate(0));
    }

    @Override
    public TestPacket make(TestPacket template, ByteBuffer transport) {
        kept++;
        ByteBuffer bytes =
                ByteBuffer.allocate(transport.limit()).put(0, transport, 0, transport.limit());
        return new TestPacket(template.from, template.to, bytes);
    }
}
