package org.urdma4j.copy.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MessageCodec;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.FailingDisk;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.DelegatingChannel;
import org.urdma4j.copy.wire.Throttle;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** One file over two connections. */
@Timeout(240)
class SeveralConnectionsTest {
    private static final int FILE = 48 << 20;
    private static final int QUARTER = FILE / 4;

    private static final int JOIN = 48;
    private static final int LEND = 49;

    /** The type of a message comes after its length. */
    private static final int TYPE_AT = MessageCodec.LENGTH;

    private static final int JOIN_BYTES =
            MessageCodec.LENGTH
                    + 1
                    + Integer.BYTES
                    + Short.BYTES
                    + Limits.TOKEN
                    + 2 * Integer.BYTES;

    @TempDir Path here;
    @TempDir Path there;

    /** In the order in which they were made. */
    private final List<Wire> wires = new ArrayList<>();

    private int quarters;

    /** Called once both connections have carried a quarter, before more goes. */
    private Runnable halfway = () -> {};

    /** Whether the server is to know nothing of several connections. */
    private boolean old;

    /** A connection that waits, once it has carried a quarter, until the other has, too. */
    private final class Wire extends DelegatingChannel {
        private long bytes;
        private boolean waited;
        private boolean ended;

        Wire(ByteChannel channel) {
            super(channel);
        }

        private void carried(long count) {
            bytes += count;
            if (bytes >= QUARTER && !waited) {
                waited = true;
                await();
            }
        }

        private void await() {
            synchronized (wires) {
                quarters++;
                if (quarters == 2) {
                    halfway.run();
                }
                wires.notifyAll();
                try {
                    while (quarters < 2 && !old) {
                        wires.wait();
                    }
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int count = super.read(into);
            ended |= count < 0;
            carried(Math.max(0, count));
            return count;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            int type = from.remaining() > TYPE_AT ? from.get(from.position() + TYPE_AT) : 0;
            if (old && type == JOIN && from.remaining() == JOIN_BYTES) {
                ByteBuffer unknown = ByteBuffer.allocate(from.remaining()).put(from);
                super.write(unknown.put(TYPE_AT, Byte.MAX_VALUE).flip());
                return JOIN_BYTES;
            }
            assertThat(old && type == LEND).isFalse();
            int count = super.write(from);
            carried(count);
            return count;
        }
    }

    private Wire wire(SocketSite site) throws IOException {
        if (wires.size() == 2 && old) {
            assertThat(wires.getLast().ended).as("its place is free").isTrue();
        }
        Wire wire = new Wire(site.connect());
        wires.add(wire);
        return wire;
    }

    private void copy(SocketSite site, boolean push, Tally tally) throws Exception {
        try (CopyClient client = new CopyClient(() -> wire(site), 2, Throttle.NONE)) {
            SocketSite.copy(push, here, TreePath.ROOT, CopyOptions.DEFAULT, client, tally);
        }
    }

    private Path source(boolean push) {
        return (push ? here : there).resolve("file");
    }

    /** Returns how often this process has a file open. */
    private static long descriptors(Path file) {
        File[] all = new File("/proc/self/fd").listFiles();
        return Stream.of(all).filter(each -> isOf(each.toPath(), file)).count();
    }

    private static boolean isOf(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith(file.toString());
        } catch (IOException _) {
            return false; // closed meanwhile
        }
    }

