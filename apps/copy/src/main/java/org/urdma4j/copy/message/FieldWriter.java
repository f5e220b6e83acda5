package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the fields of messages, in network order. */
final class FieldWriter {
    private final ByteBuffer to;

    FieldWriter(ByteBuffer to) {
        this.to = to;
    }

    FieldWriter type(Frame type) {
        to.put((byte) type.number());
        return this;
    }

    FieldWriter u8(int value) {
        to.put((byte) value);
        return this;
    }

    FieldWriter flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    FieldWriter i32(int value) {
        to.putInt(value);
        return this;
    }

    FieldWriter i64(long value) {
        to.putLong(value);
        return this;
    }

    FieldWriter bytes(ByteString value) {
        to.putShort((short) value.length());
        value.put(to);
        return this;
    }

    FieldWriter path(TreePath path) {
        return bytes(ByteString.of(path.bytes()));
    }

    FieldWriter digest(ByteString value) {
        value.put(to);
        return this;
    }

    FieldWriter fault(Fault fault, String text) {
        u8(fault.number());
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, Limits.TEXT);
        to.putShort((short) length).put(utf8, 0, length);
        return this;
    }

    FieldWriter attributes(Attributes attributes) {
        to.putShort((short) attributes.permissions());
        to.putLong(attributes.mtimeSeconds()).putInt(attributes.mtimeNanos());
        return this;
    }

    FieldWriter facts(Facts facts) {
        u8(FieldReader.TYPES.indexOf(facts.type())).attributes(facts.attributes());
        to.put(facts.identity().bytes());
        return this;
    }

    FieldWriter metadata(Metadata metadata) {
        to.putInt(metadata.user()).putInt(metadata.group());
        metadata.xattrs()
                .forEach((name, value) -> {
                    bytes(ByteString.of(name.getBytes(StandardCharsets.ISO_8859_1)));
                    to.putInt(value.remaining()).put(value.duplicate());
                });
        return this;
    }

    FieldWriter globs(List<ByteString> globs) {
        to.putShort((short) globs.size());
        globs.forEach(this::bytes);
        return this;
    }

    /** Leaves out what is too much: it is sent again then. */
    FieldWriter ranges(List<ChunkRange> ranges) {
        int count = Math.min(ranges.size(), Limits.RANGES);
        to.putShort((short) count);
        for (int i = 0; i < count; i++) {
            to.putLong(ranges.get(i).first()).putLong(ranges.get(i).count());
        }
        return this;
    }

    void data(ByteBuffer data) {
        to.put(data.duplicate());
    }
}
