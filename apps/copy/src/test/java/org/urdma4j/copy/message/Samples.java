package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.tree.XattrKinds;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One message of each type. */
final class Samples {
    static final ByteString DIGEST = ByteString.of("0123456789abcdef0123456789abcdef");
    static final Facts FACTS =
            new Facts(
                    FileType.FILE,
                    new Attributes(0644, 1_700_000_000L, 7),
                    new FileIdentity(5L << 32, 1_700_000_000L, 7, -1, 999_999_999, -9));

    static final Metadata METADATA =
            new Metadata(
                    7,
                    -2,
                    XattrKinds.NONE,
                    new TreeMap<>(Map.of("user.a", data("value"), "user.\u00ff", data(""))));

    private Samples() {}

    static ByteBuffer data(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static List<Message> all() throws DiskException {
        TreePath path = TreePath.of(new byte[] {'a', '/', (byte) 0xff, 'b'});
        ByteString target = ByteString.of("../x");
        List<ChunkRange> ranges = List.of(new ChunkRange(0, 3), new ChunkRange(7, 1L << 40));
        PassOptions options = new PassOptions(PassOptions.Kind.VERIFY, true, false);
        List<ByteString> globs = List.of(ByteString.of("*.o"), target);
        return List.of(
                new Message.Hello(1),
                new Message.Welcome(1, true),
                new Message.Ping(),
                new Message.Done(4),
                new Message.Failed(5, Fault.NO_SPACE, "a: no space"),
                new Message.Stat(6, TreePath.ROOT),
                new Message.Found(7, FACTS),
                new Message.Push(options),
                new Message.Pull(path, options, globs, 1, 2),
                new Message.Folder(8, path, FACTS.attributes()),
                new Message.Link(9, path, FACTS, target),
                new Message.Offer(10, path, FACTS, true, DIGEST),
                new Message.Same(11),
                new Message.Want(12, ranges),
                new Message.Whole(13, DIGEST, data("content")),
                new Message.Chunk(14, 3L << 33, DIGEST, data("part")),
                new Message.Hole(15, 1L << 34),
                new Message.End(16),
                new Message.Abandon(17, Fault.CHANGED, "a changed"),
                new Message.Keep(path),
                new Message.Skipped(Fault.SPECIAL, "a: is a device"),
                new Message.Total(18, 1L << 40, Long.MAX_VALUE),
                new Message.Over(),
                new Message.Finish(19),
                new Message.RemoveRest(20, path, globs, true),
                new Message.Removed(path),
                new Message.ListFolder(21, path),
                new Message.Listed(22, target, FACTS),
                new Message.MakeFolder(23, path, 07777),
                new Message.Remove(24, path),
                new Message.Rename(25, path, TreePath.of("c")),
                new Message.Read(26, path, 1L << 35, 4096),
                new Message.Part(27, data("")),
                new Message.Create(28, path, 0644, true),
                new Message.Write(28, DIGEST, data("more")),
                new Message.Commit(28),
                new Message.SetAttributes(29, path, true, false, FACTS.attributes()),
                new Message.Move(30, path, TreePath.of("d")),
                new Message.Resolve(31, path),
                new Message.Resolved(31, path),
                new Message.Select(data("a\0b/\0")),
                new Message.SetPreserve(32, Preserve.ARCHIVE),
                new Message.Preserved(32, Preserve.ofBits(63)),
                new Message.Described(33, METADATA),
                new Message.Account(true, -2, ByteString.of("nogroup")),
                new Message.HardLink(34, path, TreePath.of("first")),
                new Message.Checksum(35, path, 1L << 36, 1 << 27),
                new Message.Checksummed(
                        35, 1 << 27, 0xe3069283, ByteString.of(new byte[Limits.MD5])),
                new Message.Join(36, ByteString.of(new byte[Limits.TOKEN]), 1, 2),
                new Message.Lend(37, Limits.PARTS - 1, 38),
                new Message.TellOwners(39),
                new Message.Owner(40, ByteString.of("alice"), ByteString.of("4711")),
                new Message.SetOwner(41, path, ByteString.EMPTY, ByteString.of("staff")));
    }
}
