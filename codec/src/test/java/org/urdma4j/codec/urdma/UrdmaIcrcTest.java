package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.testing.Frames;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/** To the layers below, the packets on the page are RoCE with an opcode they don't know. */
class UrdmaIcrcTest {
    /** Bytes from the network header on that the ICRC takes for ones, as the page lists them. */
    private static int[] variant(Encapsulation encapsulation) {
        return switch (encapsulation) {
            case ROCE_V1 -> new int[] {1, 2, 3, 7, 44};
            case ROCE_V2_IPV4 -> new int[] {1, 8, 10, 11, 26, 27, 32};
            case ROCE_V2_IPV6 -> new int[] {1, 2, 3, 7, 46, 47, 52};
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRoceWithTheIcrcOfRoce(Encapsulation encapsulation) {
        UrdmaExamples.all()
                .forEach((heading, example) -> {
                    if (!heading.equals("The offer")) {
                        check(encapsulation, example);
                    }
                });
    }

    private static void check(Encapsulation encapsulation, ByteBuffer example) {
        int headers = Frames.headerLength(encapsulation);
        int length = example.limit();
        ByteBuffer b = ByteBuffer.allocate(headers + length + Icrc.LENGTH);
        Frames.writeNetwork(b, 0, encapsulation, length);
        b.put(headers, example, 0, length);
        RoceFrame frame = new RoceFrame();
        boolean roceV1 = encapsulation == Encapsulation.ROCE_V1;
        Icrc icrc = new Icrc();
        int computed =
                switch (encapsulation) {
                    case ROCE_V1 -> icrc.overRoceV1(b, 0, headers + length);
                    case ROCE_V2_IPV4 -> icrc.overIpv4(b, 0, headers + length);
                    case ROCE_V2_IPV6 -> icrc.overIpv6(b, 0, headers + length);
                };
        assertThat(computed).isEqualTo(byHand(b, encapsulation, headers + length));
        if (!roceV1) {
            Icrc.put(b, headers + length, computed);
            assertThat(frame.wrap(b, 0, b.limit(), LinkLayer.RAW_IP)).isEqualTo(FrameStatus.OK);
            TransportPacket packet = new TransportPacket();
            int at = frame.transportOffset();
            assertThat(packet.wrap(b, at, length)).isEqualTo(PacketStatus.UNKNOWN_OPCODE);
            assertThat(packet.destQp()).isEqualTo(example.getInt(4) & 0xff_ffff);
        }
    }

    private static int byHand(ByteBuffer b, Encapsulation encapsulation, int length) {
        byte[] masked = new byte[8 + length];
        Arrays.fill(masked, 0, 8, (byte) -1);
        b.get(0, masked, 8, length);
        for (int at : variant(encapsulation)) {
            masked[8 + at] = -1;
        }
        if (encapsulation != Encapsulation.ROCE_V2_IPV4) {
            // The lower half of the first byte is the upper half of the traffic class.
            masked[8] |= 0x0f;
        }
        CRC32 crc = new CRC32();
        crc.update(masked);
        return (int) crc.getValue();
    }
}
