package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.handler.ExtendedHeader;
import org.urdma4j.transport.handler.ExtendedHeader.Word;
import org.urdma4j.transport.handler.RoceFrameDecoder;
import org.urdma4j.transport.handler.RoceFrameEncoder;
import org.urdma4j.transport.handler.RoceMessage;
import org.urdma4j.transport.handler.UrdmaFrameDecoder;
import org.urdma4j.transport.handler.UrdmaLayout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All that URDMA sends goes through the handlers for others' pipelines, and comes out the same. */
class UrdmaHandlersTest {
    private static final int PACKETS = 300;

    @TempDir private Path folder;

    private final UrdmaPacket packet = new UrdmaPacket();

    private List<byte[]> frames(TrafficConfig config) throws IOException {
        Path file = folder.resolve("urdma.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            TrafficRun run = new TrafficRun(config.packets(PACKETS));
            run.capture(writer);
            run.run();
        }
        List<byte[]> frames = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(file)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                byte[] frame = new byte[next.capturedLength()];
                next.bytes().get(0, frame);
                frames.add(frame);
            }
        }
        return frames;
    }

    /** Without and with FEC words, over one path and over several. */
    @ParameterizedTest
    @CsvSource({"3, false", "2, false", "28, false", "3, true", "16, true"})
    void shouldShowAllHeadersAndGiveBackTheSameBytes(long seed, boolean paths) throws IOException {
        TrafficConfig config = TrafficConfig.random(seed);
        config = paths ? config.severalPaths() : config.urdma();
        boolean fec = config.offer().fecWith(config.offer());
        UrdmaLayout layout = new UrdmaLayout(true, fec, paths);
        int placed = 0;
        int others = 0;
        for (byte[] frame : frames(config)) {
            EmbeddedChannel in =
                    new EmbeddedChannel(new RoceFrameDecoder(), new UrdmaFrameDecoder(layout));
            in.writeInbound(Unpooled.wrappedBuffer(frame));
            Object read = in.readInbound();
            RoceFrame view = view(frame);
            boolean whole = read(view, layout) == PacketStatus.OK;
            if (whole && UrdmaOpcode.isPlaced(packet.opcode())) {
                compare((RoceMessage) read);
                placed++;
            } else if (whole) {
                ExtendedHeader tag = new ExtendedHeader.VerificationTag(packet.verificationTag());
                assertThat(((RoceMessage) read).headers()).containsExactly(tag);
                others++;
            }
            if (read instanceof RoceMessage message) {
                assertThat(bytes(message.retainedDuplicate())).isEqualTo(frame);
                if (new Icrc().over(view) == Icrc.get(view.buffer(), view.icrcOffset())) {
                    assertThat(bytes(message.withBth(message.bth()))).isEqualTo(frame);
                }
            }
        }
        assertThat(placed).isGreaterThan(PACKETS);
        assertThat(others).isPositive();
    }

    private static RoceFrame view(byte[] frame) {
        RoceFrame view = new RoceFrame();
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, LinkLayer.ETHERNET);
        return view;
    }

    private PacketStatus read(RoceFrame view, UrdmaLayout layout) {
        return packet.wrapTagged(
                view.buffer(),
                view.transportOffset(),
                view.transportLength(),
                layout.fec(),
                layout.paths());
    }

    private void compare(RoceMessage message) {
        int headers = message.headers().stream().mapToInt(ExtendedHeader::length).sum();
        assertThat(Bth.LENGTH + headers).isEqualTo(packet.payloadOffset() - packet.offset());
        assertThat(message.content().readableBytes()).isEqualTo(packet.payloadLength());
        assertThat(message.bth().psn()).isEqualTo(packet.psn());
        assertThat(message.headers())
                .startsWith(new ExtendedHeader.VerificationTag(packet.verificationTag()))
                .contains(new ExtendedHeader.Timestamps(packet.t1(), packet.tr()));
        List<Word.Kind> words =
                message.headers().stream()
                        .filter(Word.class::isInstance)
                        .map(word -> ((Word) word).kind())
                        .toList();
        assertThat(words.contains(Word.Kind.PATH)).isEqualTo(packet.hasPathWord());
        assertThat(words.contains(Word.Kind.FEC)).isEqualTo(packet.hasFecWord());
        assertThat(words.contains(Word.Kind.PIECE)).isEqualTo(packet.isPiece());
    }

    private static byte[] bytes(RoceMessage message) {
        EmbeddedChannel out = new EmbeddedChannel(new RoceFrameEncoder());
        out.writeOutbound(message);
        ByteBuf frame = out.readOutbound();
        byte[] bytes = ByteBufUtil.getBytes(frame);
        frame.release();
        return bytes;
    }
}
