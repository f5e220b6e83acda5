package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.pass.PassListener;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** A file as a stream, over a socket in place of RDMA. */
@Timeout(120)
class StreamJobTest {
    private static final int MIB = 1 << 20;
    private static final int UMASK = 027;

    @TempDir Path served;
    private SocketSite site;
    private RemoteFiles files;
    private final Tally tally = new Tally(PassListener.NONE);

    @BeforeEach
    void open() throws IOException {
        site = new SocketSite(served);
        files = site.files();
    }

    @AfterEach
    void close() throws IOException {
        files.close();
        site.close();
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static StreamJob job(String path, boolean push) {
        return new StreamJob(Location.parse("host:" + path), push);
    }

    private void push(String path, boolean force, InputStream in) throws Exception {
        job(path, true).push(files, Channels.newChannel(in), force, UMASK, tally);
    }

    private void push(String path, byte[] content) throws Exception {
        push(path, false, new ByteArrayInputStream(content));
    }

    private byte[] pull(String path) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        job(path, false).pull(files, Channels.newChannel(out), tally);
        return out.toByteArray();
    }

    private String permissions(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(served.resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, MIB, 9 * MIB, 11 * MIB + 3})
    void shouldCarryEveryByteThereAndBack(int bytes) throws Exception {
        byte[] content = random(bytes);
        push("f", content);
        assertThat(served.resolve("f")).hasBinaryContent(content);
        assertThat(permissions("f")).isEqualTo("rw-r-----");
        assertThat(pull("f")).isEqualTo(content);
        assertThat(tally.movedBytes()).isEqualTo(2L * bytes);
        assertThat(tally.doneFiles()).isEqualTo(2);
    }

    @Test
    void shouldReplaceAFileThatIsThereAndKeepItsPermissions() throws Exception {
        Files.writeString(served.resolve("f"), "before");
        Files.setPosixFilePermissions(
                served.resolve("f"), PosixFilePermissions.fromString("rwxr-xr-x"));
        push("f", random(10));
        assertThat(served.resolve("f")).hasBinaryContent(random(10));
        assertThat(permissions("f")).isEqualTo("rwxr-xr-x");
    }

    @Test
    void whatCannotBeReadToItsEndShouldNotTakeTheName() throws Exception {
        Files.writeString(served.resolve("f"), "before");
        InputStream broken =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the disk failed");
                    }

                    @Override
                    public int read(byte[] into, int from, int length) throws IOException {
                        return read();
                    }
                };
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(random(3 * MIB)), broken);
        assertThatThrownBy(() -> push("f", false, in)).hasMessage("the disk failed");
        files.close();
        assertOnlyBefore();
    }

    /** The server hears of it after this end. */
    private void assertOnlyBefore() throws Exception {
        while (names() != 1) { // as long as the test may take
            Thread.sleep(10);
        }
        assertThat(served.resolve("f")).hasContent("before");
    }

    private long names() throws IOException {
        try (Stream<Path> all = Files.list(served)) {
            return all.count();
        }
    }

    @Test
    void ctrlCShouldNotPassForTheEnd() throws Exception {
        Files.writeString(served.resolve("f"), "before");
        Pipe pipe = Pipe.open();
        FutureTask<Void> task =
                new FutureTask<>(() -> {
                    job("f", true).push(files, pipe.source(), false, UMASK, tally);
                    return null;
                });
        Thread thread = Thread.ofPlatform().daemon().start(task);
        while (names() != 2) { // as long as the test may take
            Thread.sleep(10);
        }
        thread.interrupt();
        assertThatThrownBy(task::get).hasCauseInstanceOf(ClosedByInterruptException.class);
        files.close();
        assertOnlyBefore();
    }

    @Test
    void shouldReplaceALinkOnlyIfAsked() throws Exception {
        Files.createSymbolicLink(served.resolve("link"), Path.of("f"));
        Files.createDirectory(served.resolve("folder"));
        assertThatThrownBy(() -> push("link", random(1)))
                .hasMessage("host:link: is a symbolic link; --force replaces it by a file");
        assertThatThrownBy(() -> push("folder", random(1)))
                .hasMessage("host:folder: is a folder; name a file in it");
        assertThatThrownBy(() -> push("no/such/f", random(1))).hasMessageContaining("no/such");
        push("link", true, new ByteArrayInputStream(random(1)));
        assertThat(Files.isSymbolicLink(served.resolve("link"))).isFalse();
        assertThat(served.resolve("f")).doesNotExist();
    }

    @Test
    void shouldPrintOnlyFiles() throws Exception {
        Files.createDirectory(served.resolve("folder"));
        Files.createSymbolicLink(served.resolve("link"), Path.of("f"));
        assertThatThrownBy(() -> pull("none")).hasMessageContaining("host:none: there is no such");
        assertThatThrownBy(() -> pull("folder"))
                .hasMessage("host:folder: is a folder, and only a file can be printed");
        assertThatThrownBy(() -> pull("link")).hasMessageContaining("is a symbolic link, and only");
    }

    @Test
    void shouldSayThatAFileChangedWhileItWasRead() throws Exception {
        Path file = Files.write(served.resolve("f"), random(3 * MIB));
        WritableByteChannel plain = Channels.newChannel(new ByteArrayOutputStream());
        WritableByteChannel changing =
                new WritableByteChannel() {
                    @Override
                    public int write(java.nio.ByteBuffer from) throws IOException {
                        Files.writeString(file, "more", StandardOpenOption.APPEND);
                        return plain.write(from);
                    }

                    @Override
                    public boolean isOpen() {
                        return true;
                    }

                    @Override
                    public void close() {
                        // there is nothing to be closed
                    }
                };
        assertThatThrownBy(() -> job("f", false).pull(files, changing, tally))
                .hasMessageStartingWith("host:f: changed while it was read");
        assertThat(tally.doneFiles()).isZero();
    }
}
