package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;
import java.util.List;

/** The headers of a packet in words, in the order of the wire. */
final class PacketPrinter {
    private interface OffsetOf {
        int of(int opcode);
    }

    private interface Text {
        String of(ByteBuffer b, int at);
    }

    private record Header(OffsetOf offset, int length, Text text) {}

    private static final List<Header> HEADERS =
            List.of(
                    new Header(_ -> 0, Bth.LENGTH, Bth::toString),
                    new Header(Opcode::fethOffset, Feth.LENGTH, Feth::toString),
                    new Header(Opcode::dethOffset, Deth.LENGTH, Deth::toString),
                    new Header(Opcode::rethOffset, Reth.LENGTH, Reth::toString),
                    new Header(Opcode::atomicEthOffset, AtomicEth.LENGTH, AtomicEth::toString),
                    new Header(Opcode::aethOffset, Aeth.LENGTH, Aeth::toString),
                    new Header(
                            Opcode::atomicAckEthOffset,
                            AtomicAckEth.LENGTH,
                            AtomicAckEth::toString),
                    new Header(Opcode::immediateOffset, ImmDt.LENGTH, ImmDt::toString),
                    new Header(Opcode::iethOffset, Ieth.LENGTH, Ieth::toString),
                    new Header(Opcode::cnpOffset, Cnp.LENGTH, Cnp::toString));

    private PacketPrinter() {}

    static String print(TransportPacket packet) {
        ByteBuffer b = packet.buffer();
        var text = new StringBuilder();
        for (Header header : HEADERS) {
            int at = header.offset.of(packet.opcode());
            if (at != Opcode.ABSENT && at + header.length <= packet.present()) {
                text.append(header.text.of(b, packet.offset() + at)).append(' ');
            }
        }
        text.append("length=").append(packet.length());
        return packet.status() == PacketStatus.OK
                ? text.append(" payload=").append(packet.payloadLength()).toString()
                : text.append(' ').append(packet.status()).toString();
    }
}
