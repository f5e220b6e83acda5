package org.urdma4j.transport.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Frames of real devices go in as bytes, are seen as messages, and come out as bytes. */
class RoceHandlersTest {
    private static final Path CAPTURES = Path.of("../codec/src/test/resources/captures");

    /** Published captures of a device: {@code scapy}'s tests. */
    private static final String WRITE =
            "7cfe90753cd87cfe90753cd889156020000000281b4000000000000000000000ffff0f0000020000"
                    + "0000000000000000ffff0f0000020a70ffff0000010a80a788bc000055d4c0726000000047b3"
                    + "000000050000000001000000e3d856bb";

    private static final String NOTIFICATION =
            "e41d2dab2bc27cfe90643b32080045c2003c718c4000401191610a0011010a001201000012b70028"
                    + "00008100ffff40000118000000000000000000000000000000000000000082fd002a";

    private final List<RoceMessage> seen = new ArrayList<>();
    private UnaryOperator<RoceMessage> change = message -> message;

    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    new RoceFrameDecoder(),
                    new RoceFrameEncoder(),
                    new ChannelInboundHandlerAdapter() {
                        @Override
                        public void channelRead(ChannelHandlerContext context, Object message) {
                            if (message instanceof RoceMessage roce) {
                                seen.add(roce);
                                var _ = context.writeAndFlush(change.apply(roce));
                            } else {
                                var _ = context.writeAndFlush(message);
                            }
                        }
                    });

    @AfterEach
    void close() {
        assertThat(channel.finish()).isFalse();
    }

    /** Returns what comes out for a frame; whatever goes in is released. */
    private byte[] through(byte[] frame) {
        ByteBuf in = Unpooled.directBuffer(frame.length + 5).writeZero(5).writeBytes(frame);
        in.skipBytes(5);
        channel.writeInbound(in);
        ByteBuf out = channel.readOutbound();
        byte[] bytes = ByteBufUtil.getBytes(out);
        out.release();
        assertThat(in.refCnt()).isZero();
        return bytes;
    }

    private static List<byte[]> frames(String name) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(CAPTURES.resolve(name + ".pcap"))) {
            for (CaptureRecord record = reader.next(); record != null; record = reader.next()) {
                byte[] frame = new byte[record.capturedLength()];
                record.bytes().get(0, frame);
                frames.add(frame);
            }
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
    void shouldGiveBackEveryFrameOfSoftRoce(String name) throws IOException {
        List<byte[]> frames = frames(name);
        for (byte[] frame : frames) {
            assertThat(through(frame)).isEqualTo(frame);
        }

        assertThat(seen).hasSizeGreaterThan(frames.size() / 2);
    }

    /** Lengths, pad, checksums and ICRC that Linux wrote are those that are written anew. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "boot-rping-cm",
                "golden-rc-v4",
                "golden-uc-v4",
                "golden-ud-v4",
                "golden-nak-rnr"
            })
    void shouldWriteWhatWasChangedAsLinuxDoes(String name) throws IOException {
        change = message -> message.withBth(message.bth()).replace(message.content());
        for (byte[] frame : frames(name)) {
            byte[] out = through(frame);

            assertThat(out).isEqualTo(Arrays.copyOf(frame, out.length));
        }
    }

    @Test
    void shouldShowEveryKindOfHeader() throws IOException {
        for (String name : List.of("golden-rc-v4", "golden-uc-v4", "golden-ud-v4")) {
            frames(name).forEach(this::through);
        }

        assertThat(seen)
                .flatExtracting(RoceMessage::headers)
                .extracting(header -> (Object) header.getClass())
                .contains(
                        ExtendedHeader.Reth.class,
                        ExtendedHeader.Aeth.class,
                        ExtendedHeader.AtomicEth.class,
                        ExtendedHeader.AtomicAckEth.class,
                        ExtendedHeader.ImmDt.class,
                        ExtendedHeader.Deth.class);
        assertThat(seen)
                .allSatisfy(message -> {
                    int headers = message.headers().stream().mapToInt(ExtendedHeader::length).sum();
                    assertThat(12 + headers).isEqualTo(Opcode.headerLength(message.bth().opcode()));
                });
    }

    @Test
    void shouldShowWhatStandsInAFrameOfADevice() {
        byte[] frame = HexFormat.of().parseHex(WRITE);
        assertThat(through(frame)).isEqualTo(frame);

        RoceMessage write = seen.getFirst();
        assertThat(write.encapsulation()).isEqualTo(Encapsulation.ROCE_V1);
        assertThat(write.source().toInetAddress().getHostAddress()).isEqualTo("15.0.0.2");
        assertThat(write.udpSourcePort()).isEqualTo(-1);
        assertThat(write.bth().opcode()).isEqualTo(Opcode.RC_RDMA_WRITE_ONLY);
        assertThat(write.bth().destQp()).isEqualTo(0x10a);
        assertThat(write.bth().psn()).isEqualTo(0xa788bc);
        assertThat(write.bth().ackRequested()).isTrue();
        assertThat(write.header(ExtendedHeader.Reth.class))
                .hasValue(new ExtendedHeader.Reth(0x55d4_c072_6000L, 0x47b3, 5));
        assertThat(write.icrc()).isEqualTo(0xbb56d8e3);
        assertThat(write)
                .hasToString(
                        "::ffff:15.0.0.2 > ::ffff:15.0.0.2 RC_RDMA_WRITE_ONLY qp 0x00010a psn 10979516, 5 bytes");
    }

    @Test
    void shouldShowMarksPortsAndTags() {
        byte[] plain = HexFormat.of().parseHex(NOTIFICATION);
        byte[] tagged =
                HexFormat.of()
                        .parseHex(
                                NOTIFICATION.substring(0, 24)
                                        + "8100a005"
                                        + NOTIFICATION.substring(24));
        assertThat(through(plain)).isEqualTo(plain);
        assertThat(through(tagged)).isEqualTo(tagged);

        assertThat(seen).extracting(RoceMessage::vlanId).containsExactly(-1, 5);
        assertThat(seen.getFirst().ecn()).isEqualTo(2);
        assertThat(seen.getFirst().udpSourcePort()).isZero();
        assertThat(seen.getFirst().frameBytes()).isEqualTo(plain.length);
    }

    /** Another payload, of another length, to another queue pair, in all encapsulations. */
    @Test
    void shouldMakeLengthsAndIcrcFit() throws IOException {
        List<byte[]> frames = frames("golden-rc-v4");
        frames.add(HexFormat.of().parseHex(WRITE));
        byte[] text = "another payload".getBytes(StandardCharsets.US_ASCII);
        change =
                message -> {
                    if ((Opcode.flags(message.bth().opcode()) & Opcode.PAYLOAD) == 0) {
                        return message.withBth(message.bth().withPsn(77));
                    }
                    RoceMessage other =
                            message.withBth(message.bth().withDestQp(0x123456))
                                    .replace(Unpooled.wrappedBuffer(text));
                    message.release();
                    return other;
                };
        int changed = 0;
        for (byte[] frame : frames) {
            ByteBuffer out = ByteBuffer.wrap(through(frame));
            RoceFrame view = new RoceFrame();
            if (view.wrap(out, 0, out.limit(), LinkLayer.ETHERNET) != FrameStatus.OK) {
                continue;
            }
            assertThat(Icrc.get(out, view.icrcOffset())).isEqualTo(new Icrc().over(view));
            assertThat(view.icrcOffset() + 4).isEqualTo(out.limit());
            changed++;
        }
        assertThat(changed).isEqualTo(seen.size()).isPositive();
    }

    @Test
    void shouldPassOnWhatIsNoWholePacket() {
        byte[] frame = HexFormat.of().parseHex(WRITE);
        for (int length = 1; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);
            assertThat(through(cut)).as("cut at %d", length).isEqualTo(cut);
        }
        byte[] none =
                "no frame at all, but long enough to look like one of sixty bytes"
                        .getBytes(StandardCharsets.US_ASCII);
        assertThat(through(none)).isEqualTo(none);

        assertThat(seen).isEmpty();
    }

    /** Nothing that comes throws or leaks, and all of it comes out as it went in. */
    @Test
    void shouldGiveBackDamagedFrames() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        List<byte[]> frames = frames("golden-rc-v4");
        frames.addAll(frames("golden-ud-v4"));
        for (int i = 0; i < 20_000; i++) {
            byte[] frame = frames.get(random.nextInt(frames.size())).clone();
            for (int n = random.nextInt(1, 5); n > 0; n--) {
                frame[random.nextInt(Math.min(frame.length, 100))] = (byte) random.nextInt();
            }
            assertThat(through(frame)).isEqualTo(frame);
        }
        assertThat(seen).hasSizeBetween(1_000, 20_000);
    }

    /** A copy is no change: a wrong ICRC stays wrong. */
    @Test
    void shouldGiveBackCopies() {
        byte[] frame = HexFormat.of().parseHex(WRITE);
        frame[frame.length - 1] ^= 1;
        change =
                message -> {
                    RoceMessage copy = message.copy();
                    assertThat(copy).isEqualTo(message).hasSameHashCodeAs(message);
                    message.release();
                    RoceMessage twice = copy.retainedDuplicate();
                    copy.release();
                    return twice;
                };

        assertThat(through(frame)).isEqualTo(frame);
    }

    @Test
    void shouldLeaveOtherMessagesAlone() {
        channel.writeInbound("text");

        assertThat(channel.<Object>readOutbound()).isEqualTo("text");
    }
}
