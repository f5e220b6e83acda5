package org.urdma4j.copy.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.TargetFile;
import org.urdma4j.copy.write.TargetTree;
import org.urdma4j.copy.write.WriteOptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class CopyTest {
    @TempDir Path here;
    @TempDir Path there;

    @Test
    void shouldPushATreeAsItIs() throws Exception {
        Trees.plant(here);
        try (Site site = new Site(there)) {
            Tally tally = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(tally.foundFiles()).isEqualTo(307);
            assertThat(tally.movedBytes()).isEqualTo(tally.foundBytes());
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }

    @Test
    void shouldPullATreeAsItIs() throws Exception {
        Trees.plant(there);
        try (Site site = new Site(there)) {
            Tally tally = site.pull(here, CopyOptions.DEFAULT, 3);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(tally.foundFiles()).isEqualTo(307);
            assertThat(tally.movedBytes()).isEqualTo(tally.foundBytes());
        }
        assertThat(Trees.facts(here)).isEqualTo(Trees.facts(there));
    }

    @Test
    void shouldMoveNothingThatIsThere() throws Exception {
        Trees.plant(here);
        try (Site site = new Site(there)) {
            var _ = site.push(here, CopyOptions.DEFAULT, 1);
            Tally again = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(again.movedBytes()).isZero();
            assertThat(again.sameFiles()).isEqualTo(307);
            Trees.file(here.resolve("many/3/f3"), 77, 99);
            Tally changed = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(changed.movedBytes()).isEqualTo(77);
            assertThat(changed.doneFiles()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }

    /** Changes a file each time that somebody is about to read it. */
    private static PassListener changing(Path file, int times) {
        AtomicInteger left = new AtomicInteger(times);
        return new PassListener() {
            @Override
            public void onWanted(TreePath path, long bytes, long have) {
                if (left.getAndDecrement() > 0) {
                    try {
                        Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 3_000_000})
    void shouldCopyAgainWhatChangesWhileItIsRead(int size) throws Exception {
        Trees.file(here.resolve("restless"), size, 1);
        try (Site site = new Site(there)) {
            PassListener twice = changing(here.resolve("restless"), 2);
            Tally tally = site.push(here, CopyOptions.DEFAULT, 1, twice);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.again()).isEqualTo(2);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 3_000_000})
    void shouldCopyWhatIsLeftOfAFileThatIsCut(int size) throws Exception {
        Path cut = Trees.file(here.resolve("cut"), size, 1);
        PassListener cutting =
                new PassListener() {
                    @Override
                    public void onWanted(TreePath path, long bytes, long have) {
                        try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
                            var _ = file.truncate(5);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                };
        try (Site site = new Site(there)) {
            Tally tally = site.push(here, CopyOptions.DEFAULT, 1, cutting);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.again()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
        assertThat(there.resolve("cut")).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayWhatChangesAllTheTime(boolean push) throws Exception {
        Path source = push ? here : there;
        Trees.file(source.resolve("restless"), 2_000_000, 1);
        Trees.file(source.resolve("still"), 10, 2);
        PassListener always = changing(source.resolve("restless"), Integer.MAX_VALUE);
        try (Site site = new Site(there)) {
            Tally tally =
                    push
                            ? site.push(here, CopyOptions.DEFAULT, 1, always)
                            : site.pull(here, CopyOptions.DEFAULT, 1, always);
            assertThat(tally.failed()).isEqualTo(1);
            assertThat(tally.texts().getFirst()).startsWith("restless: ").contains("changed");
        }
        Path target = push ? there : here;
        assertThat(Trees.facts(target)).containsOnlyKeys("still");
    }

    @Test
    void shouldWaitForAFileThatACopyHasWhichIsGoneSoon() throws Exception {
        Trees.file(here.resolve("large"), 3_000_000, 1);
        try (Site site = new Site(there);
                Root other = Root.open(there.toString());
                TargetTree tree =
                        new TargetTree(
                                other, new WriteOptions(false, true, new SplittableRandom(1)))) {
            FileStat stat;
            try (Root root = Root.open(here.toString())) {
                stat = root.stat(TreePath.of(name("large"))).orElseThrow();
            }
            TargetFile held =
                    tree.openFile(
                            TreePath.of(name("large")),
                            stat.attributes(),
                            stat.identity(),
                            false,
                            1 << 20);
            PassListener free =
                    new PassListener() {
                        @Override
                        public void onInUse(TreePath path) {
                            held.close();
                        }
                    };
            Tally tally = site.push(here, CopyOptions.DEFAULT, 1, free);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }

    private static byte[] name(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldCopyAFileThatIsLongerThan32BitsAndMostlyHoles() throws Exception {
        long length = 5L << 30;
        Path source = here.resolve("sparse");
        try (FileChannel file = FileChannel.open(source, CREATE, WRITE, SPARSE)) {
            for (long at : new long[] {0, (1L << 32) - 3, length - 7}) {
                file.write(ByteBuffer.wrap(name("content")), at);
            }
        }
        try (Site site = new Site(there)) {
            Tally tally = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(tally.texts()).isEmpty();
        }
        Path target = there.resolve("sparse");
        assertThat(target).hasSize(length);
        try (FileChannel file = FileChannel.open(target)) {
            for (long at : new long[] {0, (1L << 32) - 3, length - 7}) {
                ByteBuffer found = ByteBuffer.allocate(7);
                file.read(found, at);
                assertThat(found.array()).isEqualTo(name("content"));
            }
        }
        assertThat(blocks(target)).as("bytes on the disk").isLessThan(20L << 20);
    }

    /** Returns what a file takes on the disk, in bytes. */
    private static long blocks(Path file) throws Exception {
        try (Root root = Root.open(file.getParent().toString())) {
            assertThat(root.stat(TreePath.of(name("sparse"))).orElseThrow().isSparse()).isTrue();
        }
        Process du = new ProcessBuilder("du", "-B1", file.toString()).start();
        return Long.parseLong(
                new String(du.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                        .split("\\s", -1)[0]);
    }

    @Test
    void shouldSayWhatItWouldDoAndDoNothing() throws Exception {
        Trees.plant(here);
        CopyOptions dry = new CopyOptions(true, false, false, true, true, List.of());
        Trees.file(there.resolve("surplus"), 5, 1);
        try (Site site = new Site(there)) {
            Tally tally = site.push(here, dry, 2);
            assertThat(tally.wantedFiles()).isEqualTo(307);
            assertThat(tally.movedBytes()).isZero();
            assertThat(tally.removed()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).containsOnlyKeys("surplus");
    }

    @Test
    void shouldRemoveWhatTheSourceHasNot() throws Exception {
        Trees.plant(here);
        CopyOptions delete = new CopyOptions(true, false, false, true, false, List.of());
        try (Site site = new Site(there)) {
            var _ = site.push(here, CopyOptions.DEFAULT, 1);
            Trees.file(there.resolve("many/3/surplus"), 5, 1);
            Trees.file(there.resolve("gone/with/all"), 5, 1);
            Tally tally = site.push(here, delete, 2);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.removed()).isEqualTo(4);
            assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
            Files.delete(there.resolve("empty"));
            Trees.file(here.resolve("many/4/surplus"), 5, 1);
            assertThat(site.pull(here, delete, 2).removed()).isEqualTo(2);
        }
        assertThat(Trees.facts(here)).isEqualTo(Trees.facts(there));
    }

    @Test
    void shouldFindWhatDiffersByContentAlone() throws Exception {
        Trees.plant(here);
        CopyOptions checksum = new CopyOptions(true, true, true, false, false, List.of());
        try (Site site = new Site(there)) {
            var _ = site.push(here, CopyOptions.DEFAULT, 1);
            Path changed = there.resolve("large");
            var time = Files.getLastModifiedTime(changed);
            byte[] content = Files.readAllBytes(changed);
            content[17_000_000] ^= 1;
            Files.write(changed, content);
            Files.setLastModifiedTime(changed, time);
            assertThat(site.push(here, CopyOptions.DEFAULT, 2).doneFiles()).isZero();
            Tally tally = site.push(here, checksum, 2);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }
}
