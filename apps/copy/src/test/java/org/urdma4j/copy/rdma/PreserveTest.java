package org.urdma4j.copy.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.FailingDisk;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.NodeHandle;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.tree.XattrKinds;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@code --archive} keeps; what is there is asked of the JDK where that knows it. */
@Timeout(60)
class PreserveTest {
    private static final int NOBODY = 65_534;
    private static final CopyOptions ARCHIVE = CopyOptions.DEFAULT.with(Preserve.ARCHIVE);
    private static final ServeOptions AS_ROOT = ServeOptions.DEFAULT.withPrivileged(true);
    private static final XattrKinds ALL = new XattrKinds(true, true, true);
    private static final String ACCESS = "system.posix_acl_access";
    private static final String DEFAULT = "system.posix_acl_default";

    @TempDir Path here;
    @TempDir Path there;
    private Path source;
    private Path target;

    private Tally copy(boolean push, CopyOptions options, int jobs) throws Exception {
        try (SocketSite site = new SocketSite(there, AS_ROOT)) {
            return site.copy(push, here, options, jobs);
        }
    }

    private void sides(boolean push) {
        source = push ? here : there;
        target = push ? there : here;
    }

    private static Object unix(Path path, String what) throws IOException {
        return Files.getAttribute(path, "unix:" + what, LinkOption.NOFOLLOW_LINKS);
    }

    private static int mode(Path path) throws IOException {
        return (int) unix(path, "mode") & 07777;
    }

    private static UserDefinedFileAttributeView view(Path path) {
        return Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
    }

