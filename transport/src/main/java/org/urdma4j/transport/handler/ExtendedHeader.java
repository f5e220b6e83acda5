package org.urdma4j.transport.handler;

import io.netty.buffer.ByteBuf;

/**
 * A header between BTH and payload, in the order in which it stands there. Those of InfiniBand are
 * IBTA volume 1, 9.3; those of URDMA are in {@code docs/wire-urdma.md}. Numbers are as on the wire,
 * unsigned where a type is wider than the field.
 */
public sealed interface ExtendedHeader {
    /** Returns its bytes on the wire: a word, unless it says otherwise. */
    default int length() {
        return Integer.BYTES;
    }

    /** Writes it at the buffer's writer index. */
    void write(ByteBuf to);

    /** RDMA extended transport header: where a WRITE or READ reaches. */
    record Reth(long virtualAddress, int rKey, long dmaLength) implements ExtendedHeader {
        @Override
        public int length() {
            return org.urdma4j.codec.ib.Reth.LENGTH;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeLong(virtualAddress).writeInt(rKey).writeInt((int) dmaLength);
        }
    }

    /** ACK extended transport header. */
    record Aeth(int syndrome, int msn) implements ExtendedHeader {
        @Override
        public int length() {
            return org.urdma4j.codec.ib.Aeth.LENGTH;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeInt((syndrome << 24) | (msn & org.urdma4j.codec.ib.Aeth.MSN_MASK));
        }
    }

    /** Atomic extended transport header. */
    record AtomicEth(long virtualAddress, int rKey, long swapAdd, long compare)
            implements ExtendedHeader {
        @Override
        public int length() {
            return org.urdma4j.codec.ib.AtomicEth.LENGTH;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeLong(virtualAddress).writeInt(rKey).writeLong(swapAdd).writeLong(compare);
        }
    }

    /** Atomic ACK extended transport header: what the memory held before. */
    record AtomicAckEth(long originalData) implements ExtendedHeader {
        @Override
        public int length() {
            return Long.BYTES;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeLong(originalData);
        }
    }

    /**
     * Datagram extended transport header.
     *
     * @param reserved byte before the queue pair, sent as 0
     */
    record Deth(int qKey, int reserved, int srcQp) implements ExtendedHeader {
        @Override
        public int length() {
            return org.urdma4j.codec.ib.Deth.LENGTH;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeInt(qKey).writeByte(reserved).writeMedium(srcQp);
        }
    }

    /** FLUSH extended transport header, its bits as they are. */
    record Feth(int bits) implements ExtendedHeader {
        @Override
        public void write(ByteBuf to) {
            to.writeInt(bits);
        }
    }

    /** The reserved bytes of a congestion notification, sent as 0. */
    record CnpReserved(long high, long low) implements ExtendedHeader {
        @Override
        public int length() {
            return 2 * Long.BYTES;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeLong(high).writeLong(low);
        }
    }

    /** Immediate data. */
    record ImmDt(int immediate) implements ExtendedHeader {
        @Override
        public void write(ByteBuf to) {
            to.writeInt(immediate);
        }
    }

    /** Invalidate extended transport header. */
    record Ieth(int rKey) implements ExtendedHeader {
        @Override
        public void write(ByteBuf to) {
            to.writeInt(rKey);
        }
    }

    /** URDMA's verification tag of a packet in the clear. */
    record VerificationTag(int tag) implements ExtendedHeader {
        @Override
        public void write(ByteBuf to) {
            to.writeInt(tag);
        }
    }

    /**
     * Where in its message URDMA's payload stands.
     *
     * @param number receive message sequence number of a SEND, request number of an answer
     * @param offset of the payload in its message
     * @param toEnd bytes from there to the message's end
     * @param reserved word, sent as 0
     */
    record Placement(int number, long offset, long toEnd, int reserved) implements ExtendedHeader {
        @Override
        public int length() {
            return org.urdma4j.codec.urdma.SendPlacement.LENGTH;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeInt(number).writeInt((int) offset).writeInt((int) toEnd).writeInt(reserved);
        }
    }

    /** URDMA's number of a READ or atomic request. */
    record RequestNumber(int number) implements ExtendedHeader {
        @Override
        public void write(ByteBuf to) {
            to.writeInt(number);
        }
    }

    /**
     * URDMA's times, in units of 128 ns.
     *
     * @param t1 when the packet left
     * @param tr delay of the way back, clocks' difference included; 0 for unknown
     */
    record Timestamps(int t1, int tr) implements ExtendedHeader {
        @Override
        public int length() {
            return 2 * Integer.BYTES;
        }

        @Override
        public void write(ByteBuf to) {
            to.writeInt(t1).writeInt(tr);
        }
    }

    /**
     * A word of URDMA whose bits depend on what was agreed on: {@code PathWord}, {@code FecWord},
     * {@code PieceWord} of the codec, or filler.
     */
    record Word(Kind kind, int bits) implements ExtendedHeader {
        /** Which one. */
        public enum Kind {
            PATH,
            FEC,
            FILLER,
            PIECE
        }

        @Override
        public void write(ByteBuf to) {
            to.writeInt(bits);
        }
    }
}
