package org.urdma4j.testing;

import io.netty.buffer.ByteBuf;

import org.urdma4j.simulation.link.PacketOwner;

/** A packet on its way, with the reference to its bytes, and where it came from. */
record CrossingPacket(ByteBuf packet, Object source) {
    /** These paths neither repeat packets nor damage them. */
    static final class Owner implements PacketOwner<CrossingPacket> {
        @Override
        public CrossingPacket copy(CrossingPacket crossing) {
            throw new UnsupportedOperationException("these paths don't repeat packets");
        }

        @Override
        public CrossingPacket corrupt(CrossingPacket crossing, int bit) {
            throw new UnsupportedOperationException("these paths don't damage packets");
        }

        @Override
        public void release(CrossingPacket crossing) {
            crossing.packet().release();
        }
    }
}
