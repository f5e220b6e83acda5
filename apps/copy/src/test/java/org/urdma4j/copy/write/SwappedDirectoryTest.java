package org.urdma4j.copy.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.scan.SurplusScan;
import org.urdma4j.copy.scan.TreeScan;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody swaps a directory for a link that leads out, again and again, while it is in use. */
@Timeout(120)
class SwappedDirectoryTest {
    private static final Attributes PLAIN = new Attributes(0644, 0, 0);
    private static final int ROUNDS = 300;

    @TempDir Path folder;
    private Path in;
    private Path out;
    private Root root;
    private Thread swapper;
    private volatile boolean stop;
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @BeforeEach
    void swap() throws IOException {
        in = Files.createDirectories(folder.resolve("in"));
        out = Files.createDirectories(folder.resolve("out"));
        Files.createDirectories(in.resolve("d/e"));
        Files.createDirectories(out.resolve("e"));
        Files.writeString(in.resolve("d/e/f"), "inside");
        Files.writeString(out.resolve("e/f"), "secret");
        root = Root.open(in.toString());
        swapper =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!stop) {
                                swapOnce();
                            }
                        });
    }

    private void swapOnce() {
        try {
            Files.move(in.resolve("d"), in.resolve("real"));
            Files.createSymbolicLink(in.resolve("d"), out);
            Thread.onSpinWait();
            Files.delete(in.resolve("d"));
            Files.move(in.resolve("real"), in.resolve("d"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            repair();
        }
    }

    /** A copy may have made a directory in between, as it should. */
    private void repair() {
        try {
            if (Files.isSymbolicLink(in.resolve("d"))) {
                Files.delete(in.resolve("d"));
            }
            if (Files.exists(in.resolve("real"))) {
                new ProcessBuilder("rm", "-rf", in.resolve("d").toString()).start().waitFor();
                Files.move(in.resolve("real"), in.resolve("d"));
            }
        } catch (IOException e) {
            // next time
        } catch (InterruptedException e) {
            stop = true;
        }
    }

    @AfterEach
    void close() throws Exception {
        stop = true;
        swapper.join();
        root.close();
    }

    @FunctionalInterface
    private interface Step {
        void run(int round) throws DiskException;
    }

    /** Until it was served and refused often enough to mean something. */
    private void race(Step step) {
        for (int i = 0; i < ROUNDS || served.get() < 20 || refused.get() < 20; i++) {
            try {
                step.run(i);
                served.incrementAndGet();
            } catch (DiskException e) {
                refused.incrementAndGet();
            }
        }
    }

    private void assertNothingHappenedOutside() throws IOException {
        assertThat(out.resolve("e/f")).hasContent("secret");
        try (var all = Files.list(out.resolve("e"))) {
            assertThat(all).hasSize(1);
        }
        try (var all = Files.list(out)) {
            assertThat(all).hasSize(1);
        }
    }

    @Test
    void shouldReadNothingOutside() throws IOException {
        TreePath path = TreePath.of("d/e/f");
        ByteBuffer into = ByteBuffer.allocateDirect(6);
        race(round -> {
            try (FileHandle file = root.openFile(path)) {
                file.read(into.clear(), 0);
            }
            assertThat(into.get(0)).isEqualTo((byte) 'i');
        });
        assertNothingHappenedOutside();
    }

    @Test
    void shouldMeetNothingOutside() throws IOException {
        long outside = inode(out.resolve("e/f"));
        race(round -> {
            int found = 0;
            try (TreeScan scan = new TreeScan(root, TreePath.ROOT, Excludes.NONE, e -> {})) {
                for (Entry e = scan.next(); e != null; e = scan.next()) {
                    assertThat(e.stat().identity().inode()).isNotEqualTo(outside);
                    found += e.stat().type() == FileType.FILE ? 1 : 0;
                }
            }
            if (found == 0) {
                throw new DiskException(DiskException.Kind.NOT_FOUND, "f");
            }
        });
        assertNothingHappenedOutside();
    }

    private static long inode(Path path) throws IOException {
        return (long) Files.getAttribute(path, "unix:ino");
    }

    @Test
    void shouldWriteNothingOutside() throws IOException {
        ByteBuffer data = ByteBuffer.wrap(new byte[5000]);
        byte[] sha256 = Checksums.of(data);
        race(round -> {
            try (TargetTree target =
                    new TargetTree(root, new WriteOptions(false, false, new Random(round)))) {
                target.writeFile(TreePath.of("d/e/g"), PLAIN, data, sha256);
                target.writeLink(TreePath.of("d/e/l"), PLAIN, new byte[] {'x'});
                FileIdentity source = new FileIdentity(5000, 0, 0, 0, 0, 0);
                TreePath big = TreePath.of("d/e/f");
                try (TargetFile file = target.openFile(big, PLAIN, source, false, 8192)) {
                    file.write(0, data, sha256);
                    file.commit();
                }
                target.setAttributes(big, FileType.FILE, new Attributes(0600, 1, 1));
            }
        });
        assertNothingHappenedOutside();
    }

    @Test
    void shouldMakeAndRemoveNothingOutside() throws IOException {
        race(round -> {
            try (TargetTree target =
                    new TargetTree(root, new WriteOptions(false, true, new Random(round)))) {
                target.makeDirectory(TreePath.of("d/e/new"), PLAIN);
                SurplusScan scan =
                        new SurplusScan(
                                root, TreePath.of("d/e"), Excludes.NONE, new SeenPaths(), e -> {});
                for (TreePath p = scan.next(); p != null; p = scan.next()) {
                    target.remove(p);
                }
                target.finish();
            }
        });
        assertNothingHappenedOutside();
    }
}
