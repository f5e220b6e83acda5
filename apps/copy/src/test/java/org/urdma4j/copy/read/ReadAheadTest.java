package org.urdma4j.copy.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class ReadAheadTest {
    private static final int CHUNK = 4096;

    @TempDir Path folder;
    private Root root;

    @BeforeEach
    void open() throws IOException {
        root = Root.open(folder.toString());
    }

    @AfterEach
    void close() {
        root.close();
    }

    private ReadRequest request(String path, int... skip) throws IOException {
        BitSet skipped = new BitSet();
        for (int chunk : skip) {
            skipped.set(chunk);
        }
        TreePath at = TreePath.of(path);
        return new ReadRequest(at, root.stat(at).orElseThrow(), skipped, path);
    }

    private byte[] write(String path, int length, long seed) throws IOException {
        byte[] content = new byte[length];
        new Random(seed).nextBytes(content);
        Files.write(folder.resolve(path), content);
        return content;
    }

    @Test
    void shouldDeliverFilesOfEverySizeInOrder() throws Exception {
        Random random = new Random(3);
        int[] sizes = {0, 1, 4095, 4096, 4097, 8192, 8193, 50_000};
        List<byte[]> contents = new ArrayList<>();
        try (ReadAhead ahead = new ReadAhead(root, CHUNK, 4, 3)) {
            for (int i = 0; i < 300; i++) {
                contents.add(write("f" + i, sizes[random.nextInt(sizes.length)], i));
                ahead.submit(request("f" + i));
            }
            ahead.end();
            for (int i = 0; i < 300; i++) {
                byte[] got = new byte[contents.get(i).length];
                int offset = 0;
                boolean last = false;
                while (!last) {
                    try (ReadChunk chunk = ahead.next()) {
                        assertThat(chunk.failure()).isNull();
                        assertThat(chunk.request().tag()).isEqualTo("f" + i);
                        assertThat(chunk.offset()).isEqualTo(offset);
                        assertThat(chunk.index()).isEqualTo(offset / CHUNK);
                        assertThat(chunk.length()).isEqualTo(chunk.data().remaining());
                        assertThat(chunk.sha256()).isEqualTo(Checksums.of(chunk.data()));
                        chunk.data().duplicate().get(got, offset, chunk.length());
                        offset += chunk.length();
                        last = chunk.isLast();
                    }
                }
                assertThat(got).isEqualTo(contents.get(i));
            }
            assertThat(ahead.next()).isNull();
            assertThat(ahead.next()).isNull();
        }
    }

    @Test
    void shouldLeaveOutWhatTheOtherSideHas() throws Exception {
        write("f", 5 * CHUNK + 1, 1);
        write("small", 10, 1);
        try (ReadAhead ahead = new ReadAhead(root, CHUNK, 4, 2)) {
            ahead.submit(request("f", 0, 2, 5));
            ahead.submit(request("f", 0, 1, 2, 3, 4, 5));
            ahead.submit(request("small", 0));
            ahead.submit(request("f", 1, 2, 3, 4, 5));
            ahead.end();
            assertThat(indexes(ahead)).containsExactly(1L, 3L, 4L);
            assertThat(indexes(ahead)).containsExactly(6L);
            assertThat(indexes(ahead)).containsExactly(1L);
            assertThat(indexes(ahead)).containsExactly(0L);
        }
    }

    private static List<Long> indexes(ReadAhead ahead) throws InterruptedException {
        List<Long> indexes = new ArrayList<>();
        boolean last = false;
        while (!last) {
            try (ReadChunk chunk = ahead.next()) {
                assertThat(chunk.failure()).isNull();
                indexes.add(chunk.index());
                last = chunk.isLast();
            }
        }
        return indexes;
    }

    @Test
    void shouldReadNoHoles() throws Exception {
        try (RandomAccessFile sparse = new RandomAccessFile(folder.resolve("s").toFile(), "rw")) {
            sparse.setLength(1000L * CHUNK);
            sparse.seek(500L * CHUNK);
            sparse.write(1);
        }
        try (ReadAhead ahead = new ReadAhead(root, CHUNK, 2, 2)) {
            ahead.submit(request("s"));
            int data = 0;
            for (int i = 0; i < 1000; i++) {
                try (ReadChunk chunk = ahead.next()) {
                    assertThat(chunk.index()).isEqualTo(i);
                    assertThat(chunk.isLast()).isEqualTo(i == 999);
                    assertThat(chunk.length()).isEqualTo(CHUNK);
                    data += chunk.isHole() ? 0 : 1;
                    assertThat(chunk.isHole()).isEqualTo(chunk.data().remaining() == 0);
                }
            }
            assertThat(data).isBetween(1, 32);
        }
    }

    @Test
    void shouldNoticeWhatChangedBeforeAndWhileItWasRead() throws Exception {
        for (String file : List.of("before", "longer", "shorter", "written", "replaced", "gone")) {
            write(file, 9 * CHUNK, 1);
        }
        try (ReadAhead ahead = new ReadAhead(root, CHUNK, 2, 1)) {
            ReadRequest before = request("before");
            Files.setLastModifiedTime(folder.resolve("before"), FileTime.fromMillis(5));
            ahead.submit(before);
            assertThat(outcome(ahead, () -> {})).isEqualTo(Kind.CHANGED);
            ahead.submit(request("longer"));
            assertThat(outcome(ahead, () -> append("longer"))).isEqualTo(Kind.CHANGED);
            ahead.submit(request("shorter"));
            assertThat(outcome(ahead, () -> cut("shorter"))).isEqualTo(Kind.CHANGED);
            ahead.submit(request("written"));
            assertThat(outcome(ahead, () -> poke("written"))).isEqualTo(Kind.CHANGED);
            ReadRequest replaced = request("replaced");
            Files.delete(folder.resolve("replaced"));
            write("replaced", 9 * CHUNK, 1);
            ahead.submit(replaced);
            assertThat(outcome(ahead, () -> {})).isEqualTo(Kind.CHANGED);
            ReadRequest gone = request("gone");
            Files.delete(folder.resolve("gone"));
            ahead.submit(gone);
            assertThat(outcome(ahead, () -> {})).isEqualTo(Kind.NOT_FOUND);
            // and what is well after that
            ahead.submit(request("replaced"));
            assertThat(outcome(ahead, () -> {})).isNull();
        }
    }

    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    /** Takes a file's chunks, changes it after the first, and returns what became of it. */
    private static Kind outcome(ReadAhead ahead, Change change) throws Exception {
        Kind kind = null;
        boolean last = false;
        for (int i = 0; !last; i++) {
            try (ReadChunk chunk = ahead.next()) {
                last = chunk.isLast();
                kind = chunk.failure() == null ? null : chunk.failure().kind();
                if (i == 0) {
                    change.make();
                }
            }
        }
        return kind;
    }

    private void append(String file) throws IOException {
        Files.write(folder.resolve(file), new byte[1], StandardOpenOption.APPEND);
    }

    private void cut(String file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(folder.resolve(file), StandardOpenOption.WRITE)) {
            channel.truncate(5 * CHUNK);
        }
    }

    private void poke(String file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(folder.resolve(file), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), 0);
        }
    }

    /**
     * Nobody takes anything: what is read stops at the bound, and goes on when chunks come back.
     */
    @Test
    void shouldReadNoFurtherThanItsMemory() throws Exception {
        write("f", 100 * CHUNK, 1);
        RingMemory ring = new RingMemory(4 * CHUNK);
        AtomicInteger given = new AtomicInteger();
        Thread taker =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                while (true) {
                                    ring.allocate(CHUNK);
                                    given.incrementAndGet();
                                }
                            } catch (InterruptedException e) {
                                // done
                            }
                        });
        while (taker.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(given).hasValue(4);
        taker.interrupt();
        taker.join();
        try (ReadAhead ahead = new ReadAhead(root, CHUNK, 4, 2)) {
            ahead.submit(request("f"));
            ahead.end();
            List<ReadChunk> held = new ArrayList<>();
            int count = 0;
            for (ReadChunk chunk = ahead.next(); chunk != null; chunk = ahead.next()) {
                count++;
                held.add(chunk);
                if (held.size() == 3) {
                    // in another order than they were given
                    held.reversed().forEach(ReadChunk::close);
                    held.clear();
                }
            }
            held.forEach(ReadChunk::close);
            assertThat(count).isEqualTo(100);
        }
    }

    @Test
    void shouldGiveOutNoMemoryTwice() throws Exception {
        RingMemory ring = new RingMemory(1 << 16);
        Random random = new Random(9);
        List<RingMemory.Piece> held = new ArrayList<>();
        List<Byte> marks = new ArrayList<>();
        int used = 0;
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(1 << 12);
            if (used + (1 << 12) < 1 << 14) {
                RingMemory.Piece piece = ring.allocate(length);
                for (int b = 0; b < length; b++) {
                    piece.data.put(b, (byte) i);
                }
                held.add(piece);
                marks.add((byte) i);
                used += length;
            } else {
                int out = random.nextInt(Math.min(2, held.size()));
                RingMemory.Piece piece = held.remove(out);
                byte mark = marks.remove(out);
                for (int b = 0; b < piece.data.capacity(); b++) {
                    assertThat(piece.data.get(b)).isEqualTo(mark);
                }
                used -= piece.data.capacity();
                piece.release();
                piece.release();
            }
        }
    }

    @Test
    void shouldCloseFilesInTheMiddle() throws Exception {
        write("f", 100 * CHUNK, 1);
        long before = openFiles();
        for (int i = 0; i < 20; i++) {
            try (ReadAhead ahead = new ReadAhead(root, CHUNK, 4, 3)) {
                ahead.submit(request("f"));
                ahead.submit(request("f"));
                for (int n = 0; n < i; n++) {
                    ahead.next().close();
                }
            }
        }
        assertThat(openFiles()).isEqualTo(before);
        assertThatThrownBy(() -> new ReadAhead(root, CHUNK, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static long openFiles() throws IOException {
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }
}