    private void assertSame() throws IOException {
        Path one = here.resolve("file");
        Path other = there.resolve("file");
        assertThat(Files.mismatch(one, other)).isEqualTo(-1);
        assertThat(descriptors(one)).isEqualTo(descriptors(other)).isZero();
        assertThat(Files.getLastModifiedTime(one)).isEqualTo(Files.getLastModifiedTime(other));
        assertThat(here).isDirectoryNotContaining("glob:**/.urdma4j-copy-*");
        assertThat(there).isDirectoryNotContaining("glob:**/.urdma4j-copy-*");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShareOneFileOut(boolean push) throws Exception {
        Trees.file(source(push), FILE, 1);
        Tally tally = new Tally(PassListener.NONE);
        AtomicLong descriptors = new AtomicLong();
        halfway = () -> descriptors.set(descriptors(source(push)));
        try (SocketSite site = new SocketSite(there)) {
            copy(site, push, tally);
        }
        assertThat(wires).hasSize(2).allMatch(wire -> wire.bytes >= QUARTER);
        assertThat(descriptors).hasValue(1);
        assertThat(tally.texts()).isEmpty();
        assertThat(tally.doneFiles()).isEqualTo(tally.foundFiles()).isEqualTo(1);
        assertThat(tally.movedBytes()).isEqualTo(FILE);
        assertSame();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGoOnWhereItWasWhenAConnectionDies(boolean push) throws Exception {
        Trees.file(source(push), FILE, 2);
        Tally tally = new Tally(PassListener.NONE);
        halfway =
                () -> {
                    try {
                        wires.getLast().close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                };
        try (SocketSite site = new SocketSite(there)) {
            assertThatThrownBy(() -> copy(site, push, new Tally(PassListener.NONE)))
                    .isInstanceOf(IOException.class);
            assertThat((push ? there : here).resolve("file")).doesNotExist();
            if (push) { // a server's end ends when it does
                assertThat(descriptors(source(true))).isZero();
            }
            copy(site, push, tally);
        }
        assertThat(tally.texts()).isEmpty();
        assertThat(tally.resumedBytes()).isPositive();
        assertThat(tally.movedBytes()).isPositive().isEqualTo(FILE - tally.resumedBytes());
        assertSame();
    }

    /** What may become of a file while it is read. */
    enum Change {
        LONGER,
        SHORTER,
        REPLACED,
        GONE;

        void make(Path file) {
            try {
                switch (this) {
                    case LONGER -> Files.write(file, new byte[] {1}, APPEND);
                    case SHORTER -> Files.write(file, new byte[FILE - 1]);
                    case REPLACED -> {
                        Path other = Trees.file(file.resolveSibling("other"), 1 << 20, 6);
                        Files.move(other, file, REPLACE_EXISTING);
                    }
                    case GONE -> Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true,LONGER", "false,LONGER", "true,SHORTER", "true,REPLACED", "true,GONE"})
    void shouldCopyAgainWhatChangesUnderOneOfThem(boolean push, Change change) throws Exception {
        Path file = Trees.file(source(push), FILE, 3);
        Tally tally = new Tally(PassListener.NONE);
        halfway = () -> change.make(file);
        try (SocketSite site = new SocketSite(there)) {
            copy(site, push, tally);
        }
        assertThat(tally.again()).isEqualTo(1);
        if (change == Change.GONE) {
            assertThat(tally.texts()).singleElement().asString().startsWith("file: ");
            assertThat(there.resolve("file")).doesNotExist();
            return;
        }
        assertThat(tally.texts()).isEmpty();
        assertThat(tally.doneFiles()).isEqualTo(1);
        assertSame();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendAFileByOneConnectionToAnOlderServer(boolean push) throws Exception {
        Trees.file(source(push), FILE, 4);
        Tally tally = new Tally(PassListener.NONE);
        old = true;
        ServeOptions two = new ServeOptions(false, 2, 2, Duration.ofMinutes(1), false, 1 << 20);
        try (SocketSite site = new SocketSite(there, two)) {
            copy(site, push, tally);
        }
        assertThat(wires).hasSize(3);
        assertThat(wires.stream().filter(wire -> wire.bytes >= FILE)).hasSize(1);
        assertThat(wires.stream().filter(wire -> wire.bytes < 1 << 10)).hasSize(2);
        assertThat(tally.movedBytes()).isEqualTo(FILE);
        assertSame();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveHolesWhereTheyAre(boolean push) throws Exception {
        try (FileChannel file = FileChannel.open(source(push), CREATE_NEW, WRITE, SPARSE)) {
            for (long at = 5 << 20; at < 200 << 20; at += 37 << 20) {
                file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), at);
            }
        }
        Tally tally = new Tally(PassListener.NONE);
        quarters = 2;
        try (SocketSite site = new SocketSite(there)) {
            copy(site, push, tally);
        }
        assertThat(tally.texts()).isEmpty();
        assertThat(wires.stream().mapToLong(wire -> wire.bytes).sum()).isLessThan(16 << 20);
        try (Root target = Root.open((push ? there : here).toString())) {
            assertThat(target.stat(TreePath.of("file")).orElseThrow().isSparse()).isTrue();
        }
        assertSame();
    }

    @Test
    @ResourceLock(FailingDisk.LOCK)
    void shouldTellOfAFileThatCanNotBeOpenedOnce() throws Exception {
        Trees.file(source(true), FILE, 7);
        Tally tally = new Tally(PassListener.NONE);
        try (SocketSite site = new SocketSite(there);
                FailingDisk _ = new FailingDisk("openat2", FailingDisk.EMFILE, "file"::equals)) {
            copy(site, true, tally);
        }
        assertThat(tally.texts()).singleElement().asString().startsWith("file: ");
        assertThat(there).isEmptyDirectory();
    }

    /** Of a disk that is full, or broken, in the middle of the file. */
    @ParameterizedTest
    @ValueSource(ints = {28, FailingDisk.EIO})
    @ResourceLock(FailingDisk.LOCK)
    void shouldKeepWhatIsThereWhenTheDiskFails(int errno) throws Exception {
        Trees.file(source(true), FILE, 5);
        Tally tally = new Tally(PassListener.NONE);
        AtomicInteger calls = new AtomicInteger();
        quarters = 2; // the file may fail before either has carried one
        try (SocketSite site = new SocketSite(there)) {
            try (FailingDisk _ =
                    new FailingDisk("pwrite", errno, path -> calls.incrementAndGet() > 99)) {
                copy(site, true, tally);
                assertThat(tally.texts()).singleElement().asString().startsWith("file: ");
            } catch (IOException e) {
                assertThat(errno).isEqualTo(28);
                assertThat(e).hasMessageStartingWith("file: ").hasMessageContaining("no space");
            }
            assertThat(there.resolve("file")).doesNotExist();
            Tally again = new Tally(PassListener.NONE);
            copy(site, true, again);
            assertThat(again.resumedBytes()).isPositive();
            assertThat(again.movedBytes()).isEqualTo(FILE - again.resumedBytes());
        }
        assertSame();
    }
}