    private static void setUser(Path path, String name, String value) throws IOException {
        var _ = view(path).write(name, ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
    }

    private static String user(Path path, String name) throws IOException {
        ByteBuffer value = ByteBuffer.allocate(view(path).size(name));
        var _ = view(path).read(name, value);
        return new String(value.array(), StandardCharsets.UTF_8);
    }

    /** A list as linux/posix_acl_xattr.h has it, which lets one more user do something. */
    private static ByteBuffer acl(int user, int permissions) {
        ByteBuffer list = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
        int[][] entries = {
            {0x01, 6, -1}, {0x02, permissions, user}, {0x04, 4, -1}, {0x10, 7, -1}, {0x20, 0, -1}
        };
        for (int[] each : entries) {
            list.putShort((short) each[0]).putShort((short) each[1]).putInt(each[2]);
        }
        return list.flip();
    }

    private static SortedMap<String, ByteBuffer> xattrs(Path folder, String name)
            throws IOException {
        try (Root root = Root.open(folder.toString());
                NodeHandle node = root.openNode(TreePath.of(name))) {
            return node.metadata(node.stat(), ALL).xattrs();
        }
    }

    private static void set(
            Path folder, String name, int permissions, String attribute, ByteBuffer value)
            throws IOException {
        SortedMap<String, ByteBuffer> all = xattrs(folder, name);
        SortedMap<String, ByteBuffer> more = new TreeMap<>(all);
        more.put(attribute, value);
        try (Root root = Root.open(folder.toString());
                NodeHandle node = root.openNode(TreePath.of(name))) {
            Metadata metadata = new Metadata(Metadata.ANY, Metadata.ANY, ALL, more);
            node.setAttributes(new Attributes(permissions, 1_000_000_000, 5, metadata));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 3", "false, 1", "false, 3"})
    void shouldKeepListsAndAttributes(boolean push, int jobs) throws Exception {
        sides(push);
        Trees.file(source.resolve("d/small"), 100, 1);
        Trees.file(source.resolve("d/large"), 3 << 20, 2);
        Trees.file(source.resolve("d/read only"), 10, 3);
        setUser(source.resolve("d/small"), "\u00fcmlaut", "value\0");
        setUser(source.resolve("d/large"), "long", "x".repeat(1000));
        setUser(source.resolve("d"), "of the folder", "");
        setUser(source.resolve("d/read only"), "a", "b");
        Files.setPosixFilePermissions(
                source.resolve("d/read only"), PosixFilePermissions.fromString("r--r--r--"));
        set(source, "d/small", 0670, ACCESS, acl(NOBODY, 5));
        set(source, "d", 0750, DEFAULT, acl(NOBODY, 7));
        Trees.file(target.resolve("d/small"), 7, 3);
        setUser(target.resolve("d/small"), "old", "goes");
        Tally tally = copy(push, ARCHIVE, jobs);
        assertThat(tally.texts()).isEmpty();
        for (String each : List.of("d", "d/small", "d/large", "d/read only")) {
            assertThat(xattrs(target, each)).as(each).isEqualTo(xattrs(source, each)).isNotEmpty();
            assertThat(mode(target.resolve(each))).isEqualTo(mode(source.resolve(each)));
        }
        assertThat(user(target.resolve("d/small"), "\u00fcmlaut")).isEqualTo("value\0");
        assertThat(mode(target.resolve("d/small"))).as("the list's mask").isEqualTo(0670);
        assertThat(Trees.facts(target)).isEqualTo(Trees.facts(source));
        assertThat(copy(push, ARCHIVE, jobs).wantedFiles()).isZero();
    }

    /** The kind of a change that no time of modification tells of. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendWhatIsKeptWithoutTheContent(boolean push) throws Exception {
        sides(push);
        Trees.file(source.resolve("f"), 2 << 20, 1);
        Files.createLink(source.resolve("g"), source.resolve("f"));
        setUser(source.resolve("f"), "a", "1");
        Files.setPosixFilePermissions(
                source.resolve("f"), PosixFilePermissions.fromString("r--r-----"));
        copy(push, ARCHIVE, 2);
        setUserAsOwner(source.resolve("f"), "a", "2");
        Tally tally = copy(push, ARCHIVE, 2);
        assertThat(tally.movedBytes()).isZero();
        assertThat(tally.sameFiles()).isEqualTo(2);
        assertThat(user(target.resolve("g"), "a")).isEqualTo("2");
        assertThat(mode(target.resolve("f"))).isEqualTo(0440);
        view(source.resolve("f")).delete("a");
        copy(push, CopyOptions.DEFAULT, 2);
        assertThat(user(target.resolve("g"), "a")).as("not asked for").isEqualTo("2");
        copy(push, ARCHIVE, 2);
        assertThat(view(target.resolve("f")).list()).isEmpty();
    }

    private static void setUserAsOwner(Path path, String name, String value) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
        setUser(path, name, value);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r-----"));
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 4", "false, 1", "false, 4"})
    void shouldSendAFileOfSeveralNamesOnce(boolean push, int jobs) throws Exception {
        sides(push);
        int size = (1 << 20) + 5;
        for (int i = 0; i < 12; i++) {
            Path first = Trees.file(source.resolve("a" + i + "/first"), i % 2 == 0 ? 10 : size, i);
            for (int j = 0; j < 5; j++) {
                Path other = source.resolve("b" + j + "/of" + i);
                Files.createDirectories(other.getParent());
                Files.createLink(other, first);
            }
        }
        Trees.file(target.resolve("b1/of1"), 3, 1);
        Tally tally = copy(push, ARCHIVE, jobs);
        assertThat(tally.texts()).isEmpty();
        assertThat(tally.movedBytes()).isEqualTo(6L * 10 + 6L * size);
        assertThat(Trees.facts(target)).isEqualTo(Trees.facts(source));
        for (int i = 0; i < 12; i++) {
            Path first = target.resolve("a" + i + "/first");
            assertThat(unix(first, "nlink")).isEqualTo(6);
            assertThat(unix(target.resolve("b4/of" + i), "ino")).isEqualTo(unix(first, "ino"));
        }
        Tally again = copy(push, ARCHIVE, jobs);
        assertThat(again.sameFiles()).isEqualTo(72);
        assertThat(again.wantedFiles()).isZero();
        Files.delete(target.resolve("b2/of2"));
        Files.write(source.resolve("b3/of3"), new byte[7]); // of all its names
        Tally changed = copy(push, ARCHIVE, jobs);
        assertThat(changed.movedBytes()).isEqualTo(7);
        assertThat(Trees.facts(target)).isEqualTo(Trees.facts(source));
        assertThat(unix(target.resolve("a3/first"), "nlink")).isEqualTo(6);
    }

    /** As of a target that has no such names. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @ResourceLock(FailingDisk.LOCK)
    void shouldCopyEachNameWhereNoneCanBeLinked(boolean push) throws Exception {
        sides(push);
        Path first = Trees.file(source.resolve("no links/first"), 100, 1);
        Files.createLink(source.resolve("no links/second"), first);
        Files.createLink(source.resolve("no links/third"), first);
        try (FailingDisk _ =
                new FailingDisk("linkat", FailingDisk.EACCES, at -> at.startsWith("no links/"))) {
            assertThat(copy(push, ARCHIVE, 1).texts()).isEmpty();
        }
        assertThat(Trees.facts(target)).isEqualTo(Trees.facts(source));
        assertThat(unix(target.resolve("no links/first"), "nlink")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldOfferAnotherNameIfTheFirstFails(boolean push) throws Exception {
        sides(push);
        Path first = Trees.file(source.resolve("a"), 100, 1);
        Files.createLink(source.resolve("b"), first);
        Files.createLink(source.resolve("c"), first);
        Files.createDirectories(target.resolve("a/in the way"));
        Files.createDirectories(target.resolve("b/in the way"));
        Tally tally = copy(push, ARCHIVE, 1);
        assertThat(tally.failed()).isEqualTo(2);
        assertThat(tally.texts()).allMatch(text -> text.contains("is a directory"));
        assertThat(target.resolve("c")).hasSameBinaryContentAs(first);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepOwnersAsRoot(boolean push) throws Exception {
        assumeTrue(Accounts.isRoot(), "Skipped: needs root, to give files away");
        sides(push);
        Trees.file(source.resolve("d/small"), 100, 1);
        Trees.file(source.resolve("d/large"), 3 << 20, 2);
        Files.createSymbolicLink(source.resolve("d/link"), Path.of("small"));
        for (String each : List.of("d", "d/small", "d/large", "d/link")) {
            Files.setAttribute(source.resolve(each), "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(source.resolve(each), "unix:gid", 23_456, LinkOption.NOFOLLOW_LINKS);
        }
        Files.setAttribute(source.resolve("d/small"), "unix:mode", 06755);
        set(source, "d/large", 0640, "trusted.t", ByteBuffer.wrap(new byte[] {1}));
        assertThat(copy(push, ARCHIVE, 2).texts()).isEmpty();
        for (String each : List.of("d", "d/small", "d/large", "d/link")) {
            assertThat(unix(target.resolve(each), "uid")).as(each).isEqualTo(12_345);
            assertThat(unix(target.resolve(each), "gid")).as(each).isEqualTo(23_456);
        }
        assertThat(mode(target.resolve("d/small"))).isEqualTo(06755);
        assertThat(xattrs(target, "d/large")).containsOnlyKeys("trusted.t");
        Files.setAttribute(source.resolve("d/link"), "unix:uid", 1, LinkOption.NOFOLLOW_LINKS);
        Tally again = copy(push, ARCHIVE, 2);
        assertThat(again.wantedFiles()).isZero();
        assertThat(unix(target.resolve("d/link"), "uid")).isEqualTo(1);
        copy(push, CopyOptions.DEFAULT, 1);
        assertThat(unix(target.resolve("d/small"), "uid")).as("not asked for").isEqualTo(12_345);
    }

    /** A server isn't root for its clients unless it is told to be. */
    @Test
    void aServerShouldNotLendItsRights() throws Exception {
        assumeTrue(Accounts.isRoot(), "Skipped: needs root, to give files away");
        sides(true);
        Path file = Trees.file(source.resolve("f"), 100, 1);
        Files.setAttribute(file, "unix:uid", 12_345);
        Files.setAttribute(file, "unix:gid", 23_456);
        Files.setAttribute(file, "unix:mode", 06755);
        set(source, "f", 06755, "trusted.t", ByteBuffer.wrap(new byte[] {1}));
        Path own = Trees.file(source.resolve("of its group"), 1, 2);
        Files.setAttribute(own, "unix:mode", 02755);
        try (SocketSite site = new SocketSite(there)) {
            try (CopyClient client = site.client(1)) {
                assertThat(client.preserve(Preserve.ARCHIVE).owner()).isFalse();
            }
            assertThat(site.copy(true, here, ARCHIVE, 1).texts()).isEmpty();
        }
        assertThat(unix(target.resolve("f"), "uid")).isEqualTo(0);
        assertThat(unix(target.resolve("f"), "gid")).isEqualTo(0);
        assertThat(mode(target.resolve("f"))).isEqualTo(0755);
        assertThat(xattrs(target, "f")).isEmpty();
        assertThat(mode(target.resolve("of its group"))).isEqualTo(0755);
    }

    @Test
    void accountsShouldBeKnownByNameAndNumber() {
        assertThat(Accounts.userName(0)).hasValue("root".getBytes(StandardCharsets.US_ASCII));
        assertThat(Accounts.user("root".getBytes(StandardCharsets.US_ASCII))).hasValue(0);
        byte[] group = Accounts.groupName(0).orElseThrow();
        assertThat(Accounts.group(group)).hasValue(0);
        assertThat(Accounts.userName(1_999_999_999)).isEmpty();
        assertThat(Accounts.user("no such user".getBytes(StandardCharsets.US_ASCII))).isEmpty();
        assertThat(Accounts.ownGroups()).isNotEmpty();
    }

    /** What a server says that doesn't know the message: it was so before there was it. */
    @Test
    void shouldSayInALineThatAServerIsTooOld() throws Exception {
        try (ServerSocketChannel sockets = ServerSocketChannel.open()) {
            sockets.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread old = Thread.ofPlatform().daemon().start(() -> serveAsBefore(sockets));
            try (CopyClient client =
                    new CopyClient(
                            () -> SocketChannel.open(sockets.getLocalAddress()),
                            1,
                            Throttle.NONE)) {
                assertThatThrownBy(() -> client.preserve(Preserve.ARCHIVE))
                        .isInstanceOf(SessionException.class)
                        .hasMessageStartingWith("the urdma at the other end is too old for");
            }
            old.join();
        }
    }

    private static void serveAsBefore(ServerSocketChannel sockets) {
        try (MessageStream stream = new MessageStream(sockets.accept(), Throttle.NONE)) {
            var _ = stream.receive();
            stream.sendNow(new Message.Welcome(Version.CURRENT, false));
            var _ = stream.receive();
            stream.sendNow(new Message.Failed(0, Fault.OTHER, "a message of the unknown type 41"));
        } catch (IOException _) {
            // the client has ended
        }
    }
}
