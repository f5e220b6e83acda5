package org.urdma4j.copy.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

/** Files that come in chunks, and what is left of them after any end. */
class TargetFileTest {
    private static final int CHUNK = 4096;
    private static final Attributes PLAIN = new Attributes(0640, 1_700_000_000, 1);
    private static final TreePath PATH = pathOf("big");

    @TempDir Path folder;
    private Root root;
    private TargetTree target;
    private byte[] content;

    private static TreePath pathOf(String path) {
        try {
            return TreePath.of(path);
        } catch (DiskException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @BeforeEach
    void open() throws IOException {
        root = Root.open(folder.toString());
        target = new TargetTree(root, new WriteOptions(false, true, new Random(1)));
        content = new byte[5 * CHUNK + 100];
        new Random(5).nextBytes(content);
    }

    @AfterEach
    void close() throws IOException {
        target.close();
        root.close();
    }

    private FileIdentity identity() {
        return new FileIdentity(content.length, 1_700_000_000, 1, 2, 3, 4);
    }

    private TargetFile begin(boolean sparse) throws DiskException {
        return target.openFile(PATH, PLAIN, identity(), sparse, CHUNK);
    }

    private ByteBuffer chunk(int index) {
        int from = index * CHUNK;
        return ByteBuffer.wrap(content, from, Math.min(CHUNK, content.length - from)).slice();
    }

    private void write(TargetFile file, int... chunks) throws DiskException {
        for (int index : chunks) {
            file.write(index, chunk(index), Checksums.of(chunk(index)));
        }
    }

    private static Kind kind(ThrowingCallable call) {
        return catchThrowableOfType(DiskException.class, call).kind();
    }

    private Path journal() {
        byte[] name = ReservedNames.journal(PATH.name());
        return folder.resolve(new String(name, StandardCharsets.US_ASCII));
    }

    private Path partial() {
        byte[] name = ReservedNames.partial(PATH.name());
        return folder.resolve(new String(name, StandardCharsets.US_ASCII));
    }

    @Test
    void shouldAppearWholeOrNotAtAll() throws IOException {
        Files.writeString(folder.resolve("big"), "old");
        try (TargetFile file = begin(false)) {
            write(file, 5, 0, 3, 1, 4);
            assertThat(file.isComplete()).isFalse();
            assertThatThrownBy(file::commit).isInstanceOf(IllegalStateException.class);
            assertThat(folder.resolve("big")).hasContent("old");
            write(file, 2);
            file.commit();
            assertThat(folder.resolve("big")).hasBinaryContent(content);
        }
        try (var all = Files.list(folder)) {
            assertThat(all).hasSize(1);
        }
    }

    @Test
    void shouldRefuseWhatDoesNotMatchOrFit() throws IOException {
        try (TargetFile file = begin(false)) {
            byte[] sha256 = Checksums.of(chunk(0));
            assertThat(kind(() -> file.write(0, chunk(1), sha256))).isEqualTo(Kind.CORRUPT);
            assertThat(kind(() -> file.write(5, chunk(0), sha256))).isEqualTo(Kind.CORRUPT);
            assertThat(kind(() -> file.write(6, chunk(0), sha256))).isEqualTo(Kind.CORRUPT);
            assertThat(kind(() -> file.write(-1, chunk(0), sha256))).isEqualTo(Kind.CORRUPT);
            assertThat(kind(() -> file.write(1L << 40, chunk(0), sha256))).isEqualTo(Kind.CORRUPT);
            assertThat(kind(() -> file.hole(6))).isEqualTo(Kind.CORRUPT);
            assertThat(file.isComplete()).isFalse();
        }
        assertThat(Files.readAllBytes(partial())).containsOnly(0);
        assertThat(kind(() -> target.openFile(PATH, PLAIN, huge(-1), true, CHUNK)))
                .isEqualTo(Kind.TOO_LARGE);
        assertThat(kind(() -> target.openFile(PATH, PLAIN, huge(Long.MAX_VALUE), true, CHUNK)))
                .isEqualTo(Kind.TOO_LARGE);
        assertThat(kind(() -> target.openFile(PATH, PLAIN, huge(1L << 50), false, 1 << 26)))
                .isIn(Kind.TOO_LARGE, Kind.NO_SPACE);
        assertThat(folder).isEmptyDirectory();
    }

    private static FileIdentity huge(long size) {
        return new FileIdentity(size, 0, 0, 0, 0, 0);
    }

    @Test
    void shouldGoOnAfterAnEarlierCopy() throws IOException {
        try (TargetFile file = begin(false)) {
            write(file, 0, 2, 5);
        }
        try (TargetFile file = begin(false)) {
            assertThat(file.verified()).isEqualTo(BitSet.valueOf(new long[] {0b100101}));
            write(file, 1, 3, 4);
            file.commit();
        }
        assertThat(folder.resolve("big")).hasBinaryContent(content);
        assertThat(partial()).doesNotExist();
        assertThat(journal()).doesNotExist();
    }

    /** Wherever the journal ends, what it claims is there, and the rest comes again. */
    @Test
    void shouldGoOnFromAJournalCutAtEveryByte() throws IOException {
        try (TargetFile file = begin(false)) {
            write(file, 0, 1, 2, 3, 4);
        }
        byte[] whole = Files.readAllBytes(journal());
        byte[] data = Files.readAllBytes(partial());
        for (int length = 0; length <= whole.length; length++) {
            Files.write(journal(), Arrays.copyOf(whole, length));
            Files.write(partial(), data);
            int records = Math.max(0, (length - 56) / 44);
            try (TargetFile file = begin(false)) {
                assertThat(file.verified().cardinality()).as("%d bytes", length).isEqualTo(records);
                write(file, 0, 1, 2, 3, 4, 5);
            }
            try (TargetFile file = begin(false)) {
                assertThat(file.verified().cardinality()).as("%d bytes", length).isEqualTo(6);
                file.commit();
            }
            assertThat(Files.readAllBytes(folder.resolve("big"))).isEqualTo(content);
            Files.delete(folder.resolve("big"));
        }
    }

    /** Nothing wrong is believed: neither a damaged journal nor what it claims. */
    @Test
    void shouldBelieveNothingThatIsDamaged() throws IOException {
        try (TargetFile file = begin(false)) {
            write(file, 0, 1, 2);
        }
        byte[] journal = Files.readAllBytes(journal());
        byte[] data = Files.readAllBytes(partial());
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = journal.clone();
            byte[] damagedData = data.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                damagedData[random.nextInt(damagedData.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(journal(), random.nextBoolean() ? damaged : journal);
            Files.write(partial(), random.nextBoolean() ? damagedData : data);
            try (TargetFile file = begin(false)) {
                BitSet verified = file.verified();
                for (int c = 0; c < 6; c++) {
                    if (!verified.get(c)) {
                        write(file, c);
                    }
                }
                file.commit();
            }
            assertThat(Files.readAllBytes(folder.resolve("big"))).isEqualTo(content);
        }
    }

    @Test
    void shouldBeginAnewWhenTheSourceIsAnother() throws IOException {
        try (TargetFile file = begin(false)) {
            write(file, 0, 1, 2);
        }
        FileIdentity touched = new FileIdentity(content.length, 1_700_000_000, 2, 2, 3, 4);
        try (TargetFile file = target.openFile(PATH, PLAIN, touched, false, CHUNK)) {
            assertThat(file.verified().isEmpty()).isTrue();
        }
        try (TargetFile file = begin(false)) {
            assertThat(file.verified().isEmpty()).isTrue();
            write(file, 0);
        }
        try (TargetFile file = target.openFile(PATH, PLAIN, identity(), false, 2 * CHUNK)) {
            assertThat(file.verified().isEmpty()).isTrue();
        }
    }

    @Test
    void shouldLetOneCopyAtATimeWriteAFile() throws IOException {
        try (TargetFile file = begin(false)) {
            assertThatThrownBy(() -> begin(false))
                    .hasMessage("big: another copy is writing this file");
            write(file, 0);
            try (TargetTree other =
                    new TargetTree(root, new WriteOptions(false, false, new Random(2)))) {
                other.writeLink(pathOf("link"), PLAIN, new byte[] {'x'}); // sweeps
            }
            assertThat(partial()).exists();
            assertThat(journal()).exists();
        }
        begin(false).close();
    }

    @Test
    void shouldSayBeforeAnythingIsSentThatADirectoryIsInTheWay() throws IOException {
        Files.createDirectories(folder.resolve("big/full"));
        assertThat(kind(() -> begin(false))).isEqualTo(Kind.IS_DIRECTORY);
        Files.delete(folder.resolve("big/full"));
        try (TargetFile file = begin(false)) {
            write(file, 0, 1, 2, 3, 4, 5);
            file.commit();
        }
        assertThat(folder.resolve("big")).hasBinaryContent(content);
    }

    @Test
    void shouldKeepHoles() throws IOException {
        content = new byte[256 * CHUNK + 7];
        Arrays.fill(content, 10 * CHUNK, 10 * CHUNK + 9, (byte) 1);
        content[content.length - 1] = 1;
        try (TargetFile file = begin(true)) {
            for (int i = 0; i < 257; i++) {
                if (i == 10 || i == 11 || i == 256) {
                    write(file, i);
                } else {
                    file.hole(i);
                }
            }
            file.commit();
        }
        Path big = folder.resolve("big");
        assertThat(Files.readAllBytes(big)).isEqualTo(content);
        assertThat(root.stat(PATH).orElseThrow().blocks() * 512).isLessThan(10 * CHUNK);
    }

    /** A hole reads as zeros even where something else was written before. */
    @Test
    void shouldLeaveNothingOldInHoles() throws IOException {
        try (TargetFile file = begin(true)) {
            write(file, 0, 1, 2);
        }
        byte[] journal = Files.readAllBytes(journal());
        Files.write(journal(), Arrays.copyOf(journal, 56 + 44)); // claims chunk 0 alone
        Arrays.fill(content, CHUNK, 3 * CHUNK, (byte) 0);
        try (TargetFile file = begin(true)) {
            assertThat(file.verified().cardinality()).isEqualTo(1);
            file.hole(1);
            write(file, 2, 3, 4, 5);
            file.commit();
        }
        assertThat(Files.readAllBytes(folder.resolve("big"))).isEqualTo(content);
    }

    @Test
    void shouldTakeSizesBeyond32Bits() throws IOException {
        long size = (1L << 32) + 5;
        FileIdentity source = huge(size);
        byte[] one = new byte[1 << 20];
        one[1] = 1;
        ByteBuffer end = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5});
        try (TargetFile file = target.openFile(PATH, PLAIN, source, true, 1 << 20)) {
            for (int i = 0; i < 4095; i++) {
                file.hole(i);
            }
            file.write(4095, ByteBuffer.wrap(one), Checksums.of(ByteBuffer.wrap(one)));
            file.write(4096, end, Checksums.of(end));
            file.commit();
        }
        assertThat(folder.resolve("big")).hasSize(size);
        try (var channel = Files.newByteChannel(folder.resolve("big"))) {
            ByteBuffer tail = ByteBuffer.allocate(5);
            channel.position(1L << 32).read(tail);
            assertThat(tail.array()).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @Test
    void shouldTakeAFileOfNothing() throws IOException {
        content = new byte[0];
        try (TargetFile file = begin(false)) {
            assertThat(file.isComplete()).isTrue();
            file.commit();
        }
        assertThat(folder.resolve("big")).isEmptyFile();
    }

    @Test
    void shouldLeaveNothingWhenAbandoned() throws IOException {
        try (TargetFile file = begin(false)) {
            write(file, 0);
            file.abandon();
        }
        assertThat(folder).isEmptyDirectory();
    }
}
