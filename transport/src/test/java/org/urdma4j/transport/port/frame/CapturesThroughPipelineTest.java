package org.urdma4j.transport.port.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.InboundRun;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Frames of real devices go in, and what came of them goes out again to the same bytes. */
class CapturesThroughPipelineTest {
    private static final int MOST = 64;
    private static final Path CAPTURES = Path.of("../codec/src/test/resources/captures");

    /** Published captures of a device: {@code scapy}'s tests. */
    private static final String WRITE =
            "7cfe90753cd87cfe90753cd889156020000000281b4000000000000000000000ffff0f0000020000"
                    + "0000000000000000ffff0f0000020a70ffff0000010a80a788bc000055d4c0726000000047b3"
                    + "000000050000000001000000e3d856bb";

    private static final String ACKNOWLEDGE =
            "7cfe90753cd87cfe90753cd889156020000000141b4000000000000000000000ffff0f0000020000"
                    + "0000000000000000ffff0f0000021140ffff0000010900a788c00000000525f0c038";

    private static final String NOTIFICATION =
            "e41d2dab2bc27cfe90643b32080045c2003c718c4000401191610a0011010a001201000012b70028"
                    + "00008100ffff40000118000000000000000000000000000000000000000082fd002a";

    private final Counters counters = new Counters();
    private final FrameIcrc icrc = new FrameIcrc(counters);
    private final Back back = new Back();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    new FrameHandler(),
                    new NetworkHandler(NetworkHandler.EVERYBODY, counters, MOST),
                    new IcrcHandler(icrc, icrc::stamp, counters),
                    back);

    /** Sends what comes in out again, with the same headers, but the ICRCs made anew. */
    private static final class Back extends ChannelInboundHandlerAdapter {
        private final TransmitBatch batch = new TransmitBatch(65_000, MOST, PayloadMover.COPYING);
        private final OutboundRun run = new OutboundRun();
        private long destination;
        private long source;
        private int tag;
        private boolean joined;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            InboundRun in = (InboundRun) message;
            FrameSource from = (FrameSource) in.source();
            NextHop hop = () -> destination;
            FrameRoute route =
                    new FrameRoute(
                            from.gid(),
                            from.encapsulation(),
                            from.header(),
                            source,
                            hop,
                            tag,
                            9000,
                            true,
                            from.identification());
            batch.clear();
            for (int i = 0; i < in.count(); i++) {
                int length = in.length(i);
                int at = batch.begin(route);
                batch.buffer()
                        .put(at, in.buffer(), in.offset(i), length - TransmitBatch.ICRC_LENGTH);
                batch.end(at + length - TransmitBatch.ICRC_LENGTH, length);
            }
            run.begin(batch, joined, route.takeIdentifications(in.count()));
            var _ = context.writeAndFlush(run);
        }
    }

    /** Returns the frames that come of one that goes in. */
    private List<byte[]> through(byte[] bytes, int segment) {
        ByteBuf data = Unpooled.directBuffer(bytes.length + 8);
        data.writeZero(3).writeBytes(bytes);
        ByteBuffer view = ByteBuffer.wrap(bytes);
        back.destination = Ethernet.destination(view, 0);
        back.source = Ethernet.source(view, 0);
        InboundFrame frame = new InboundFrame();
        frame.begin(data, 3, bytes.length, segment, InboundFrame.UNTAGGED, 0);
        back.tag =
                Ethernet.etherType(view, 0) == 0x8100
                        ? Short.toUnsignedInt(view.getShort(Ethernet.LENGTH))
                        : InboundFrame.UNTAGGED;
        channel.writeInbound(frame);
        data.release();
        OutboundFrames out = channel.readOutbound();
        return out == null ? List.of() : frames(out);
    }

    private List<byte[]> frames(OutboundFrames out) {
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < out.count(); i++) {
            byte[] frame = new byte[out.headerLength(i) + out.payloadLength(i)];
            out.headers().get(out.headerOffset(i), frame, 0, out.headerLength(i));
            MemorySegment.copy(
                    back.batch.memory(),
                    ValueLayout.JAVA_BYTE,
                    out.payloadOffset(i),
                    frame,
                    out.headerLength(i),
                    out.payloadLength(i));
            frames.add(frame);
        }
        return frames;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "boot-rc_pingpong",
                "boot-rping-cm",
                "golden-rc-v4",
                "golden-uc-v4",
                "golden-ud-v4",
                "golden-nak-rnr"
            })
    void shouldGiveBackEveryFrameOfSoftRoce(String name) throws Exception {
        int frames = 0;
        try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(name + ".pcap"))) {
            for (CaptureRecord record = reader.next(); record != null; record = reader.next()) {
                byte[] frame = new byte[record.capturedLength()];
                record.bytes().get(0, frame);
                List<byte[]> back = through(frame, 0);
                for (byte[] out : back) {
                    assertThat(out).isEqualTo(Arrays.copyOf(frame, out.length));
                    frames++;
                }
            }
        }
        assertThat(frames).isPositive();
        assertThat(counters.get(Counter.DROPPED_ICRC)).isZero();
        assertThat(counters.get(Counter.DROPPED_MALFORMED)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {WRITE, ACKNOWLEDGE, NOTIFICATION})
    void shouldGiveBackFramesOfDevicesTaggedOrNot(String hex) {
        byte[] frame = HexFormat.of().parseHex(hex);
        assertThat(through(frame, 0)).containsExactly(frame);

        byte[] tagged =
                HexFormat.of().parseHex(hex.substring(0, 24) + "8100a005" + hex.substring(24));
        assertThat(through(tagged, 0)).containsExactly(tagged);
    }

    @ParameterizedTest
    @ValueSource(strings = {WRITE, ACKNOWLEDGE, NOTIFICATION})
    void shouldDropWhatIsDamagedWhereverThatIs(String hex) {
        byte[] frame = HexFormat.of().parseHex(hex);
        for (int at = Ethernet.LENGTH + 24; at < frame.length; at++) {
            byte[] damaged = frame.clone();
            damaged[at] ^= 0x10;
            boolean notCovered = Arrays.equals(damaged, frame) || isMasked(frame, at);
            if (!notCovered) {
                assertThat(through(damaged, 0)).as("damage at " + at).isEmpty();
            }
        }
    }

    /** Returns whether the ICRC leaves a byte out: BTH's fifth, and UDP's checksum. */
    private static boolean isMasked(byte[] frame, int at) {
        boolean v1 = (frame[12] & 0xff) == 0x89;
        int transport = Ethernet.LENGTH + (v1 ? 40 : 28);
        return at == transport + 4 || (!v1 && (at == transport - 1 || at == transport - 2));
    }

    @Test
    void shouldJoinAndCutAsTheKernelDoes() {
        byte[] one = HexFormat.of().parseHex(NOTIFICATION);
        byte[] packet = Arrays.copyOfRange(one, Ethernet.LENGTH + 28, one.length);
        TransmitBatch batch = back.batch;
        assertThat(through(one, 0)).hasSize(1);
        FrameRoute route = (FrameRoute) batch.route();
        batch.clear();
        for (int i = 0; i < 3; i++) {
            int at = batch.begin(route);
            batch.buffer().put(at, packet);
            batch.end(at + packet.length - TransmitBatch.ICRC_LENGTH, packet.length);
        }
        OutboundRun run = new OutboundRun();
        run.begin(batch, true, 0xffff);
        channel.writeOutbound(run);
        OutboundFrames joined = channel.readOutbound();
        assertThat(joined.segment()).isEqualTo(packet.length);
        byte[] superPacket = frames(joined).getFirst();
        back.joined = true;

        assertThat(through(superPacket, packet.length)).containsExactly(superPacket);
        assertThat(counters.get(Counter.DROPPED_ICRC)).isZero();
    }
}
