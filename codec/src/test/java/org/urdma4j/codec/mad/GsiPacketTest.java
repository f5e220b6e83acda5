package org.urdma4j.codec.mad;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;

import java.nio.ByteBuffer;
import java.util.HexFormat;

class GsiPacketTest {
    private final ByteBuffer b = ByteBuffer.allocate(400);
    private final TransportPacket packet = new TransportPacket();

    @Test
    void shouldWriteTheHeadersOfCapturedPackets() {
        GsiPacket.writeHeaders(b, 0, 0xffff, 2);
        byte[] headers = new byte[GsiPacket.MAD_OFFSET];
        b.get(0, headers);
        // As Soft-RoCE sends the DREQ of boot-rping-cm.pcap, but for the A bit, which asks a
        // datagram's receiver for nothing.
        assertThat(HexFormat.of().formatHex(headers))
                .isEqualTo("6400ffff" + "00000001" + "00000002" + "80010000" + "00000001");
    }

    @Test
    void shouldFindTheDatagram() {
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 1, Deth.GSI_Q_KEY, 256)).isEqualTo(7 + 20);
    }

    @Test
    void shouldFindNoneInOtherPackets() {
        assertThat(madOffset(Opcode.RC_SEND_ONLY, 1, Deth.GSI_Q_KEY, 256)).isNegative();
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 2, Deth.GSI_Q_KEY, 256)).isNegative();
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 1, 0x0123_4567, 256)).isNegative();
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 1, Deth.GSI_Q_KEY, 252)).isNegative();
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 1, Deth.GSI_Q_KEY, 260)).isNegative();
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 1, Deth.GSI_Q_KEY, 255)).isNegative();
    }

    @Test
    void shouldFindNoneWherePayloadIsElsewhere() {
        b.limit(7 + GsiPacket.LENGTH - 1);
        assertThat(madOffset(Opcode.UD_SEND_ONLY, 1, Deth.GSI_Q_KEY, 256)).isNegative();
    }

    private int madOffset(int opcode, int qpn, int qKey, int payload) {
        int at = 7;
        int pad = Bth.padFor(payload);
        Bth.write(b, at, opcode, 0, pad, 0xffff, qpn, 9);
        Deth.write(b, at + Bth.LENGTH, qKey, 1);
        int length = Opcode.headerLength(opcode) + payload + pad;
        assertThat(packet.wrap(b, at, length)).isEqualTo(PacketStatus.OK);
        return GsiPacket.madOffset(packet);
    }
}
