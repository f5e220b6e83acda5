package org.urdma4j.codec.icrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.testing.CaptureFiles;
import org.urdma4j.codec.testing.Frames;
import org.urdma4j.codec.testing.PublishedVectors;

import java.io.IOException;
import java.nio.ByteBuffer;

class IcrcTest {
    private final Icrc icrc = new Icrc();
    private final RoceFrame frame = new RoceFrame();

    @ParameterizedTest
    @EnumSource(PublishedVectors.class)
    void shouldGiveThePublishedIcrc(PublishedVectors vector) {
        ByteBuffer b = vector.bytes();
        LinkLayer link = vector.ethernet() ? LinkLayer.ETHERNET : LinkLayer.RAW_IP;
        assertThat(frame.wrap(b, 0, b.limit(), link)).isEqualTo(FrameStatus.OK);
        int computed = icrc.over(frame);
        assertThat(Integer.reverseBytes(computed)).isEqualTo(vector.icrcAsPrinted());
        assertThat(Icrc.get(b, frame.icrcOffset())).isEqualTo(computed);
        b.putInt(frame.icrcOffset(), 0);
        Icrc.put(b, frame.icrcOffset(), computed);
        assertThat(b).isEqualTo(vector.bytes());
    }

    @ParameterizedTest
    @CsvSource({
        "golden-rc-v4.pcap, 81",
        "golden-uc-v4.pcap, 16",
        "golden-ud-v4.pcap, 4",
        "golden-nak-rnr.pcap, 6",
        "boot-rc_pingpong.pcap, 40",
        "boot-rping-cm.pcap, 41"
    })
    void shouldGiveTheIcrcOfEveryCapturedPacket(String file, int packets) throws IOException {
        var frames = CaptureFiles.roceFrames(file);
        assertThat(frames).hasSize(packets);
        for (RoceFrame captured : frames) {
            assertThat(icrc.over(captured))
                    .isEqualTo(Icrc.get(captured.buffer(), captured.icrcOffset()));
        }
    }

    @ParameterizedTest
    @EnumSource(Encapsulation.class)
    void shouldAgreeWithTheRecipeForEveryPadding(Encapsulation encapsulation) {
        Frames frames = new Frames();
        for (int payload = 0; payload < 40; payload++) {
            wrap(frames.of(encapsulation, Frames.NO_VLAN, Opcode.RC_SEND_ONLY, payload, 0));
            int expected =
                    BitwiseIcrc.of(
                            encapsulation,
                            frame.buffer(),
                            frame.networkOffset(),
                            frame.networkLength() - 4);
            assertThat(icrc.over(frame)).isEqualTo(expected);
            assertThat(Icrc.get(frame.buffer(), frame.icrcOffset())).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(Encapsulation.class)
    void shouldCoverEveryBitButThoseThatRoutersChange(Encapsulation encapsulation) {
        Frames frames = new Frames();
        ByteBuffer b = frames.of(encapsulation, Frames.NO_VLAN, Opcode.RC_RDMA_WRITE_ONLY, 21, 0);
        wrap(b);
        int right = icrc.over(frame);
        for (int at = frame.networkOffset(); at < frame.icrcOffset(); at++) {
            for (int bit = 0; bit < 8; bit++) {
                b.put(at, (byte) (b.get(at) ^ (1 << bit)));
                assertThat(icrc.over(frame) == right)
                        .as("byte %d bit %d", at - frame.networkOffset(), bit)
                        .isEqualTo(variant(encapsulation, at - frame.networkOffset(), bit));
                b.put(at, (byte) (b.get(at) ^ (1 << bit)));
            }
        }
        assertThat(icrc.over(frame)).isEqualTo(right);
    }

    private static boolean variant(Encapsulation encapsulation, int at, int bit) {
        boolean ipv6 = (at == 0 && bit < 4) || at == 1 || at == 2 || at == 3 || at == 7;
        return switch (encapsulation) {
            case ROCE_V1 -> ipv6 || at == 40 + 4;
            case ROCE_V2_IPV4 ->
                    at == 1 || at == 8 || at == 10 || at == 11 || at == 26 || at == 27 || at == 32;
            case ROCE_V2_IPV6 -> ipv6 || at == 46 || at == 47 || at == 48 + 4;
        };
    }

    @ParameterizedTest
    @EnumSource(Encapsulation.class)
    void shouldTakeAnyBufferAndLeaveItAsItWas(Encapsulation encapsulation) {
        Frames frames = new Frames();
        ByteBuffer heap = frames.of(encapsulation, Frames.NO_VLAN, Opcode.RC_SEND_ONLY, 999, 0);
        wrap(heap);
        int expected = icrc.over(frame);
        ByteBuffer direct = ByteBuffer.allocateDirect(heap.limit() + 100);
        direct.put(50, heap, 0, heap.limit());
        for (ByteBuffer b : new ByteBuffer[] {direct, direct.asReadOnlyBuffer()}) {
            b.position(7).limit(heap.limit() + 60);
            frame.wrap(b, 50, heap.limit(), LinkLayer.ETHERNET);
            assertThat(icrc.over(frame)).isEqualTo(expected);
            assertThat(b.position()).isEqualTo(7);
            assertThat(b.limit()).isEqualTo(heap.limit() + 60);
        }
        wrap(heap.asReadOnlyBuffer());
        assertThat(icrc.over(frame)).isEqualTo(expected);
    }

    @Test
    void shouldCoverOnlyTheTransportWhenAsked() {
        ByteBuffer b =
                new Frames()
                        .of(Encapsulation.ROCE_V2_IPV4, Frames.NO_VLAN, Opcode.RC_SEND_ONLY, 13, 0);
        wrap(b);
        byte[] transport = new byte[frame.transportLength()];
        b.get(frame.transportOffset(), transport);
        transport[4] = (byte) 0xff;
        int expected = BitwiseIcrc.crc(transport);
        for (int at = 0; at < frame.transportOffset(); at++) {
            b.put(at, (byte) 0x55);
        }
        assertThat(icrc.transportOnly(b, frame.transportOffset(), transport.length))
                .isEqualTo(expected);
    }

    @Test
    void shouldRefuseBytesThatTheBufferDoesNotHave() {
        ByteBuffer b = ByteBuffer.allocate(100);
        assertThatThrownBy(() -> icrc.transportOnly(b, 90, 11))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> icrc.transportOnly(b, 0, -1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(b.limit()).isEqualTo(100);
    }

    private void wrap(ByteBuffer b) {
        assertThat(frame.wrap(b, 0, b.limit(), LinkLayer.ETHERNET)).isEqualTo(FrameStatus.OK);
    }
}
