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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** Frames that no driver makes go through as they came, and do nothing to those that one makes. */
class HostileFrameTest {
    private static final int NETWORK = 14;
    private static final int MTU = 4200;
    private static final List<byte[]> GOOD = Captured.of("golden-rc-v4.pcap");

    private final FrameGateway gateway = gateway();
    private long nowNs = 1_000_000;

    private static FrameGateway gateway() {
        return new FrameGateway(GatewayConfig.builder(7).bdp(1 << 20).build(), Role.BOTH, MTU);
    }

    private static List<byte[]> through(FrameGateway gateway, Port from, byte[] frame, long nowNs) {
        ByteBuffer b = ByteBuffer.allocate(VirtioHeader.LENGTH + frame.length);
        b.put(VirtioHeader.LENGTH, frame);
        gateway.onRead(from, b, 0, frame.length, FrameReader.UNTAGGED, EtherType.VLAN, nowNs);
        return out(gateway, from == Port.INSIDE ? Port.OUTSIDE : Port.INSIDE);
    }

    private static List<byte[]> out(FrameGateway gateway, Port to) {
        List<byte[]> frames = new ArrayList<>();
        for (StoredFrame f = gateway.poll(to); f != null; f = gateway.poll(to)) {
            byte[] bytes = new byte[f.length()];
            f.buffer().get(f.at(), bytes);
            gateway.release(f);
            frames.add(bytes);
        }
        return frames;
    }

    private List<byte[]> through(Port from, byte[] frame) {
        nowNs += 10_000;
        return through(gateway, from, frame, nowNs);
    }

    private void assertPasses(byte[] frame, String what) {
        assertThat(through(Port.INSIDE, frame)).as(what).contains(frame);
        assertThat(through(Port.OUTSIDE, frame)).as(what).contains(frame);
    }

    /** Within IP, within UDP, within BTH and behind it. */
    @Test
    void whatIsCutOffAnywhereShouldPass() {
        for (byte[] frame : GOOD) {
            int step = 1;
            for (int bytes = NETWORK; bytes < frame.length; bytes += step) {
                assertPasses(Arrays.copyOf(frame, bytes), bytes + " bytes");
                step = bytes < 100 ? 1 : 97;
            }
        }
        assertThat(gateway.report().noMemory()).isZero();
    }

    @Test
    void fragmentsShouldPass() {
        int[] fields = {0x2000, 0x0001, 0x1fff, 0x3fff, 0x6000, 0x8000};
        for (byte[] frame : GOOD) {
            for (int field : fields) {
                byte[] fragment = frame.clone();
                fragment[NETWORK + 6] = (byte) (field >> 8);
                fragment[NETWORK + 7] = (byte) field;
                assertPasses(fragment, "flags and offset %04x".formatted(field));
            }
        }
    }

    @Test
    void lengthsThatLieShouldPass() {
        for (byte[] frame : GOOD) {
            for (int value : new int[] {0, 1, 7, 8, 19, 20, 27, 40, 0x7fff, 0xffff}) {
                for (int at : new int[] {NETWORK + 2, NETWORK + 20 + 4}) {
                    byte[] lying = frame.clone();
                    lying[at] = (byte) (value >> 8);
                    lying[at + 1] = (byte) value;
                    assertPasses(lying, "%d at %d".formatted(value, at));
                }
            }
            for (int version = 0; version < 256; version++) {
                byte[] lying = frame.clone();
                lying[NETWORK] = (byte) version;
                boolean good = version == frame[NETWORK];
                if (!good) {
                    assertPasses(lying, "version and header length %02x".formatted(version));
                }
            }
        }
    }

    /** Deeper than is looked into, of every kind, and with nothing behind. */
    @Test
    void tagsShouldPass() {
        HexFormat hex = HexFormat.of();
        byte[] frame = GOOD.getFirst();
        for (String type : List.of("8100", "88a8", "9100", "9200")) {
            for (int depth : new int[] {1, 2, 3, 4, 5, 40, 500}) {
                byte[] tags = hex.parseHex((type + "0001").repeat(depth));
                ByteBuffer b = ByteBuffer.allocate(frame.length + tags.length);
                b.put(frame, 0, 12).put(tags).put(frame, 12, frame.length - 12);
                assertPasses(b.array(), "%d tags %s".formatted(depth, type));
                byte[] cut = Arrays.copyOf(b.array(), 12 + tags.length - 1);
                assertPasses(Arrays.copyOf(cut, Math.max(cut.length, NETWORK)), "cut in a tag");
            }
        }
    }

    @Test
    void noiseInEveryHeaderShouldHarmNobody() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            byte[] frame = GOOD.get(random.nextInt(GOOD.size())).clone();
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                int at = random.nextInt(12, Math.min(frame.length, 80));
                frame[at] = (byte) random.nextInt();
            }
            int bytes =
                    random.nextInt(4) == 0 ? random.nextInt(NETWORK, frame.length) : frame.length;
            through(random.nextBoolean() ? Port.INSIDE : Port.OUTSIDE, Arrays.copyOf(frame, bytes));
            if (random.nextInt(8) == 0) {
                nowNs += random.nextLong(100_000_000);
                gateway.onTimers(nowNs);
                out(gateway, Port.INSIDE);
                out(gateway, Port.OUTSIDE);
            }
        }
        assertThat(gateway.report().noMemory()).isZero();
        byte[] other = "nobody's".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertPasses(Arrays.copyOf(other, 60), "another's");
    }

    /**
     * Two in parallel between the same two links, without a spanning tree: a frame goes round for
     * ever, but it doesn't become more, and no memory fills up.
     */
    @Test
    void aLoopShouldNotMultiplyWhatGoesRound() {
        FrameGateway[] pair = {gateway(), gateway()};
        List<byte[]> sent = new ArrayList<>(GOOD);
        byte[] broadcast = new byte[60];
        Arrays.fill(broadcast, 0, 6, (byte) 0xff);
        sent.add(broadcast);
        for (byte[] frame : sent) {
            assertThat(most(pair, frame)).isLessThanOrEqualTo(16);
        }
        assertThat(pair[0].report().noMemory() + pair[1].report().noMemory()).isZero();
    }

    private record Going(int by, Port from, ByteBuffer frame) {}

    /** Returns how many went round at most; each that comes out goes into the other's same side. */
    private int most(FrameGateway[] pair, byte[] frame) {
        Deque<Going> round = new ArrayDeque<>();
        round.add(new Going(0, Port.INSIDE, ByteBuffer.wrap(frame)));
        round.add(new Going(1, Port.INSIDE, ByteBuffer.wrap(frame)));
        int most = 0;
        for (int i = 0; i < 3000 && !round.isEmpty(); i++) {
            Going next = round.poll();
            nowNs += 50_000;
            FrameGateway at = pair[next.by()];
            Port to = next.from() == Port.INSIDE ? Port.OUTSIDE : Port.INSIDE;
            for (byte[] out : through(at, next.from(), next.frame().array(), nowNs)) {
                round.add(new Going(1 - next.by(), to, ByteBuffer.wrap(out)));
            }
            for (int j = 0; j < pair.length; j++) {
                pair[j].onTimers(nowNs);
                for (Port side : Port.values()) {
                    for (byte[] out : out(pair[j], side)) {
                        round.add(new Going(1 - j, side, ByteBuffer.wrap(out)));
                    }
                }
            }
            most = Math.max(most, round.size());
        }
        return most;
    }
}
