package org.urdma4j.copy.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;

class MessageCodecTest {
    private static final ByteBuffer BUFFER =
            ByteBuffer.allocate(MessageCodec.LENGTH + Limits.FRAME);

    private static byte[] bytes(Message message) {
        BUFFER.clear();
        ByteBuffer buffer = BUFFER;
        MessageCodec.write(message, buffer);
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static Message parse(byte[] bytes) throws MalformedMessageException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        assertThat(buffer.getInt()).isEqualTo(bytes.length - MessageCodec.LENGTH);
        return MessageCodec.read(buffer);
    }

    @Test
    void shouldReadWhatItWrites() throws Exception {
        Set<Class<?>> seen = new HashSet<>();
        for (Message message : Samples.all()) {
            assertThat(parse(bytes(message))).isEqualTo(message);
            seen.add(message.getClass());
        }
        assertThat(seen).hasSameSizeAs(Message.class.getPermittedSubclasses());
    }

    /** The bytes as apps/copy/protocol.md has them. */
    @Test
    void shouldWriteTheBytesOfTheSpecification() throws Exception {
        HexFormat hex = HexFormat.ofDelimiter(" ");
        assertThat(bytes(new Message.Hello(1)))
                .isEqualTo(hex.parseHex("00 00 00 09 00 75 43 50 59 00 00 00 01"));
        assertThat(bytes(new Message.Rename(2, TreePath.of("a/b"), TreePath.of("c"))))
                .isEqualTo(hex.parseHex("00 00 00 0d 1e 00 00 00 02 00 03 61 2f 62 00 01 63"));
        assertThat(bytes(new Message.Want(3, List.of(new ChunkRange(1, 2)))))
                .isEqualTo(
                        hex.parseHex(
                                "00 00 00 17 0d 00 00 00 03 00 01"
                                        + " 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 02"));
        assertThat(bytes(new Message.Part(4, Samples.data("z"))))
                .isEqualTo(hex.parseHex("00 00 00 06 20 00 00 00 04 7a"));
    }

    @Test
    void shouldRefuseWhatClimbs() {
        for (String path : List.of("../a", "/a", "a/../b", ".", "a//b", "a/", "a\0b")) {
            ByteBuffer buffer = ByteBuffer.allocate(100);
            buffer.put((byte) Frame.STAT.number()).putInt(1).putShort((short) path.length());
            buffer.put(path.getBytes(java.nio.charset.StandardCharsets.UTF_8)).flip();
            assertThatThrownBy(() -> MessageCodec.read(buffer))
                    .as(path)
                    .isInstanceOf(MalformedMessageException.class);
        }
    }

    @Test
    void shouldRefuseMessagesThatAreCutOrHaveMoreThanTheirFields() throws Exception {
        for (Message message : Samples.all()) {
            boolean open =
                    message instanceof Message.Whole
                            || message instanceof Message.Chunk
                            || message instanceof Message.Write
                            || message instanceof Message.Select
                            || message instanceof Message.Described
                            || message instanceof Message.Part;
            byte[] whole = bytes(message);
            int fields = open ? whole.length - dataOf(message) : whole.length;
            for (int end = MessageCodec.LENGTH; end < fields; end++) {
                ByteBuffer cut = ByteBuffer.wrap(whole, 4, end - 4).slice();
                assertThatThrownBy(() -> MessageCodec.read(cut))
                        .as("%s cut at %d", message, end)
                        .isInstanceOf(MalformedMessageException.class);
            }
            if (!open) {
                ByteBuffer longer = ByteBuffer.allocate(whole.length - 3);
                longer.put(whole, 4, whole.length - 4).put((byte) 0).flip();
                assertThatThrownBy(() -> MessageCodec.read(longer))
                        .isInstanceOf(MalformedMessageException.class);
            }
        }
    }

    private static int dataOf(Message message) {
        return switch (message) {
            case Message.Whole whole -> whole.data().remaining();
            case Message.Chunk chunk -> chunk.data().remaining();
            case Message.Part part -> part.data().remaining();
            case Message.Write write -> write.data().remaining();
            case Message.Select select -> select.data().remaining();
            case Message.Described described -> (int) described.metadata().bytes();
            default -> 0;
        };
    }

    /** Whatever comes is a message, which is written to the same bytes, or is refused as one. */
    @Test
    void shouldTakeAnyBytesForAMessageOrRefuseThem() throws Exception {
        Random random = new Random(17);
        List<Message> samples = Samples.all();
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = bytes(samples.get(random.nextInt(samples.size())));
            int changes = 1 + random.nextInt(3);
            for (int j = 0; j < changes; j++) {
                bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
            }
            try {
                Message message = MessageCodec.read(ByteBuffer.wrap(bytes, 4, bytes.length - 4));
                var _ = bytes(message);
                accepted++;
            } catch (MalformedMessageException e) {
                assertThat(e.getMessage()).doesNotContain("\n");
            }
        }
        assertThat(accepted).isBetween(20_000, 180_000);
    }

    @Test
    void shouldKeepTextsToOneLineOfALimitedLength() throws Exception {
        String text = "one\ntwo\u001b[2J" + "x".repeat(3 * Limits.TEXT);
        Message.Failed failed =
                (Message.Failed) parse(bytes(new Message.Failed(1, Fault.IO, text)));
        assertThat(failed.text()).startsWith("one\\x0Atwo\\x1B[2Jx").hasSize(Limits.TEXT + 2 * 3);
    }

    @Test
    void shouldLeaveOutRangesThatAreTooMany() throws Exception {
        List<ChunkRange> many = new ArrayList<>();
        for (int i = 0; i < 2 * Limits.RANGES; i++) {
            many.add(new ChunkRange(2L * i, 1));
        }
        Message.Want have = (Message.Want) parse(bytes(new Message.Want(1, many)));
        assertThat(have.have()).isEqualTo(many.subList(0, Limits.RANGES));
        Collections.reverse(many);
        byte[] disorder = bytes(new Message.Want(1, many));
        assertThatThrownBy(() -> parse(disorder)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void shouldFitEveryHeadIntoItsLimit() throws Exception {
        byte[] name = "n".repeat(250).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        TreePath longest = TreePath.ROOT;
        while (longest.length() + 251 <= TreePath.MAX_BYTES) {
            longest = longest.child(name);
        }
        List<ChunkRange> many = new ArrayList<>();
        for (int i = 0; i < Limits.RANGES; i++) {
            many.add(new ChunkRange(2L * i, 1));
        }
        assertThat(bytes(new Message.Want(1, many)).length).isLessThan(Limits.HEAD);
        List<ByteString> globs = Collections.nCopies(Limits.GLOBS, ByteString.of(name));
        Message.RemoveRest rest = new Message.RemoveRest(1, longest, globs, true);
        assertThat(bytes(rest).length).isLessThan(Limits.HEAD);
        ByteString target = ByteString.of(longest.bytes());
        assertThat(bytes(new Message.Link(1, longest, Samples.FACTS, target)).length)
                .isLessThan(Limits.HEAD);
    }

    @Test
    void shouldHaveAFaultForWhateverADiskSays() {
        for (DiskException.Kind kind : DiskException.Kind.values()) {
            assertThat(Fault.of(kind).name()).isEqualTo(kind.name());
        }
        assertThat(Fault.of(200)).isEqualTo(Fault.OTHER);
    }
}
