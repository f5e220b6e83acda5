package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.tree.XattrKinds;
import org.urdma4j.verbs.text.ForeignText;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the fields of messages, and refuses what none may hold. */
final class FieldReader {
    /** At their numbers on the wire. */
    static final List<FileType> TYPES =
            List.of(FileType.FILE, FileType.DIRECTORY, FileType.SYMLINK, FileType.SPECIAL);

    private final ByteBuffer from;

    FieldReader(ByteBuffer from) {
        this.from = from;
    }

    private void need(int bytes) throws MalformedMessageException {
        if (from.remaining() < bytes) {
            throw new MalformedMessageException("a message is shorter than its fields");
        }
    }

    Frame type() throws MalformedMessageException {
        return Frame.of(u8());
    }

    int u8() throws MalformedMessageException {
        need(1);
        return from.get() & 0xff;
    }

    private int u16() throws MalformedMessageException {
        need(Short.BYTES);
        return from.getShort() & 0xffff;
    }

    boolean flag() throws MalformedMessageException {
        int value = u8();
        if (value > 1) {
            throw new MalformedMessageException("a flag is " + value);
        }
        return value == 1;
    }

    int i32() throws MalformedMessageException {
        need(Integer.BYTES);
        return from.getInt();
    }

    /** Reads a number of this range. */
    int i32(int least, int most) throws MalformedMessageException {
        int value = i32();
        if (value < least || value > most) {
            throw new MalformedMessageException("a number is " + value);
        }
        return value;
    }

    /** Reads a number that isn't negative. */
    long u63() throws MalformedMessageException {
        need(Long.BYTES);
        long value = from.getLong();
        if (value < 0) {
            throw new MalformedMessageException("a number is too large");
        }
        return value;
    }

    ByteString bytes(int most) throws MalformedMessageException {
        int length = u16();
        if (length > most) {
            throw new MalformedMessageException("a field has %d bytes".formatted(length));
        }
        need(length);
        return ByteString.take(from, length);
    }

    TreePath path() throws MalformedMessageException {
        try {
            return TreePath.of(bytes(Limits.PATH).toBytes());
        } catch (DiskException e) {
            throw new MalformedMessageException(e.getMessage());
        }
    }

    ByteString digest() throws MalformedMessageException {
        need(Limits.DIGEST);
        return ByteString.take(from, Limits.DIGEST);
    }

    Fault fault() throws MalformedMessageException {
        return Fault.of(u8());
    }

    /** Reads a text, on one line whatever the peer has sent. */
    String text() throws MalformedMessageException {
        return ForeignText.show(bytes(Limits.TEXT).toBytes(), StandardCharsets.UTF_8);
    }

    /** Reads a digest, or none. */
    ByteString optionalDigest() throws MalformedMessageException {
        ByteString digest = bytes(Limits.DIGEST);
        if (digest.length() != 0 && digest.length() != Limits.DIGEST) {
            throw new MalformedMessageException("a digest of %d bytes".formatted(digest.length()));
        }
        return digest;
    }

    Attributes attributes() throws MalformedMessageException {
        int permissions = u16();
        need(Long.BYTES);
        long seconds = from.getLong();
        try {
            return new Attributes(permissions, seconds, i32());
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException(e.getMessage());
        }
    }

    Facts facts() throws MalformedMessageException {
        int type = u8();
        if (type >= TYPES.size()) {
            throw new MalformedMessageException("a file of the unknown type " + type);
        }
        Attributes attributes = attributes();
        need(FileIdentity.BYTES);
        try {
            return new Facts(TYPES.get(type), attributes, FileIdentity.read(from));
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException(e.getMessage());
        }
    }

    Preserve preserve() throws MalformedMessageException {
        try {
            return Preserve.ofBits(u8());
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException(e.getMessage());
        }
    }

    /** Reads to the end of the message. */
    Metadata metadata() throws MalformedMessageException {
        int user = i32();
        int group = i32();
        SortedMap<String, ByteBuffer> xattrs = new TreeMap<>();
        while (from.hasRemaining()) {
            byte[] name = bytes(Limits.NAME).toBytes();
            int length = i32(0, Limits.XATTR);
            need(length);
            byte[] value = new byte[length];
            from.get(value);
            xattrs.put(
                    new String(name, StandardCharsets.ISO_8859_1),
                    ByteBuffer.wrap(value).asReadOnlyBuffer());
        }
        return new Metadata(user, group, XattrKinds.NONE, xattrs);
    }

    List<ByteString> globs() throws MalformedMessageException {
        int count = u16();
        if (count > Limits.GLOBS) {
            throw new MalformedMessageException(count + " patterns");
        }
        List<ByteString> globs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            globs.add(bytes(Limits.NAME));
        }
        return globs;
    }

    List<ChunkRange> ranges() throws MalformedMessageException {
        int count = u16();
        if (count > Limits.RANGES) {
            throw new MalformedMessageException("%d ranges of chunks".formatted(count));
        }
        List<ChunkRange> ranges = new ArrayList<>(count);
        long end = 0;
        for (int i = 0; i < count; i++) {
            long first = u63();
            long length = u63();
            try {
                ranges.add(new ChunkRange(first, length));
            } catch (IllegalArgumentException e) {
                throw new MalformedMessageException(e.getMessage());
            }
            if (first < end) {
                throw new MalformedMessageException("ranges of chunks aren't in order");
            }
            end = first + length;
        }
        return ranges;
    }

    ByteBuffer data() throws MalformedMessageException {
        if (from.remaining() > Limits.CHUNK) {
            throw new MalformedMessageException("%d bytes of data".formatted(from.remaining()));
        }
        ByteBuffer data = from.slice();
        from.position(from.limit());
        return data;
    }

    void end() throws MalformedMessageException {
        if (from.hasRemaining()) {
            throw new MalformedMessageException("a message is longer than its fields");
        }
    }
}
