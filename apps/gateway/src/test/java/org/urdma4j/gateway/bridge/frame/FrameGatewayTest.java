package org.urdma4j.gateway.bridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.bridge.Captured;
import org.urdma4j.gateway.bridge.store.StoredFrame;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

class FrameGatewayTest {
    private static final int UDP_END = 14 + 20 + 8;

    private FrameGateway gateway = gateway(4200);

    private long nowNs = 1_000_000;

    private static FrameGateway gateway(int mtu) {
        return new FrameGateway(GatewayConfig.builder(7).bdp(1 << 20).build(), Role.BOTH, mtu);
    }

    private List<byte[]> through(Port from, byte[] frame, int tag) {
        ByteBuffer b = ByteBuffer.allocate(VirtioHeader.LENGTH + frame.length);
        b.put(VirtioHeader.LENGTH, frame);
        nowNs += 10_000;
        gateway.onRead(from, b, 0, frame.length, tag, EtherType.VLAN, nowNs);
        return out(from == Port.INSIDE ? Port.OUTSIDE : Port.INSIDE);
    }

    private List<byte[]> out(Port to) {
        List<byte[]> frames = new ArrayList<>();
        for (StoredFrame f = gateway.poll(to); f != null; f = gateway.poll(to)) {
            byte[] bytes = new byte[f.length()];
            f.buffer().get(f.at(), bytes);
            gateway.release(f);
            frames.add(bytes);
        }
        return frames;
    }

    @Test
    void everythingADriverSendsShouldPassByteForByte() {
        for (String file :
                List.of("golden-rc-v4.pcap", "golden-uc-v4.pcap", "boot-rping-cm.pcap")) {
            for (byte[] frame : Captured.of(file)) {
                assertThat(through(Port.INSIDE, frame, FrameReader.UNTAGGED)).contains(frame);
            }
        }
    }

    @Test
    void noiseShouldPassByteForByte() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 5000; i++) {
            byte[] frame = new byte[random.nextInt(14, 4218)];
            random.nextBytes(frame);
            Port from = random.nextBoolean() ? Port.INSIDE : Port.OUTSIDE;
            assertThat(through(from, frame, FrameReader.UNTAGGED)).containsExactly(frame);
        }
        assertThat(through(Port.INSIDE, new byte[13], FrameReader.UNTAGGED)).isEmpty();
        assertThat(gateway.report().noMemory()).isZero();
        assertThat(gateway.report().frames()).isEqualTo(5000);
    }

    @Test
    void aTagThatWasTakenOffShouldBeBack() {
        byte[] frame = Captured.of("golden-rc-v4.pcap").getFirst();
        byte[] tagged = through(Port.INSIDE, frame, 0xa005).getFirst();
        String hex = HexFormat.of().formatHex(frame);
        assertThat(HexFormat.of().formatHex(tagged))
                .isEqualTo(hex.substring(0, 24) + "8100a005" + hex.substring(24));
    }

    /** With this MTU such a frame fills a slot to the last byte. */
    @Test
    void aFullFrameWithTwoTagsShouldPassAndALongerOneBeCounted() {
        int mtu = (1 << 16) - 14 - 4 - 4;
        gateway = gateway(mtu);
        byte[] inner = new byte[14 + 4 + mtu];
        new SplittableRandom(6).nextBytes(inner);
        inner[12] = (byte) 0x81;
        inner[13] = 0;
        byte[] tagged = through(Port.INSIDE, inner, 0x2007).getFirst();
        String hex = HexFormat.of().formatHex(inner);
        assertThat(HexFormat.of().formatHex(tagged))
                .isEqualTo(hex.substring(0, 24) + "81002007" + hex.substring(24));
        byte[] longer = Arrays.copyOf(inner, inner.length + 1);
        assertThat(through(Port.INSIDE, longer, 0x2007)).isEmpty();
        assertThat(through(Port.OUTSIDE, Arrays.copyOf(inner, 1 << 16), FrameReader.UNTAGGED))
                .hasSize(1);
        byte[] longest = Arrays.copyOf(inner, (1 << 16) + 1);
        assertThat(through(Port.OUTSIDE, longest, FrameReader.UNTAGGED)).isEmpty();
        assertThat(gateway.report().tooLong()).isEqualTo(2);
        assertThat(gateway.report().frames()).isEqualTo(2);
        assertThat(gateway.report().noMemory()).isZero();
    }

    /** Three datagrams in one, as a sender with segmentation offload leaves them to its device. */
    @Test
    void aSuperPacketShouldComeOutAsTheCableWouldHaveCarriedIt() {
        int payload = 1000;
        ByteBuffer b = ByteBuffer.allocate(VirtioHeader.LENGTH + UDP_END + 2 * payload + 100);
        int at = VirtioHeader.LENGTH;
        VirtioHeader.writeUdp(b, 0, 34, 6, UDP_END, payload);
        HexFormat hex = HexFormat.of();
        b.put(at, hex.parseHex("020000000002" + "020000000001" + "0800"));
        b.put(at + 14, hex.parseHex("4502000000074000" + "40110000" + "0a000001" + "0a000002"));
        b.put(at + 34, hex.parseHex("c000" + "1234" + "0000" + "0000"));
        nowNs += 1;
        gateway.onRead(
                Port.INSIDE, b, 0, b.limit() - at, FrameReader.UNTAGGED, EtherType.VLAN, nowNs);
        List<byte[]> frames = out(Port.OUTSIDE);
        assertThat(frames).extracting(f -> f.length).containsExactly(1042, 1042, 142);
        assertThat(frames).extracting(f -> (int) f[19]).containsExactly(7, 8, 9);
    }
}
